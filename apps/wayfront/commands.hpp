// The commands of the wayfront program. main.cpp turns the command line into these arguments; each command prints data
// to stdout, everything else to stderr, and returns its exit code. They throw host::UserError.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "graph_arguments.hpp"
#include "plugins/plugin_registry.hpp"

namespace wayfront::app {

struct RunArguments {
  std::filesystem::path pipeline;
  std::filesystem::path graph;         // --graph: in place of the pipeline's
  std::vector<std::string> overrides;  // --set
  bool json = false;
  bool quiet = false;
  bool strict = false;
  bool aa = false;
  bool overwrite = false;
  bool resume = false;
  std::string filter;  // --filter; "" keeps all runs
  bool dry_run = false;
};
int run(const RunArguments& arguments, const host::PluginRegistry& plugins);
/// A --set that gives `key` this text, even if it looks like TOML. Throws UserError (usage) if it is not UTF-8.
std::string text_override(const std::string& key, const std::string& text);

int list(bool json, const host::PluginRegistry& plugins);

struct DescribeArguments {
  std::string plugin;  // a name, or the path of a file
  bool toml = false;
  bool markdown = false;
  bool json = false;
};
int describe(const DescribeArguments& arguments, const host::PluginRegistry& plugins);

struct CheckArguments {
  std::filesystem::path file;
  std::vector<std::filesystem::path> files;  // for a loader to read
  bool quick = false;
  bool quiet = false;
  bool strict = false;
  std::string only;
  std::filesystem::path keep;    // a folder for graphs of failed cases
  int patience = 1, limit = 60;  // seconds
};
int check(const CheckArguments& arguments, const host::PluginRegistry& plugins);

/// For info only: int32 if the weights fit, else float32.
inline constexpr const char* any_weights = "auto";

struct InfoArguments {
  GraphArguments graph;
  bool weighted_diameter = false;
  bool json = false;
};
int info(const InfoArguments& arguments, const host::PluginRegistry& plugins);

struct CacheArguments {
  std::filesystem::path directory;  // empty: the user's
  bool clear = false;
  bool json = false;
};
int cache(const CacheArguments& arguments);

struct PathArguments {
  GraphArguments graph;
  std::string from, to;               // ids of the file
  std::string plugin;                 // "": by the weights
  std::vector<std::string> options;   // of the plugin, "name=value"
  std::string isolation = "process";  // or "none"
  bool json = false;
};
/// Returns 1 if there is no path, or a negative cycle instead.
int path(const PathArguments& arguments, const host::PluginRegistry& plugins);

struct ConvertArguments {
  std::filesystem::path input;  // "": none, the loader makes the graph
  std::filesystem::path output;
  std::string loader;  // of the input; "": by content
  std::string to;      // format of the output; "": by its name
  std::string weights = "int32";
  std::string missing_weights;       // TOML, as in a pipeline file
  std::vector<std::string> options;  // "option=value"
  std::vector<std::string> steps;    // TOML, as in [[graph.steps]]
  bool renumber = false;
  bool force = false;
};
int convert(const ConvertArguments& arguments, const host::PluginRegistry& plugins);

struct ReportArguments {
  std::vector<std::filesystem::path> results;
  std::string format;             // empty: the table, unless only plots are requested
  std::filesystem::path output;   // empty: standard output
  std::filesystem::path gnuplot;  // a directory for data and scripts; empty: none
};
int report(const ReportArguments& arguments);

struct CompareArguments {
  std::filesystem::path before, after;
  std::string fail_on;   // "5%"; empty: never
  std::string baseline;  // a label; times become ratios to this run's times
  bool json = false;
};
int compare(const CompareArguments& arguments);

}  // namespace wayfront::app
