"""The pages that people open in a browser; see `docs/web.md`."""
