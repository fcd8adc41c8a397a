"""Doctests find their names, and everybody the package of this tree and its library."""
import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
os.environ.setdefault("CHEQUER_LIBRARY", str(ROOT / "build/libchequer.so.0"))
sys.path.insert(0, str(ROOT / "python"))
