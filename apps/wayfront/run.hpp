// Runs a pipeline, for the commands that have one.
#pragma once

#include <string>
#include <vector>

#include "command_line.hpp"
#include "pipeline/plan.hpp"
#include "plugins/plugin_registry.hpp"

namespace wayfront::app {

struct RunRules {
  bool json = false;       // the JSON report instead of the table
  bool quiet = false;      // no progress, no notes
  bool silent = false;     // no table either
  bool strict = false;     // a run that is not possible is an error
  bool overwrite = false;  // earlier results in the report directory
  bool resume = false;
  bool dry_run = false;

  /// `apart_from`: an option before these that makes a run of none.
  void add_to(std::vector<Option>& rows, std::vector<std::string> apart_from = {});
};

/// Measures everything and writes all reports; the table or JSON goes to standard output. Returns the exit code; throws
/// host::UserError.
int run_pipeline(host::Pipeline pipeline, const RunRules& rules, const host::PluginRegistry& plugins);

/// What --dry-run prints: the cases and runs of a pipeline with the options that are set, the number of solves, and how long they may take: an
/// estimate from earlier samples in the report directory, and the limit that the timeouts set.
std::string plan_text(const host::Pipeline& pipeline);

}  // namespace wayfront::app
