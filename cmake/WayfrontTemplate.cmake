# wayfront_install_template(FOLDER KIND): `wayfront new-plugin` copies this folder of the current one. It is installed as
# share/wayfront/templates/KIND; the build folder has a link to it in the same place.
set(WAYFRONT_TEMPLATES wayfront/templates)

function(wayfront_install_template folder kind)
  install(DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR}/${folder}/ DESTINATION ${CMAKE_INSTALL_DATADIR}/${WAYFRONT_TEMPLATES}/${kind})
  set(links ${PROJECT_BINARY_DIR}/share/${WAYFRONT_TEMPLATES})
  file(MAKE_DIRECTORY ${links})
  file(CREATE_LINK ${CMAKE_CURRENT_SOURCE_DIR}/${folder} ${links}/${kind} SYMBOLIC)
endfunction()
