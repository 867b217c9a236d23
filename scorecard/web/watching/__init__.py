"""What whoever watches the server may ask."""
