"""Games that a script plays through the services: the demo, and recorded cases."""
