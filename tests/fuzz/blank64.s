// blank.s for waves of 64 lanes.
.set wave64, 1
.include "blank.s"
