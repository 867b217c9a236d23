"""What is drawn: charts and pictures, from plain values."""
