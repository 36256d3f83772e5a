"""One spelling per value: the text that digests and caches are keyed by."""

import json
from typing import Any


def canonical(value: Any) -> str:
    """The JSON text of `value` with sorted keys, no spaces and no non-finite numbers.

    Raises ValueError or TypeError for what JSON cannot hold.
    """
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False)
