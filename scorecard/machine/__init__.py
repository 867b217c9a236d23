"""Machine and network: outages, households, certificates."""
