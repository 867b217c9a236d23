"""The production server: its processes, connections and event streams."""
