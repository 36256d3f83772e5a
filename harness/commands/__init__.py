"""One module per command. Each has `configure(parser)`, which adds its arguments, and `run(args) -> int`, its exit code."""
