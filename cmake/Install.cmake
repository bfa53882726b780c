# What cmake --install copies besides programs and libraries, whose rules stand where they are built:
# the templates that configurations are compiled from, and documents. What the program needs it
# finds from where it is (src/core/installation.hpp), so a prefix may be moved.
# SPDX-License-Identifier: MIT
install(DIRECTORY ladder DESTINATION share/tilewright
        FILES_MATCHING PATTERN *.hpp PATTERN hopper EXCLUDE)
install(DIRECTORY src/arch DESTINATION share/tilewright/src FILES_MATCHING PATTERN *.hpp)

set(TW_DOCUMENTS share/doc/tilewright)
install(FILES LICENSE README.md DESTINATION ${TW_DOCUMENTS})
# In folders as they are here, so that links between them hold.
install(DIRECTORY data docs DESTINATION ${TW_DOCUMENTS})
foreach(folder ladder src/emu/isa src/emu/wmma)
  install(FILES ${folder}/README.md DESTINATION ${TW_DOCUMENTS}/${folder})
endforeach()
