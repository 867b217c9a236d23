"""Write the regions of the handbook that follow from the code, or name those that are behind it."""

from __future__ import annotations

import argparse
import sys

from tests.handbook import regions
from tests.handbook.generated import REGIONS


def main() -> int:
    """Return 1 where a region is not what the code says and was not to be written."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="write them anew")
    is_writing = parser.parse_args().write
    behind = 0
    for name, path, text in list(regions.all_regions()):
        wanted = REGIONS[name]() if name in REGIONS else text
        if wanted != text:
            behind += 1
            print(f"{path.name}: {name} {'is written anew' if is_writing else 'is not up to date'}")
            if is_writing:
                regions.write(name, wanted)
    return 0 if is_writing or not behind else 1


if __name__ == "__main__":
    sys.exit(main())
