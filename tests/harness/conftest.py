"""Fixtures that several modules use."""

from tests.harness.run_repo import flow

__all__ = ["flow"]
