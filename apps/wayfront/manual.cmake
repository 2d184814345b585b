# Writes a manual page for PROGRAM, and one for each of its commands, into DIRECTORY: what it says with --help, as it is.
function(write_page name)
  execute_process(COMMAND ${PROGRAM} ${ARGN} --help OUTPUT_VARIABLE text COMMAND_ERROR_IS_FATAL ANY)
  string(REGEX MATCH "[^\n.:]+" summary "${text}")
  string(REPLACE "\\" "\\e" text "${text}")
  string(REPLACE "-" "\\-" text "${text}")
  string(REGEX REPLACE "(^|\n)([.'])" "\\1\\\\&\\2" text "${text}")
  string(TOUPPER ${name} title)
  file(WRITE ${DIRECTORY}/${name}.1 ".TH ${title} 1 \"\" \"wayfront ${VERSION}\" \"User Commands\"\n"
    ".SH NAME\n${name} \\- ${summary}\n.SH DESCRIPTION\n.nf\n${text}.fi\n.SH SEE ALSO\n.BR wayfront (1)\n")
endfunction()

write_page(wayfront)
execute_process(COMMAND ${PROGRAM} complete "" OUTPUT_VARIABLE commands COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "(^|\n)[a-z-]+" commands "${commands}")
foreach(command IN LISTS commands)
  string(STRIP "${command}" command)
  write_page(wayfront-${command} ${command})
endforeach()
