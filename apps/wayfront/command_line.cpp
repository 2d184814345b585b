#include "command_line.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>
#include <type_traits>

#include <CLI/CLI.hpp>

#include "base/text.hpp"
#include "record/machine.hpp"

namespace wayfront::app {
namespace {

using host::ExitCode;

constexpr std::uint64_t max_number = std::uint64_t{1} << 53;

void add_option(CLI::App& command, const Option& option) {
  CLI::Option* const added = std::visit(
      [&](auto* into) -> CLI::Option* {
        using T = std::remove_pointer_t<decltype(into)>;
        if constexpr (std::is_same_v<T, bool>) {
          return command.add_flag(option.name, *into, option.help);
        } else {
          CLI::Option* const it = command.add_option(option.name, *into, option.help);
          if constexpr (std::is_same_v<T, int>) it->check(CLI::Range(1, 1'000'000, "SECONDS"))->capture_default_str();
          if constexpr (std::is_same_v<T, std::uint64_t>) it->check(CLI::Range(T{1}, max_number, "NUMBER"));
          return it;
        }
      },
      option.into);
  if (option.name[0] == '-' && added->get_expected_max() > 1) added->allow_extra_args(false);
  if (option.required) added->required();
  if (option.may_be_bare) added->option_text("[K]");
  if (!option.choices.empty()) added->check(CLI::IsMember(option.choices))->capture_default_str();
  if (option.not_empty)
    added->check([](const std::string& given) { return given.empty() ? std::string("is given without a value") : ""; });
  for (const std::string& other : option.not_with) added->excludes(command.get_option(other));
}

/// The words in the order in which CLI11 takes them, the last first. A number that may be missing joins its option:
/// "--nearest=3", or "--nearest=1" without one.
std::vector<std::string> reversed_words(int argc, char** argv, std::span<const Command> commands) {
  const auto may_be_bare = [&](const std::string& word) {
    return std::ranges::any_of(commands, [&](const Command& it) {
      return std::ranges::any_of(it.options, [&](const Option& o) { return o.may_be_bare && word == o.name; });
    });
  };
  std::vector<std::string> words;
  for (int i = 1; i < argc; ++i) {
    std::string& word = words.emplace_back(argv[i]);
    if (!may_be_bare(word)) continue;
    const std::string_view next = i + 1 < argc ? argv[i + 1] : "";
    const bool is_number = !next.empty() && next.find_first_not_of("0123456789") == next.npos;
    word += is_number ? fmt::format("={}", argv[++i]) : "=1";
  }
  std::ranges::reverse(words);
  return words;
}

/// Names the first word that is not a command, if there is one.
void refuse_unknown_command(const CLI::App& app, std::span<const Command> commands) {
  const std::vector<std::string> words = app.remaining();
  const auto word = std::ranges::find_if(words, [](const std::string& it) { return !it.starts_with('-'); });
  if (word == words.end()) return;
  std::vector<std::string_view> names;
  for (const Command& command : commands) names.emplace_back(command.name);
  const std::string near = host::nearest(*word, names);
  refuse("there is no command '{}'; {}", *word,
         near.empty() ? "wayfront --help lists all commands" : fmt::format("did you mean '{}'?", near));
}

/// Names the first option that the command does not have, if that is what is wrong, and the one that may be meant.
void refuse_unknown_option(const CLI::App& app, std::span<const Command> commands,
                           std::vector<std::string_view> known) {
  const auto command = std::ranges::find_if(commands, [&](const Command& it) { return app.got_subcommand(it.name); });
  if (command == commands.end()) return;
  const std::vector<std::string> words = app.remaining(true);
  const auto word = std::ranges::find_if(words, [](const std::string& it) { return it.starts_with("--"); });
  if (word == words.end()) return;
  known.insert(known.end(), {"--help", "--version"});
  for (const Option& option : command->options)
    for (const std::string_view one : names_of(option))
      if (one.starts_with("--")) known.push_back(one);
  const std::string name = word->substr(0, word->find('='));
  const std::string near = host::nearest(name, known);
  refuse("{} has no option {}; {}", command->name, name,
         near.empty() ? fmt::format("wayfront {} --help lists its options", command->name)
                      : fmt::format("did you mean {}?", near));
}

/// What every command has: the plugins to use.
struct PluginFiles {
  std::vector<std::filesystem::path> files, directories;
};

std::vector<Option> plugin_options(PluginFiles& to) {
  return {{"--plugin-file", &to.files,
           "Also use the plugin of this file, in place of another one of its name (repeatable)."},
          {"--plugins", &to.directories, "Also search this directory for plugins (repeatable)."}};
}

host::PluginRegistry find_plugins(const PluginFiles& from) {
  host::PluginRegistry plugins;
  for (const auto& file : from.files) plugins.add_file(file);  // first, so that they win
  for (const auto& directory : from.directories) {
    std::error_code error;
    if (!std::filesystem::is_directory(directory, error))
      refuse("--plugins: {} is not a directory", directory.string());
    plugins.add_directory(directory);
  }
  for (const auto& directory : host::PluginRegistry::default_directories()) plugins.add_directory(directory);
  return plugins;
}

}  // namespace

Option Option::one_of(std::vector<std::string> words) && {
  choices = std::move(words);
  return std::move(*this);
}

Option Option::excludes(std::vector<std::string> names) && {
  not_with = std::move(names);
  return std::move(*this);
}

std::vector<std::string_view> names_of(const Option& option) {
  std::vector<std::string_view> names;
  for (std::string_view rest = option.name; !rest.empty();) {
    names.push_back(rest.substr(0, rest.find(',')));
    rest.remove_prefix(std::min(names.back().size() + 1, rest.size()));
  }
  return names;
}

std::vector<Option> common_options() {
  static PluginFiles unused;
  return plugin_options(unused);
}

int run_command_line(int argc, char** argv, const char* about, std::span<const Command> commands) {
  CLI::App app{about, "wayfront"};
  app.require_subcommand(1);
  app.set_version_flag("--version", host::version_line());
  app.fallthrough();
  PluginFiles from;
  for (const Option& option : plugin_options(from)) add_option(app, option);
  for (const Command& command : commands) {
    CLI::App* const added = app.add_subcommand(command.name, command.help);
    for (const Option& option : command.options) add_option(*added, option);
  }

  try {
    app.parse(reversed_words(argc, argv, commands));
  } catch (const CLI::ParseError& error) {
    if (dynamic_cast<const CLI::RequiredError*>(&error) != nullptr && app.get_subcommands().empty())
      refuse_unknown_command(app, commands);
    // A mistyped option may also be one that is missing then.
    if (dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr ||
        dynamic_cast<const CLI::RequiredError*>(&error) != nullptr)
      refuse_unknown_option(app, commands, {"--plugins", "--plugin-file"});
    std::ostringstream help, complaint;
    const bool fine = app.exit(error, help, complaint) == 0;
    print(help.str());
    if (!fine) say("error: " + complaint.str().substr(0, complaint.str().find_last_not_of('\n') + 1));
    return static_cast<int>(fine ? ExitCode::fine : ExitCode::usage);
  }

  std::optional<host::PluginRegistry> found;
  const Plugins plugins = [&]() -> const host::PluginRegistry& {
    if (!found) found.emplace(find_plugins(from));
    return *found;
  };
  const auto chosen = std::ranges::find_if(commands, [&](const Command& it) { return app.got_subcommand(it.name); });
  return chosen->run(plugins);
}

}  // namespace wayfront::app
