"""Numbers as people and models write them: notation, tokens, what joins them, and which one is the answer."""
