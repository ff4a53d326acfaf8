"""Speed, measured beside a peer or a ceiling in the same run and written to results.md. Never in a test."""
