// A file that includes another, with line tables of DWARF 4.
.include "planted.s"
