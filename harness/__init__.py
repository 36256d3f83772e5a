"""The harness: tasks, model calls, results and the site. It reaches a verifier only through its output and config."""
