"""From the files of public benchmarks to task files: one module per format, and what they share."""

from harness.importers import gsm8k, humaneval, ifbench, ifeval, mbpp

FORMATS = {module.FORMAT.name: module.FORMAT for module in (ifeval, ifbench, gsm8k, humaneval, mbpp)}

__all__ = ["FORMATS"]
