// Runs a pipeline, for the commands that have one.
#pragma once

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
};

/// Measures everything and writes all reports; the table or JSON goes to standard output. Returns the exit code; throws
/// host::UserError.
int run_pipeline(host::Pipeline pipeline, const RunRules& rules, const host::PluginRegistry& plugins);

}  // namespace wayfront::app
