# Flags of this project's own targets: warnings and sanitizers. Not for plugins outside this tree.

set(warnings_are_errors ${WAYFRONT_WERROR})
if(warnings_are_errors STREQUAL "AUTO")
  set(warnings_are_errors OFF)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION MATCHES "^12\\.")
    set(warnings_are_errors ON)
  endif()
endif()

add_library(wayfront_build INTERFACE)
# -Wno-restrict: g++ 12 warns about std::string's own code when it optimises (GCC bug 105651). In a unity build g++ takes
# the files for headers, and warns of their unnamed namespaces and of names that other files have, too. With a precompiled
# header it warns of what it inlines of the standard library's strings and of Boost's filters.
target_compile_options(wayfront_build INTERFACE
  $<$<COMPILE_LANGUAGE:CXX>:-Wall -Wextra -Wconversion -Wshadow -Wdeprecated-copy-dtor
    $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>
    $<$<BOOL:$<TARGET_PROPERTY:UNITY_BUILD>>:-Wno-shadow;-Wno-subobject-linkage>
    $<$<BOOL:${WAYFRONT_HAS_PCH}>:-Wno-stringop-overflow;-Wno-stringop-overread;-Wno-array-bounds>
    $<$<BOOL:${warnings_are_errors}>:-Werror>>
  $<$<COMPILE_LANGUAGE:CUDA>:-Xcompiler=-Wall,-Wextra,-Wconversion,-Wshadow
    $<$<BOOL:${warnings_are_errors}>:-Werror=all-warnings>>)

if(WAYFRONT_SANITIZE)
  add_compile_options(-fsanitize=${WAYFRONT_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${WAYFRONT_SANITIZE})
endif()
