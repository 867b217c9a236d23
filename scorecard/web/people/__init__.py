"""Groups, their players, their phones, and what is kept of somebody."""
