// The commands of the wayfront program, each in a file of its name; generate is in that of convert.
#pragma once

#include "command_line.hpp"

namespace wayfront::app {

Command run_command();
Command bench_command();
Command list_command();
Command describe_command();
Command check_command();
Command info_command();
Command cache_command();
Command path_command();
Command map_command();
Command solve_command();
Command matrix_command();
Command tune_command();
Command certify_command();
Command convert_command();
Command generate_command();
Command split_command();
Command report_command();
Command compare_command();
Command new_plugin_command();

}  // namespace wayfront::app
