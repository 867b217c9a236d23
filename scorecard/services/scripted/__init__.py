"""Games that a script plays through the services: the demo's evening, and recorded cases."""
