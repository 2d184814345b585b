# Flags of this project's own targets: warnings and sanitizers. Not for plugins outside this tree.

add_library(wayfront_build INTERFACE)
target_compile_options(wayfront_build INTERFACE -Wall -Wextra -Wconversion -Wshadow
  $<$<BOOL:${WAYFRONT_WERROR}>:-Werror>)

if(WAYFRONT_SANITIZE)
  add_compile_options(-fsanitize=${WAYFRONT_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${WAYFRONT_SANITIZE})
endif()
