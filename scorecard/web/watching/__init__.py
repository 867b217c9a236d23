"""Monitoring: health checks and metrics."""
