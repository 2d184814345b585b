#include <algorithm>
#include <iterator>
#include <set>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "command_line.hpp"

namespace wayfront::app {

void print_completions(std::span<const Command> commands, std::span<const std::string> words) {
  const std::string last = words.empty() ? "" : words.back(),
                    before = words.size() > 1 ? *std::prev(words.end(), 2) : "";
  const Command* typed = nullptr;
  for (std::size_t i = 0; i + 1 < words.size() && typed == nullptr; ++i)
    for (const Command& command : commands)
      if (words[i] == command.name) typed = &command;
  std::vector<Option> options = common_options();
  if (typed != nullptr) options.insert(options.begin(), typed->options.begin(), typed->options.end());
  const auto waiting =
      std::ranges::find_if(options, [&](const Option& it) { return std::ranges::count(names_of(it), before) != 0; });
  std::string text;
  std::set<std::string_view> offered;
  const auto offer = [&](std::string_view word, std::string_view help) {  // once, if it begins as the last one does
    if (!word.starts_with(last) || !offered.insert(word).second) return;
    text += word;
    if (!help.empty()) text.append("\t").append(help.substr(0, help.find('\n')));
    text += '\n';
  };
  constexpr const char* files = ":files\n";
  if (before.starts_with('-') && waiting != options.end() && !std::holds_alternative<bool*>(waiting->into) &&
      !waiting->may_be_bare) {
    for (const std::string& word : waiting->choices) offer(word, "");
    if (waiting->choices.empty()) text += files;
  } else if (last.starts_with('-')) {
    for (const Option& option : options)
      for (const std::string_view name : names_of(option))
        if (name.starts_with('-')) offer(name, option.help);
    for (const char* const name : {"-h", "--help"}) offer(name, "Print this help message and exit.");
    if (typed == nullptr) offer("--version", "Print the version and exit.");
  } else if (typed != nullptr) {
    text += files;
  } else {
    for (const Command& command : commands) offer(command.name, command.help);
  }
  print(text);
}

}  // namespace wayfront::app
