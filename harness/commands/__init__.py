"""One module per command, each with `configure(parser)`, which adds its arguments, and `run(args) -> exit code`."""
