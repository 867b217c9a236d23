"""What pages are made with: filters, answers that several share, Markdown, QR codes."""
