"""A door: an MCP server that offers a role's tools, and gates those of other MCP servers."""
