// The commands of the wayfront program, each in a file of its name; list is in that of describe, generate and split are
// in that of convert.
#pragma once

#include <nlohmann/json_fwd.hpp>

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
Command cycle_command();
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

/// Every table of the pipeline file from its rows, with the options of these plugins. What depends on the graph, on other
/// files or on labels is left to the program: a file that this refuses is refused by `run`, and not the other way round.
nlohmann::json pipeline_schema(const host::PluginRegistry& plugins);

}  // namespace wayfront::app
