# Runs in CPack after each component was installed into a folder of its own, and before packages are made of these
# folders: adds what Debian wants in each package, and takes out what only other installations need.

# The date of this version's section in the changelog; of one that is not released, of now or of SOURCE_DATE_EPOCH.
function(wayfront_release_date result)
  set(date "")
  file(STRINGS ${CPACK_WAYFRONT_PACKAGING}/../CHANGELOG.md heading REGEX "^## ${CPACK_PACKAGE_VERSION} ")
  if(heading MATCHES "([0-9]+-[0-9]+-[0-9]+)")
    set(date --date=${CMAKE_MATCH_1}T12:00Z)
  elseif(DEFINED ENV{SOURCE_DATE_EPOCH})
    set(date --date=@$ENV{SOURCE_DATE_EPOCH})
  endif()
  execute_process(COMMAND ${CMAKE_COMMAND} -E env LC_ALL=C date -u -R ${date}
    OUTPUT_VARIABLE text OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  set(${result} ${text} PARENT_SCOPE)
endfunction()

function(wayfront_finish_package component date)
  set(folder ${CPACK_TEMPORARY_DIRECTORY}/${component}/usr)
  string(TOUPPER ${component} upper)
  set(package ${CPACK_DEBIAN_${upper}_PACKAGE_NAME})

  # Libraries of packages are found without a path.
  file(GLOB_RECURSE files LIST_DIRECTORIES false ${folder}/bin/* ${folder}/lib/*)
  foreach(file IN LISTS files)
    if(IS_SYMLINK ${file})  # to a file that another package may have
      continue()
    endif()
    file(READ ${file} magic LIMIT 4 HEX)
    if(magic STREQUAL 7f454c46)
      file(RPATH_REMOVE FILE ${file})
      if(file MATCHES "\\.so")
        file(CHMOD ${file} PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ)
      endif()
    endif()
  endforeach()

  if(EXISTS ${folder}/share/zsh/site-functions)  # that folder is the administrator's
    file(RENAME ${folder}/share/zsh/site-functions ${folder}/share/zsh/vendor-completions)
  endif()

  set(documents ${folder}/share/doc/${package})
  file(REMOVE ${documents}/LICENSE ${documents}/CHANGELOG.md)
  configure_file(${CPACK_WAYFRONT_PACKAGING}/copyright ${documents}/copyright COPYONLY)
  configure_file(${CPACK_WAYFRONT_PACKAGING}/../CHANGELOG.md ${documents}/changelog COPYONLY)
  file(WRITE ${documents}/changelog.Debian "wayfront (${CPACK_PACKAGE_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE}) unstable; \
urgency=medium\n\n  * Made from the sources of this version; changelog.gz says what is new.\n\n -- ${CPACK_PACKAGE_CONTACT}  ${date}\n")
  file(GLOB pages ${folder}/share/man/man1/*.1)
  execute_process(COMMAND gzip -9nf ${documents}/changelog ${documents}/changelog.Debian ${pages} COMMAND_ERROR_IS_FATAL ANY)
  file(GLOB_RECURSE written LIST_DIRECTORIES false ${documents}/* ${folder}/share/man/*)
  file(CHMOD ${written} PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ)
endfunction()

wayfront_release_date(date)
foreach(component IN LISTS CPACK_COMPONENTS_ALL)
  wayfront_finish_package(${component} "${date}")
endforeach()
