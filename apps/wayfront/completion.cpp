#include "completion.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <iterator>
#include <set>
#include <string_view>
#include <variant>
#include <vector>

#include "output.hpp"
#include "plugins/plugin_registry.hpp"

namespace wayfront::app {
namespace {

bool is_positional(const Option& option) { return option.name[0] != '-'; }
bool is_flag(const Option& option) { return std::holds_alternative<bool*>(option.into); }

/// "-q,--quiet" is called by two names.
std::vector<std::string> names_of(const Option& option) {
  std::vector<std::string> names;
  std::string_view rest = option.name;
  while (!rest.empty()) {
    const std::string_view one = rest.substr(0, rest.find(','));
    rest.remove_prefix(std::min(one.size() + 1, rest.size()));
    names.emplace_back(one);
  }
  return names;
}

class Completion {
 public:
  Completion(std::span<const Command> commands, std::span<const std::string> words, const host::PluginRegistry& plugins)
      : words_(words),
        last_(words.empty() ? std::string_view() : std::string_view(words.back())),
        plugins_(plugins),
        options_(common_options()) {
    for (std::size_t i = 0; i + 1 < words.size() && command_ == nullptr; ++i)
      for (const Command& command : commands)
        if (words[i] == command.name) command_ = &command;
    if (command_ != nullptr)
      options_.insert(options_.begin(), command_->options.begin(), command_->options.end());
    else if (!last_.starts_with('-'))
      for (const Command& command : commands) add(command.name, command.help);
  }

  std::string lines() {
    const std::string before = words_.size() > 1 ? words_[words_.size() - 2] : "";
    const auto is_named = [&](const Option& it) { return std::ranges::count(names_of(it), before) != 0; };
    const auto waiting = std::ranges::find_if(options_, is_named);
    if (before.starts_with('-') && waiting != options_.end() && !is_flag(*waiting)) {
      values(*waiting);
    } else if (last_.starts_with('-')) {
      for (const Option& option : options_)
        if (!is_positional(option))
          for (const std::string& name : names_of(option)) add(name, option.help);
      for (const char* const name : {"-h", "--help"}) add(name, "Print this help message and exit.");
      if (command_ == nullptr) add("--version", "Print the version and exit.");
    } else if (command_ != nullptr) {
      const bool takes_plugin = std::ranges::count(command_->options, std::string_view("PLUGIN"), &Option::name) != 0;
      if (takes_plugin) plugins_of(PluginKind::algorithm);
      if (takes_plugin && std::string_view(command_->name) == "describe") plugins_of(PluginKind::loader);
      text_ += ":files\n";
    }
    return std::move(text_);
  }

 private:
  void add(std::string_view word, std::string_view help) {
    if (!word.starts_with(last_) || !offered_.emplace(word).second) return;
    text_ += word;
    if (!help.empty()) text_.append("\t").append(help.substr(0, help.find('\n')));
    text_ += '\n';
  }

  void plugins_of(PluginKind kind) {
    for (const host::Plugin& plugin : plugins_.plugins())
      if (plugin.descriptor->kind == kind) add(plugin.about().name, plugin.about().summary);
  }

  /// Names of the options of the plugin that stands behind `option` on the line.
  void options_of(PluginKind kind, std::string_view option, std::string_view otherwise = "") {
    const auto at = std::ranges::find(words_, option);
    const bool given = at != words_.end() && std::next(at) != words_.end();
    const host::Plugin* const plugin = plugins_.look_up(kind, given ? std::string_view(*std::next(at)) : otherwise);
    if (plugin == nullptr) return;
    for (const OptionRow& row : plugin->options()) add(std::string(row.name) + '=', row.help);
  }

  void values(const Option& option) {
    const std::string name = names_of(option).back();
    const bool generates = command_ != nullptr && std::string_view(command_->name) == "generate";
    for (const std::string& word : option.choices) add(word, "");
    if (name == "--plugin")
      plugins_of(PluginKind::algorithm);
    else if (name == "--loader")
      plugins_of(PluginKind::loader);
    else if (name == "--option")
      options_of(PluginKind::algorithm, "--plugin");
    else if (name == "--set")
      options_of(PluginKind::loader, "--loader", generates ? "generate" : "");
    else if (option.choices.empty())
      text_ += ":files\n";
  }

  std::span<const std::string> words_;
  std::string_view last_;
  const host::PluginRegistry& plugins_;
  const Command* command_ = nullptr;
  std::vector<Option> options_;
  std::set<std::string, std::less<>> offered_;
  std::string text_;
};

}  // namespace

void print_completions(std::span<const Command> commands, std::span<const std::string> words,
                       const host::PluginRegistry& plugins) {
  print(Completion(commands, words, plugins).lines());
}

}  // namespace wayfront::app
