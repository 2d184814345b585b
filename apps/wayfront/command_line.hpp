// The command line as rows: each command says its name, its options and what it does. CLI11, which is slow to compile,
// is behind command_line.cpp alone.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/refusal.hpp"
#include "output.hpp"
#include "plugins/plugin_registry.hpp"

namespace wayfront::app {

using host::fail;
using host::refuse;

/// An option, or a positional argument where its name has no dashes.
struct Option {
  const char* name;
  /// Where its value goes. A bool is a flag, an int is a number of seconds, an unsigned number is 1 or more; an option
  /// that is a list takes one value each time that it is given.
  std::variant<bool*, int*, std::uint64_t*, double*, std::optional<double>*, std::string*, std::filesystem::path*,
               std::vector<std::string>*, std::vector<std::filesystem::path>*>
      into;
  const char* help;
  bool required = false;
  std::vector<std::string> choices{};   // what a std::string may be; empty: anything
  std::vector<std::string> not_with{};  // options above that it cannot be given with
  bool may_be_bare = false;             // a number that may be missing, and is 1 then
  bool not_empty = false;               // an empty value is an error, also where the option has a default

  /// The same with these choices, or with these as `not_with`.
  Option one_of(std::vector<std::string> words) &&;
  Option excludes(std::vector<std::string> names) &&;
};

/// "-q,--quiet" is called by two names.
std::vector<std::string_view> names_of(const Option& option);

/// Looks for plugins when it is called first. Throws host::UserError (usage) where --plugins names no directory.
using Plugins = std::function<const host::PluginRegistry&()>;

/// Prints data to stdout, everything else to stderr.
struct Command {
  const char* name;
  const char* help;
  std::vector<Option> options;
  /// Once the options have their values. Returns the exit code; throws host::UserError.
  std::function<int(const Plugins& plugins)> run;
};

/// A command with arguments of its own, which have add_to(options). `run` is given the plugins if it takes them.
template <class Arguments, class... Registry>
Command command(const char* name, const char* help, int (*run)(const Arguments&, Registry...)) {
  const auto it = std::make_shared<Arguments>();
  Command made{name, help, {}, {}};
  it->add_to(made.options);
  made.run = [it, run](const Plugins& plugins) {
    if constexpr (sizeof...(Registry) == 0)
      return run(*it);
    else
      return run(*it, plugins());
  };
  return made;
}

/// Options of every command, for help; where their values go is of no use.
std::vector<Option> common_options();

/// Parses and runs. Returns the exit code; throws host::UserError.
int run_command_line(int argc, char** argv, const char* about, std::span<const Command> commands);

/// For the completion of shells: prints what the last of `words` may become, a line each: the word, and behind a tab
/// what it means. The line ":files" stands for names of files. The words are those behind `wayfront` on the line; the
/// last one may be empty.
void print_completions(std::span<const Command> commands, std::span<const std::string> words);

}  // namespace wayfront::app
