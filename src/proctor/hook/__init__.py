"""The process that an agent program starts for every tool call: small, fast, fail-safe."""
