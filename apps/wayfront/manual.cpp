#include "manual.hpp"

#include <fmt/format.h>

#include <fstream>
#include <string>
#include <string_view>
#include <system_error>

#include "base/errors.hpp"
#include "option_names.hpp"
#include "output.hpp"
#include "results/machine.hpp"

namespace wayfront::app {
namespace {

/// Text between macros: backslashes and dashes as they are, no line begins with a control character.
std::string plain(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    const bool at_begin = escaped.empty() || escaped.back() == '\n';
    if (at_begin && (c == '.' || c == '\'')) escaped += "\\&";
    if (c == '\\')
      escaped += "\\e";
    else if (c == '-')
      escaped += "\\-";
    else
      escaped += c;
  }
  return escaped;
}

std::string bold(std::string_view text) { return "\\fB" + plain(text) + "\\fR"; }
std::string italic(std::string_view text) { return "\\fI" + plain(text) + "\\fR"; }

/// What stands behind an option: "SECONDS", or its words.
std::string value_of(const Option& option) {
  if (is_flag(option)) return "";
  std::string words;
  for (const std::string& word : option.choices) words += (words.empty() ? "" : "|") + word;
  if (!words.empty()) return words;
  if (is_path(option)) return "FILE";
  if (std::holds_alternative<int*>(option.into)) return "SECONDS";
  const bool is_text = std::holds_alternative<std::string*>(option.into) || is_list(option);
  return is_text ? "TEXT" : "NUMBER";
}

std::string entry(const Option& option) {
  std::string names;
  for (const std::string& name : names_of(option))
    names += (names.empty() ? "" : ", ") + (is_positional(option) ? italic(name) : bold(name));
  const std::string value = is_positional(option) ? "" : value_of(option);
  return fmt::format(".TP\n{}{}\n{}\n", names, value.empty() ? "" : " " + italic(value), plain(option.help));
}

std::string heading(std::string_view name, std::string_view text) {
  const std::string version = host::version_line();  // "wayfront 0.2.0 (...)"
  std::string upper(name);
  for (char& c : upper) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  std::string sentence(text);
  if (sentence.ends_with('.')) sentence.pop_back();
  return fmt::format(".TH {} 1 \"\" \"{}\" \"User Commands\"\n.SH NAME\n{} \\- {}\n", plain(upper),
                     version.substr(0, version.find(" (")), plain(name), plain(sentence));
}

std::string page_of(const Command& command) {
  std::string text = heading(fmt::format("wayfront-{}", command.name), command.help);
  text += fmt::format(".SH SYNOPSIS\n{} {}", bold("wayfront"), bold(command.name));
  std::string positionals, options;
  for (const Option& option : command.options) {
    if (!is_positional(option)) {
      options += entry(option);
      continue;
    }
    positionals += entry(option);
    const std::string word = italic(option.name) + (is_list(option) ? "..." : "");
    text += option.required ? " " + word : " [" + word + "]";
  }
  text += options.empty() ? "\n" : " [" + italic("OPTION") + "]...\n";
  text += fmt::format(".SH DESCRIPTION\n{}\n{}", plain(command.help), positionals);
  if (!options.empty()) text += ".SH OPTIONS\n" + options;
  return text + ".SH SEE ALSO\n.BR wayfront (1)\n";
}

/// The lines of the introduction; those that are indented stay as they are.
std::string introduction(std::string_view about) {
  std::string text;
  bool verbatim = false;
  while (!about.empty()) {
    const std::string_view line = about.substr(0, about.find('\n'));
    about.remove_prefix(std::min(line.size() + 1, about.size()));
    const bool indented = line.starts_with(' ');
    if (indented != verbatim) text += indented ? ".PP\n.nf\n" : ".fi\n.PP\n";
    verbatim = indented;
    text += plain(line) + '\n';
  }
  return text + (verbatim ? ".fi\n" : "");
}

std::string main_page(std::string_view about, std::span<const Command> commands) {
  std::string text = heading("wayfront", "runs, compares and checks shortest path algorithms");
  text += fmt::format(".SH SYNOPSIS\n{} {} [{}]...\n.SH DESCRIPTION\n{}", bold("wayfront"), italic("COMMAND"),
                      italic("ARGUMENT"), introduction(about));
  text += ".SH COMMANDS\nEach has a page of its own, such as\n.BR wayfront-run (1).\n";
  std::string see;
  for (const Command& command : commands) {
    text += fmt::format(".TP\n{}\n{}\n", bold(command.name), plain(command.help));
    see += fmt::format("{}.BR wayfront\\-{} (1)", see.empty() ? "" : ",\n", plain(command.name));
  }
  text += ".SH OPTIONS\n";
  for (const Option& option : common_options()) text += entry(option);
  text += ".SH FILES\nBeside the directory of the program:\n";
  constexpr const char* files[][2] = {
      {"../lib/wayfront/plugins", "The plugins."},
      {"../share/wayfront", "Pipelines to start from, in configs, and the smallest plugins, in templates."},
      {"../share/doc/wayfront", "The documentation."},
  };
  for (const auto& [path, what] : files) text += fmt::format(".TP\n{}\n{}\n", italic(path), what);
  return text + ".SH SEE ALSO\n" + see + "\n";
}

void write(const std::filesystem::path& file, const std::string& text) {
  std::ofstream out(file);
  out << text << std::flush;
  if (!out) throw host::UserError(host::ExitCode::failed_run, file.string() + ": cannot be written");
}

}  // namespace

void write_manual(const std::filesystem::path& directory, std::string_view about, std::span<const Command> commands) {
  std::error_code error;
  std::filesystem::create_directories(directory, error);
  write(directory / "wayfront.1", main_page(about, commands));
  for (const Command& command : commands)
    write(directory / fmt::format("wayfront-{}.1", command.name), page_of(command));
  print(fmt::format("wrote {} manual pages to {}\n", commands.size() + 1, directory.string()));
}

}  // namespace wayfront::app
