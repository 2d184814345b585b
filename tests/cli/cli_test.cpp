// Runs one text file of commands and compares what they print. The file is a list of sections, each begun by a line:
//
//   --- file NAME        the lines that follow become this file in the scratch directory
//   --- graph NAME COUNT: ARC...         this file is a DIMACS graph of COUNT vertices and arcs such as 1>2:5
//   --- pipeline NAME GRAPH PLUGIN...    this file is a pipeline of that graph, unless it is `-`, and a run of each plugin;
//                        the lines that follow stand in it, those from a table's name on behind the runs
//   --- run COMMAND      bash runs it there, with this build's programs first in PATH; the lines that follow are its
//                        output (both streams), or more of the command if `expect` follows them
//   --- expect           the output of a command of several lines
//   --- skip-without PATH    the rest is skipped unless PATH exists; it may begin with $DATA or another variable
//   --- # anything       a comment
//
// In an expected line `*` stands for any text; the line `...` for any number of lines. Empty lines at the end of a
// section do not belong to it. An exit code that is not 0 stands behind the last line: `wayfront: error: no file [3]`, or
// alone where nothing was printed. A command within others has its code shown so by the function `ended` after it
// (`one; ended; two`), which may be given another code. The environment says where more is: DATA (real graphs), and what CMakeLists.txt sets.
// The language is C.UTF-8, the cache a folder of the scratch directory, and no other process uses the machine, whatever
// they are for who runs it.
//
// Usage: cli_test FILE PROGRAM_DIRECTORY DATA_DIRECTORY. Exit code 77: skipped.
#include <sys/wait.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <regex>
#include <span>
#include <sstream>
#include <string>
#include <vector>

namespace {

/// A line and the exit code that stands behind it, 0 for none.
struct Line {
  std::string text;
  int code = 0;
};

bool text_matches(std::string_view pattern, std::string_view text) {
  const std::size_t star = pattern.find('*');
  if (star == std::string_view::npos) return pattern == text;
  if (!text.starts_with(pattern.substr(0, star))) return false;
  for (std::size_t skipped = star; skipped <= text.size(); ++skipped)
    if (text_matches(pattern.substr(star + 1), text.substr(skipped))) return true;
  return false;
}

bool lines_match(std::span<const Line> patterns, std::span<const Line> lines) {
  if (patterns.empty()) return lines.empty();
  const Line& pattern = patterns[0];
  if (pattern.text == "..." && lines_match(patterns.subspan(1), lines)) return true;
  if (lines.empty() || lines[0].code != pattern.code) return false;
  if (pattern.text == "...") return lines_match(patterns, lines.subspan(1));
  return text_matches(pattern.text, lines[0].text) && lines_match(patterns.subspan(1), lines.subspan(1));
}

/// `text [CODE]`, as it is written in the file.
Line expected_line(const std::string& written) {
  static const std::regex with_code("(.*?) ?\\[([0-9]+)\\]");
  std::smatch parts;
  if (!std::regex_match(written, parts, with_code)) return {written};
  return {parts[1], std::stoi(parts[2])};
}

void print(std::span<const Line> lines) {
  for (const auto& [text, code] : lines)
    std::cout << "  | " << text << (code == 0 ? "" : " [" + std::to_string(code) + "]") << '\n';
}

/// Puts a code behind the last line.
void end_with(int code, std::vector<Line>& lines) {
  if (code == 0) return;
  if (lines.empty() || lines.back().code != 0) lines.emplace_back();
  lines.back().code = code;
}

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)  // under which plugins take long to open
constexpr bool is_sanitized = true;
#else
constexpr bool is_sanitized = false;
#endif
/// What is noted of a plugin that takes long to open, and of one whose thread works between calls.
bool is_dropped(const std::string& line) {
  return is_sanitized && line.ends_with("outside of its calls?");
}
constexpr char ended = '\36';  // before an exit code in the output

std::vector<Line> run(const std::string& command) {
  std::ofstream("command.sh") << "ended() { local code=${1:-$?}; printf '\\36%s\\n' $code; }; export -f ended\n"
                              << command << '\n';
  FILE* const pipe = popen("bash command.sh 2>&1 < /dev/null", "r");
  std::string output;
  char buffer[4096];
  for (std::size_t size; (size = std::fread(buffer, 1, sizeof buffer, pipe)) > 0;) output.append(buffer, size);
  const int status = pclose(pipe);
  std::vector<Line> lines;
  std::istringstream text(output);
  for (std::string line; std::getline(text, line);) {
    const std::size_t code = line.find(ended);
    if (is_dropped(line)) continue;
    if (code != 0) lines.push_back({line.substr(0, code)});
    if (code != line.npos) end_with(std::stoi(line.substr(code + 1)), lines);
  }
  end_with(WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), lines);
  return lines;
}

struct Section {
  std::size_t line;
  std::string kind, argument;
  std::vector<std::string> body;
};

std::vector<Section> read_sections(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::vector<Section> sections;
  std::size_t number = 0;
  for (std::string line; std::getline(file, line);) {
    ++number;
    if (line.starts_with("--- ")) {
      const std::size_t space = std::min(line.find(' ', 4), line.size());
      sections.push_back({number, line.substr(4, space - 4), line.substr(std::min(space + 1, line.size())), {}});
    } else if (!sections.empty() && !is_dropped(line)) {
      sections.back().body.push_back(line);
    }
  }
  for (Section& section : sections)
    while (!section.body.empty() && section.body.back().empty()) section.body.pop_back();
  return sections;
}

void write_file(const std::filesystem::path& path, std::span<const std::string> lines) {
  std::filesystem::create_directories(std::filesystem::absolute(path).parent_path());
  std::ofstream file(path);
  for (const std::string& line : lines) file << line << '\n';
}

void write_graph(const std::string& argument) {
  std::istringstream words(argument);
  std::string name, count;
  words >> name >> count;
  std::vector<std::string> lines = {""};
  for (std::string arc; words >> arc;) {
    std::ranges::replace_if(
        arc, [](char c) { return c == '>' || c == ':'; }, ' ');
    lines.push_back("a " + arc);
  }
  lines[0] = "p sp " + count.substr(0, count.find(':')) + ' ' + std::to_string(lines.size() - 1);
  write_file(name, lines);
}

void write_pipeline(const std::string& argument, std::span<const std::string> body) {
  std::istringstream words(argument);
  std::string name, graph;
  words >> name >> graph;
  std::vector<std::string> lines;
  if (graph != "-") lines.push_back("graph.path = \"" + graph + '"');
  const auto tables = std::ranges::find_if(body, [](const std::string& line) { return line.starts_with('['); });
  lines.insert(lines.end(), body.begin(), tables);
  for (std::string plugin; words >> plugin;) lines.insert(lines.end(), {"[[run]]", "plugin = \"" + plugin + '"'});
  lines.insert(lines.end(), tables, body.end());
  write_file(name, lines);
}

/// Whether the command prints what is expected; else says so.
bool check(const std::string& where, const std::string& command, std::span<const std::string> written) {
  std::vector<Line> expected;
  for (const std::string& line : written) expected.push_back(expected_line(line));
  const std::vector<Line> lines = run(command);
  if (lines_match(expected, lines)) return true;
  std::cout << where << "`" << command << "` printed:\n";
  print(lines);
  std::cout << "expected:\n";
  print(expected);
  return false;
}

int play(const std::filesystem::path& path) {
  int failures = 0, checked = 0;
  const std::vector<Section> sections = read_sections(path);
  std::string command;
  for (std::size_t i = 0; i < sections.size(); ++i) {
    const Section& section = sections[i];
    const std::string where = path.filename().string() + ":" + std::to_string(section.line) + ": ";
    if (section.kind == "file") {
      write_file(section.argument, section.body);
    } else if (section.kind == "graph") {
      write_graph(section.argument);
    } else if (section.kind == "pipeline") {
      write_pipeline(section.argument, section.body);
    } else if (section.kind == "run" && i + 1 < sections.size() && sections[i + 1].kind == "expect") {
      command = section.argument;
      for (const std::string& line : section.body) command += '\n' + line;
    } else if (section.kind == "run" || (section.kind == "expect" && section.argument.empty())) {
      ++checked;
      if (section.kind == "run") command = section.argument;
      failures += !check(where, command, section.body);
    } else if (section.kind == "skip-without") {
      std::string needed = section.argument;
      if (const std::size_t end = std::min(needed.find('/'), needed.size()); needed.starts_with('$')) {
        const char* const value = std::getenv(needed.substr(1, end - 1).c_str());
        needed.replace(0, end, value == nullptr ? "" : value);
      }
      if (std::filesystem::exists(needed)) continue;
      std::cout << where << "skipped: " << needed << " is not there\n";
      if (checked == 0) return 77;
      break;
    } else if (section.kind != "#") {
      std::cout << where << "unknown section '" << section.kind << "'\n";
      ++failures;
    }
  }
  if (checked == 0) std::cout << path.filename().string() << ": expects nothing\n";
  return failures == 0 && checked > 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 4) return 2;
  const std::filesystem::path path = std::filesystem::absolute(argv[1]);
  const std::string programs = std::filesystem::absolute(argv[2]);
  setenv("PATH", (programs + ":" + std::getenv("PATH")).c_str(), 1);
  setenv("DATA", argv[3], 1);
  setenv("LC_ALL", "C.UTF-8", 1);  // what bash, ls and sort say and how they sort
  for (const char* sanitizer : {"ASAN_OPTIONS", "TSAN_OPTIONS"})
    setenv(sanitizer, "handle_segv=0:handle_sigbus=0:handle_abort=0:handle_sigfpe=0", 0);  // crashes end as without one
  if (is_sanitized) setenv("SANITIZED", "1", 1);
  std::string scratch = std::filesystem::temp_directory_path() / "wayfront-cli-XXXXXX";
  if (mkdtemp(scratch.data()) == nullptr) return 2;
  setenv("XDG_CACHE_HOME", (scratch + "/.cache").c_str(), 1);
  setenv("WAYFRONT_MACHINE", (scratch + "/.machine").c_str(), 1);  // which tells nothing, however busy this one is
  std::filesystem::current_path(scratch);
  const int code = play(path);
  std::filesystem::current_path("/");
  std::filesystem::remove_all(scratch);
  return code;
}
