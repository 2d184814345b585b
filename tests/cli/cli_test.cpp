// Runs one text file of commands and compares what they print. The file is a list of sections, each begun by a line:
//
//   --- file NAME        the lines that follow become this file in the scratch directory
//   --- run COMMAND      bash runs it there, with this build's programs first in PATH
//   --- expect CODE      its exit code, and its output (both streams) line by line
//   --- skip-without PATH    the rest is skipped unless PATH exists; it may begin with $DATA or another variable
//   --- # anything       a comment
//
// In an expected line `*` stands for any text; the line `...` for any number of lines. Empty lines at the end of a
// section do not belong to it. The environment says where more is: DATA (real graphs), and what CMakeLists.txt sets.
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
#include <span>
#include <string>
#include <vector>

namespace {

bool line_matches(std::string_view pattern, std::string_view text) {
  const std::size_t star = pattern.find('*');
  if (star == std::string_view::npos) return pattern == text;
  if (!text.starts_with(pattern.substr(0, star))) return false;
  for (std::size_t skipped = star; skipped <= text.size(); ++skipped)
    if (line_matches(pattern.substr(star + 1), text.substr(skipped))) return true;
  return false;
}

bool lines_match(std::span<const std::string> patterns, std::span<const std::string> lines) {
  if (patterns.empty()) return lines.empty();
  if (patterns[0] == "...") {
    for (std::size_t skipped = 0; skipped <= lines.size(); ++skipped)
      if (lines_match(patterns.subspan(1), lines.subspan(skipped))) return true;
    return false;
  }
  return !lines.empty() && line_matches(patterns[0], lines[0]) && lines_match(patterns.subspan(1), lines.subspan(1));
}

struct Finished {
  int code;
  std::vector<std::string> lines;
};

Finished run(const std::string& command) {
  std::ofstream("command.sh") << command << '\n';
  FILE* const pipe = popen("bash command.sh 2>&1 < /dev/null", "r");
  std::string output;
  char buffer[4096];
  for (std::size_t size; (size = std::fread(buffer, 1, sizeof buffer, pipe)) > 0;) output.append(buffer, size);
  const int status = pclose(pipe);
  Finished finished{WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), {}};
  std::size_t begin = 0;
  while (begin < output.size()) {
    const std::size_t end = std::min(output.find('\n', begin), output.size());
    finished.lines.push_back(output.substr(begin, end - begin));
    begin = end + 1;
  }
  return finished;
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
    } else if (!sections.empty()) {
      sections.back().body.push_back(line);
    }
  }
  for (Section& section : sections)
    while (!section.body.empty() && section.body.back().empty()) section.body.pop_back();
  return sections;
}

int play(const std::filesystem::path& path) {
  int failures = 0, checked = 0;
  std::string command = "true";
  for (const Section& section : read_sections(path)) {
    const auto where = [&] { return path.filename().string() + ":" + std::to_string(section.line) + ": "; };
    if (section.kind == "file") {
      std::filesystem::create_directories(std::filesystem::absolute(section.argument).parent_path());
      std::ofstream file(section.argument);
      for (const std::string& line : section.body) file << line << '\n';
    } else if (section.kind == "run") {
      command = section.argument;
      for (const std::string& line : section.body) command += '\n' + line;
    } else if (section.kind == "expect") {
      ++checked;
      const Finished finished = run(command);
      if (finished.code == std::atoi(section.argument.c_str()) && lines_match(section.body, finished.lines)) continue;
      ++failures;
      std::cout << where() << "`" << command << "` ended with " << finished.code << " (expected " << section.argument
                << ") and printed:\n";
      for (const std::string& line : finished.lines) std::cout << "  | " << line << '\n';
      std::cout << "expected:\n";
      for (const std::string& line : section.body) std::cout << "  | " << line << '\n';
    } else if (section.kind == "skip-without") {
      std::string needed = section.argument;
      if (const std::size_t end = std::min(needed.find('/'), needed.size()); needed.starts_with('$')) {
        const char* const value = std::getenv(needed.substr(1, end - 1).c_str());
        needed.replace(0, end, value == nullptr ? "" : value);
      }
      if (std::filesystem::exists(needed)) continue;
      std::cout << where() << "skipped: " << needed << " is not there\n";
      if (checked == 0) return 77;
      break;
    } else if (section.kind != "#") {
      std::cout << where() << "unknown section '" << section.kind << "'\n";
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
    setenv(sanitizer, "handle_segv=0:handle_sigbus=0:handle_abort=0", 0);  // plugins that crash end as without one
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
