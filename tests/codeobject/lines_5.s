// A file that includes another, with line tables of DWARF 5.
.include "planted.s"
