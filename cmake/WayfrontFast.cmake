# What shortens a build from nothing: unity builds, precompiled headers, memory. None changes what is built.

option(WAYFRONT_UNITY "Compile several source files at a time: a build from nothing is faster, one after a change slower" OFF)
set(WAYFRONT_PCH AUTO CACHE STRING "Precompiled headers: AUTO (g++ without a compiler launcher such as ccache), ON, OFF")
set_property(CACHE WAYFRONT_PCH PROPERTY STRINGS AUTO ON OFF)
set(WAYFRONT_HAS_PCH ${WAYFRONT_PCH})
if(WAYFRONT_PCH STREQUAL "AUTO")
  # ccache keeps nothing of a file with a precompiled header unless its sloppiness has pch_defines and time_macros.
  set(WAYFRONT_HAS_PCH OFF)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
    set(WAYFRONT_HAS_PCH ON)
  endif()
endif()

# g++ collects its own garbage from 128 MB on. Every file ends below 1.3 GB: 7 % less time for 170 MB more (g++ 12, lab).
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  add_compile_options($<$<COMPILE_LANGUAGE:CXX>:--param=ggc-min-heapsize=524288>)
endif()

# Headers of others that most files include, slowest first. No header of this project: a change of one would compile
# everything again.
set(WAYFRONT_PCH_HEADERS <nlohmann/json.hpp> <fmt/format.h> <fmt/ranges.h> <algorithm> <chrono>
  <filesystem> <functional> <map> <memory> <mutex> <optional> <set> <span> <string> <string_view> <thread> <utility>
  <vector>)

# What has no loop over arcs is compiled for size: a third of its code less than with -O1, in the same time.
set(WAYFRONT_SMALL_OPTIONS $<$<AND:$<COMPILE_LANGUAGE:CXX>,$<CONFIG:Release>>:-Os>)
# What reads and checks arcs, vertices or text.
set(WAYFRONT_LOOP_OPTIONS $<$<AND:$<COMPILE_LANGUAGE:CXX>,$<CONFIG:Release>>:-O2>)
# What tests loop in: plugins with faults, certificates under attack.
set(WAYFRONT_QUICK_OPTIONS $<$<AND:$<COMPILE_LANGUAGE:CXX>,$<CONFIG:Release>>:-O1>)

# Tests are compiled more often than they are run.
set(WAYFRONT_TEST_OPTIONS $<$<AND:$<COMPILE_LANGUAGE:CXX>,$<CONFIG:Release>>:-O0>)

# wayfront_unity(TARGET): several files at a time where WAYFRONT_UNITY is ON. Names in unnamed namespaces must then be
# different in all files of a target.
function(wayfront_unity target)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ${WAYFRONT_UNITY} UNITY_BUILD_BATCH_SIZE 16)
endfunction()

# wayfront_join_cuda(TARGET FILE...): small CUDA sources as one, for the headers of each take four seconds to read. Names
# in their unnamed namespaces must be different.
function(wayfront_join_cuda target first)
  set(content "")
  foreach(file IN LISTS first ARGN)
    string(APPEND content "#include \"${CMAKE_CURRENT_SOURCE_DIR}/${file}\"\n")
  endforeach()
  cmake_path(GET first STEM name)
  file(CONFIGURE OUTPUT ${target}/${name}_and_more.cu CONTENT "${content}")
  target_sources(${target} PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/${target}/${name}_and_more.cu)
endfunction()

# wayfront_precompile(TARGET HEADER...): those headers and WAYFRONT_PCH_HEADERS. For targets of a dozen files or more.
function(wayfront_precompile target)
  if(WAYFRONT_HAS_PCH)
    target_precompile_headers(${target} PRIVATE ${ARGN} ${WAYFRONT_PCH_HEADERS})
  endif()
endfunction()

# wayfront_reuse_precompiled(TARGET OTHER): the precompiled headers of OTHER, which has the same compile options.
function(wayfront_reuse_precompiled target other)
  if(WAYFRONT_HAS_PCH)
    target_precompile_headers(${target} REUSE_FROM ${other})
  endif()
endfunction()
