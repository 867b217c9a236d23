"""The server: its processes, its connections, and the streams that it holds."""
