"""What JSON Schema knows (Draft 2020-12), and what a pattern of it asks."""

KEYWORDS = frozenset(
    "$schema $id $ref $anchor $defs $comment $dynamicRef $dynamicAnchor $vocabulary definitions "
    "allOf anyOf oneOf not if then else dependentSchemas prefixItems items contains properties patternProperties "
    "additionalProperties propertyNames unevaluatedItems unevaluatedProperties type enum const multipleOf maximum "
    "exclusiveMaximum minimum exclusiveMinimum maxLength minLength pattern maxItems minItems uniqueItems maxContains "
    "minContains maxProperties minProperties required dependentRequired format contentEncoding contentMediaType "
    "contentSchema title description default deprecated readOnly writeOnly examples".split()
)
"""Every keyword of the dialect's vocabularies, and `definitions`, the older name of `$defs`."""


def is_anchored(pattern: str) -> bool:
    """Whether a match is the whole text: each alternative at the top level starts with ^ and ends with $."""
    depth, escaped, in_class, start = 0, False, False, 0
    alternatives = []
    for position, character in enumerate(pattern):
        if escaped:
            escaped = False
        elif character == "\\":
            escaped = True
        elif in_class:
            in_class = character != "]"
        elif character == "[":
            in_class = True
        elif character in "()":
            depth += 1 if character == "(" else -1
        elif character == "|" and depth == 0:
            alternatives.append(pattern[start:position])
            start = position + 1
    alternatives.append(pattern[start:])
    return all(text.startswith("^") and text.endswith("$") and not text.endswith("\\$") for text in alternatives)
