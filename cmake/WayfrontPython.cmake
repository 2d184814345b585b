# Whether the Python module is built: where pybind11 and Python's headers are found. Sets WAYFRONT_HAS_PYTHON, and
# Python_EXECUTABLE to the interpreter that it is for.

set(WAYFRONT_PYTHON AUTO CACHE STRING "Python module: AUTO (where pybind11 is found), ON, OFF")
set_property(CACHE WAYFRONT_PYTHON PROPERTY STRINGS AUTO ON OFF)
set(WAYFRONT_HAS_PYTHON OFF)

macro(wayfront_find_python reason)
  if(NOT Python_EXECUTABLE)  # Debian's, if it is there: that one has Debian's NumPy and headers
    find_program(WAYFRONT_PYTHON_PROGRAM python3 HINTS /usr/bin)
    mark_as_advanced(WAYFRONT_PYTHON_PROGRAM)
    if(WAYFRONT_PYTHON_PROGRAM)
      set(Python_EXECUTABLE ${WAYFRONT_PYTHON_PROGRAM})
    endif()
  endif()
  find_package(Python 3.9 QUIET COMPONENTS Interpreter Development.Module)
  if(NOT Python_FOUND)
    set(${reason} "no headers of Python 3.9 or later were found; Debian has python3-dev")
  else()
    find_package(pybind11 2.10 CONFIG QUIET)
    if(NOT pybind11_FOUND)
      set(${reason} "no pybind11 2.10 was found; Debian has pybind11-dev")
    endif()
  endif()
endmacro()

if(WAYFRONT_PYTHON STREQUAL "OFF")
  set(reason "WAYFRONT_PYTHON is OFF")
elseif(WAYFRONT_SANITIZE)  # Python itself is not built with them
  set(reason "WAYFRONT_SANITIZE is set")
else()
  wayfront_find_python(reason)
endif()

if(reason)
  if(WAYFRONT_PYTHON STREQUAL "ON")
    message(FATAL_ERROR "WAYFRONT_PYTHON is ON, but ${reason}")
  endif()
  message(STATUS "The Python module is left out (${reason})")
else()
  set(WAYFRONT_HAS_PYTHON ON)
endif()
unset(reason)
