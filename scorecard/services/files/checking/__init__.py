"""What must hold in an export beyond its shape: references, scores, histories."""
