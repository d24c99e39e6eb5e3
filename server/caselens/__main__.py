"""`python -m caselens`."""

import sys

from caselens.main import main

sys.exit(main())
