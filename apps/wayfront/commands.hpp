// The commands of the wayfront program. main.cpp turns the command line into these arguments; each command prints data
// to stdout, everything else to stderr, and returns its exit code. They throw host::UserError.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "plugin_registry.hpp"

namespace wayfront::app {

struct RunArguments {
  std::filesystem::path pipeline;
  std::filesystem::path graph;         // --graph: in place of the pipeline's
  std::vector<std::string> overrides;  // --set
  bool json = false;
  bool quiet = false;
  bool strict = false;
  bool overwrite = false;
};
int run(const RunArguments& arguments, const host::PluginRegistry& plugins);

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
  bool quick = false;
  bool quiet = false;
  std::string only;
};
int check(const CheckArguments& arguments, const host::PluginRegistry& plugins);

struct InfoArguments {
  std::filesystem::path file;
  std::string loader;
  std::string weights = "int32";
  std::string missing_weights;  // TOML, as in a pipeline file
  bool json = false;
};
int info(const InfoArguments& arguments, const host::PluginRegistry& plugins);

struct CacheArguments {
  std::filesystem::path directory;  // empty: the user's
  bool clear = false;
  bool json = false;
};
int cache(const CacheArguments& arguments);

struct ConvertArguments {
  std::filesystem::path input;
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

}  // namespace wayfront::app
