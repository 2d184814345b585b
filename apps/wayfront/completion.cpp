#include <algorithm>
#include <iterator>
#include <set>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "command_line.hpp"
#include "output.hpp"

namespace wayfront::app {
namespace {

/// Those words that begin as the last one on the line does, each once, a line each.
class Offer {
 public:
  explicit Offer(std::string_view last) : last_(last) {}

  void add(std::string_view word, std::string_view help) {
    if (!word.starts_with(last_) || !offered_.emplace(word).second) return;
    text_ += word;
    if (!help.empty()) text_.append("\t").append(help.substr(0, help.find('\n')));
    text_ += '\n';
  }
  void add_files() { text_ += ":files\n"; }
  const std::string& text() const { return text_; }

 private:
  std::string_view last_;
  std::set<std::string, std::less<>> offered_;
  std::string text_;
};

}  // namespace

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
  Offer offer(last);
  if (before.starts_with('-') && waiting != options.end() && !std::holds_alternative<bool*>(waiting->into) &&
      !waiting->may_be_bare) {
    for (const std::string& word : waiting->choices) offer.add(word, "");
    if (waiting->choices.empty()) offer.add_files();
  } else if (last.starts_with('-')) {
    for (const Option& option : options)
      for (const std::string_view name : names_of(option))
        if (name.starts_with('-')) offer.add(name, option.help);
    for (const char* const name : {"-h", "--help"}) offer.add(name, "Print this help message and exit.");
    if (typed == nullptr) offer.add("--version", "Print the version and exit.");
  } else if (typed != nullptr) {
    offer.add_files();
  } else {
    for (const Command& command : commands) offer.add(command.name, command.help);
  }
  print(offer.text());
}

}  // namespace wayfront::app
