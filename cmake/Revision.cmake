# Writes the revision of the sources into a header, if it is not there already. Runs with every build:
# cmake -DSOURCE=... -DHEADER=... -P Revision.cmake
find_package(Git QUIET)
set(revision "unknown")
if(GIT_FOUND)
  execute_process(COMMAND ${GIT_EXECUTABLE} describe --always --dirty WORKING_DIRECTORY ${SOURCE}
    OUTPUT_VARIABLE described OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  if(described)
    set(revision ${described})
  endif()
endif()
set(text "// Written with every build.\n#pragma once\n\n#define WAYFRONT_REVISION \"${revision}\"\n")
set(known "")
if(EXISTS ${HEADER})
  file(READ ${HEADER} known)
endif()
if(NOT known STREQUAL text)
  file(WRITE ${HEADER} "${text}")
endif()
