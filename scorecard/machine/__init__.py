"""What the app is told by the machine and the network: outages, households, certificates."""
