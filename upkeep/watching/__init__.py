"""What a site tells those who watch it: health, figures, log lines, reports of errors."""
