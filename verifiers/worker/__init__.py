"""The batch worker's parts: one line judged (`item`), and the processes that judge lines (`pool`)."""
