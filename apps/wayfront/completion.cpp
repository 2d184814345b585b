#include "completion.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <span>
#include <string_view>
#include <system_error>
#include <utility>

#include "base/errors.hpp"
#include "option_names.hpp"
#include "output.hpp"
#include "pipeline/pipeline.hpp"
#include "pipeline/pipeline_tables.hpp"
#include "plugins/plugin_registry.hpp"
#include "report/report.hpp"

namespace wayfront::app {
namespace {

using Rows = std::span<const OptionRow>;

/// Looks at the line from its begin to its last word.
class Completion {
 public:
  Completion(std::span<const Command> commands, const std::vector<std::string>& words)
      : commands_(commands), common_(common_options()), words_(words), last_(words.empty() ? "" : words.back()) {
    read();
  }

  std::string lines() {
    if (waiting_ != nullptr) {
      values(*waiting_, last_, "");
    } else if (const std::size_t equals = last_.find('='); last_.starts_with("--") && equals != last_.npos) {
      const Option* const option = find(last_.substr(0, equals));  // --plugin=dijk
      if (option != nullptr) values(*option, last_.substr(equals + 1), last_.substr(0, equals + 1));
    } else if (last_.starts_with('-')) {
      options();
    } else if (command_ == nullptr) {
      for (const Command& command : commands_) add(command.name, command.help);
    } else {
      positional();
    }
    return std::move(text_);
  }

 private:
  /// Everything before the last word: the command, the values of options, the number of positional words.
  void read() {
    for (std::size_t i = 0; i + 1 < words_.size(); ++i) {
      const std::string& word = words_[i];
      if (waiting_ != nullptr) {
        given_[names_of(*waiting_).back()] = word;
        waiting_ = nullptr;
      } else if (word.starts_with('-') && word.size() > 1) {
        const std::size_t equals = word.find('=');
        const Option* const option = find(word.substr(0, equals));
        if (option == nullptr || is_flag(*option)) continue;
        if (equals == word.npos)
          waiting_ = option;
        else
          given_[names_of(*option).back()] = word.substr(equals + 1);
      } else if (command_ == nullptr) {
        const auto it = std::ranges::find_if(commands_, [&](const Command& each) { return word == each.name; });
        if (it == commands_.end()) continue;
        command_ = &*it;
      } else {
        positionals_.push_back(word);
      }
    }
  }

  const Option* find(std::string_view name) const {
    const auto among = [&](std::span<const Option> options) -> const Option* {
      for (const Option& option : options)
        for (const std::string& own : names_of(option))
          if (own == name) return &option;
      return nullptr;
    };
    const Option* const found = command_ == nullptr ? nullptr : among(command_->options);
    return found != nullptr ? found : among(common_);
  }

  /// What plugins there are, in the file and the directory of the line and in those that are always searched.
  const host::PluginRegistry& plugins() {
    if (searched_) return plugins_;
    searched_ = true;
    std::error_code error;
    if (const auto it = given_.find("--plugin-file"); it != given_.end()) {
      try {
        plugins_.add_file(it->second);
      } catch (const host::UserError&) {  // the program itself says what is wrong
      }
    }
    if (const auto it = given_.find("--plugins");
        it != given_.end() && std::filesystem::is_directory(it->second, error))
      plugins_.add_directory(it->second);
    for (const auto& directory : host::PluginRegistry::default_directories()) plugins_.add_directory(directory);
    return plugins_;
  }

  void add(std::string_view word, std::string_view help, std::string_view prefix = "") {
    const std::string whole = std::string(prefix) + std::string(word);
    if (!whole.starts_with(last_) || !offered_.insert(whole).second) return;
    text_ += whole;
    if (!help.empty()) text_ += '\t' + std::string(help.substr(0, help.find('\n')));
    text_ += '\n';
  }
  void files() { text_ += ":files\n"; }

  void options() {
    const auto offer = [&](std::span<const Option> rows) {
      for (const Option& option : rows)
        if (!is_positional(option))
          for (const std::string& name : names_of(option)) add(name, option.help);
    };
    if (command_ != nullptr) offer(command_->options);
    offer(common_);
    for (const char* const name : {"-h", "--help"}) add(name, "Print this help message and exit.");
    if (command_ == nullptr) add("--version", "Print the version and exit.");
  }

  void positional() {
    std::size_t left = positionals_.size();
    for (const Option& option : command_->options) {
      if (!is_positional(option)) continue;
      if (left > 0 && !is_list(option)) {
        --left;
        continue;
      }
      return values(option, last_, "");
    }
  }

  void add_plugins(PluginKind kind, std::string_view prefix, std::uint64_t capability = 0) {
    for (const host::Plugin& plugin : plugins().plugins())
      if (plugin.descriptor->kind == kind && (plugin.about().capabilities & capability) == capability)
        add(plugin.about().name, plugin.about().summary, prefix);
  }

  void add_words(const OptionRow& row, std::string_view prefix) {
    if (row.type == OptionType::boolean)
      for (const char* const word : {"true", "false"}) add(word, "", prefix);
    for (const Choice& it : std::span(row.choices).first(row.choice_count)) add(it.name, "", prefix);
  }

  /// The words of all rows of that name.
  void add_words_of(Rows rows, std::string_view name, std::string_view prefix) {
    for (const OptionRow& row : rows)
      if (name == row.name) add_words(row, prefix);
  }

  /// NAME=VALUE, as far as `typed` goes; `table` stands before each name.
  void assignment(Rows rows, std::string_view typed, const std::string& prefix, const std::string& table = "") {
    const std::size_t equals = typed.find('=');
    if (equals == typed.npos) {
      for (const OptionRow& row : rows) add(table + row.name + '=', row.help, prefix);
      return;
    }
    const std::string_view name = typed.substr(0, equals);
    if (name.starts_with(table))
      add_words_of(rows, name.substr(table.size()), prefix + std::string(typed.substr(0, equals + 1)));
  }

  void options_of(PluginKind kind, const std::string& name, std::string_view typed, const std::string& prefix) {
    const host::Plugin* const plugin = plugins().look_up(kind, name);
    if (plugin != nullptr) assignment(plugin->options(), typed, prefix);
  }

  /// --set of a pipeline: keys of tables that may be there once, and of the graph's loader.
  void pipeline_keys(std::string_view typed, const std::string& prefix) {
    for (const host::PipelineTable& table : host::pipeline_tables()) {
      if (table.title.starts_with("[[")) continue;
      assignment(table.rows, typed, prefix, std::string(table.title.substr(1, table.title.size() - 2)) + '.');
    }
  }

  void labels(std::string_view prefix) {
    if (positionals_.empty()) return;
    try {
      const host::Pipeline pipeline = host::parse_pipeline(positionals_.front(), {}, plugins(), given_["--graph"]);
      for (const host::PlannedRun& run : pipeline.runs) add(run.label, run.plugin.about().summary, prefix);
    } catch (const host::UserError&) {  // the program itself says what is wrong
    }
  }

  /// What the value of `option` may be; `typed` is what is there of it, and `prefix` what stands before it in the word.
  /// Options of one name take the same values in every command, but for `--to` and `--set`.
  void values(const Option& option, std::string_view typed, const std::string& prefix) {
    const std::string name = names_of(option).back();
    const std::string_view command = command_ == nullptr ? "" : command_->name;
    if (!option.choices.empty()) {
      for (const std::string& word : option.choices) add(word, "", prefix);
    } else if (typed.find('/') != typed.npos && (name == "--plugin" || name == "--loader" || name == "PLUGIN")) {
      files();  // the path of a plugin in place of its name
    } else if (name == "--plugin" || (name == "PLUGIN" && command == "bench")) {
      add_plugins(PluginKind::algorithm, prefix);
    } else if (name == "--loader") {
      add_plugins(PluginKind::loader, prefix);
    } else if (name == "--option") {
      options_of(PluginKind::algorithm, given_["--plugin"], typed, prefix);
    } else if (name == "--set" && command == "run") {
      pipeline_keys(typed, prefix);
    } else if (name == "--set") {
      options_of(PluginKind::loader, command == "generate" ? "generate" : given_["--loader"], typed, prefix);
    } else if (name == "--step") {
      assignment(host::step_rows(), typed, prefix);
    } else if (name == "--weights") {
      add_words_of(host::graph_rows(), "weights", prefix);
    } else if (name == "--missing-weights") {
      add_words_of(host::weight_rule_rows(), "missing_weights", prefix);
    } else if (name == "--from" && command != "path") {
      add("all", "From each vertex.", prefix);
      add("max_degree", "From the vertex with the most out-arcs.", prefix);
      add("random:", "From N random vertices: random:N.", prefix);
      files();  // of ids
    } else if (name == "--filter") {
      labels(prefix);
    } else if (name == "--format") {
      for (const host::ReportFormat format : host::report_formats) add(host::name(format), "", prefix);
    } else if (name == "--to" && command == "convert") {
      add_plugins(PluginKind::loader, prefix, capability::writes);
    } else if (name == "KIND") {
      const host::Plugin* const generator = plugins().look_up(PluginKind::loader, "generate");
      if (generator != nullptr) add_words_of(generator->options(), "kind", prefix);
    } else if (name == "PLUGIN" && command == "describe") {
      add_plugins(PluginKind::algorithm, prefix);
      add_plugins(PluginKind::loader, prefix);
      add("pipeline", "The tables of a pipeline file.", prefix);
    } else if (is_path(option) || is_list(option) || std::holds_alternative<std::string*>(option.into)) {
      files();  // or a text of one's own
    }
  }

  std::span<const Command> commands_;
  std::vector<Option> common_;
  const std::vector<std::string>& words_;
  std::string last_;
  const Command* command_ = nullptr;
  const Option* waiting_ = nullptr;           // whose value comes next
  std::map<std::string, std::string> given_;  // the last value of each option, by its last name
  std::vector<std::string> positionals_;
  host::PluginRegistry plugins_;
  bool searched_ = false;
  std::set<std::string> offered_;
  std::string text_;
};

}  // namespace

void print_completions(std::span<const Command> commands, const std::vector<std::string>& words) {
  print(Completion(commands, words).lines());
}

}  // namespace wayfront::app
