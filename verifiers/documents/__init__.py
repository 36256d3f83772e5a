"""JSON documents: finding one in a model's output, reading it strictly, and judging it by schema and invariants."""
