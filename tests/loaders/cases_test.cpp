// Reads cases/FORMAT/*.case, whose form README.md explains: what loaders make of texts, or say against them.
#include <charconv>
#include <sstream>

#include "load_and_save.hpp"
#include "numpy/npy.hpp"

namespace wayfront::host {
namespace cases_test {

using Names = std::map<std::string, std::string, std::less<>>;  // of `let`

template <class T>
std::string bytes_of(std::istringstream& words) {
  std::string all;
  for (std::string word; words >> word;) {
    T value{};
    std::from_chars(word.data(), word.data() + word.size(), value);
    all.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  return all;
}

std::string unescaped(std::string_view text, const Names& names);

/// What stands for `\{CALL}`.
std::string called(const std::string& call, const Names& names) {
  if (const auto found = names.find(call); found != names.end()) return unescaped(found->second, names);
  std::istringstream words(call);
  std::string first;
  words >> first;
  if (first == "i16") return bytes_of<std::int16_t>(words);
  if (first == "i32") return bytes_of<std::int32_t>(words);
  if (first == "i64") return bytes_of<std::int64_t>(words);
  if (first == "u32") return bytes_of<std::uint32_t>(words);
  if (first == "u64") return bytes_of<std::uint64_t>(words);
  if (first == "f32") return bytes_of<float>(words);
  if (first == "f64") return bytes_of<double>(words);
  if (first == "npy") {
    std::string type;
    words >> type;
    std::vector<std::uint64_t> shape;
    for (std::uint64_t size = 0; words >> size;) shape.push_back(size);
    return numpy::write_header('\'' + type + '\'', shape);
  }
  const std::size_t times = call.find(" * ");
  REQUIRE_MESSAGE(times != call.npos, "no name and no call: " << call);
  const std::string once = unescaped(std::string_view(call).substr(times + 3), names);
  std::string all;
  for (int left = std::stoi(first); left > 0; --left) all += once;
  return all;
}

std::string unescaped(std::string_view text, const Names& names) {
  std::string all;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] != '\\') {
      all += text[at];
      continue;
    }
    const char kind = text.at(++at);
    if (kind == '{') {
      const std::size_t end = text.find('}', at);
      all += called(std::string(text.substr(at + 1, end - at - 1)), names);
      at = end;
    } else if (kind == 'x') {
      all += static_cast<char>(std::stoi(std::string(text.substr(at + 1, 2)), nullptr, 16));
      at += 2;
    } else if (kind != 'e') {
      all += kind == 'n' ? '\n' : kind == 't' ? '\t' : kind == 'r' ? '\r' : kind == '0' ? '\0' : kind;
    }
  }
  return all;
}

/// "..." in the pattern stands for any text.
bool matches(std::string_view text, std::string_view pattern) {
  const std::size_t dots = pattern.find("...");
  if (dots == pattern.npos) return text == pattern;
  if (!text.starts_with(pattern.substr(0, dots))) return false;
  text.remove_prefix(dots);
  pattern.remove_prefix(dots + 3);
  for (std::size_t i = 0; i <= text.size(); ++i)
    if (matches(text.substr(i), pattern)) return true;
  return false;
}

/// What can be said of a graph in one word and a value.
const std::map<std::string, std::string (*)(const LoadedGraph&), std::less<>> facts = {
    {"loader", [](const LoadedGraph& it) { return it.loader; }},
    {"vertices", [](const LoadedGraph& it) { return std::to_string(it.graph->info().vertices); }},
    {"edges", [](const LoadedGraph& it) { return std::to_string(it.graph->info().edges); }},
    {"first", [](const LoadedGraph& it) { return std::to_string(it.ids.first()); }},
    {"ids", [](const LoadedGraph& it) { return it.ids.describe(it.graph->info().vertices); }},
    {"at", places_text},
    {"notes", [](const LoadedGraph& it) { return std::to_string(it.notes.size()); }},
    {"readings", [](const LoadedGraph& it) { return std::to_string(it.reading.size()); }},
    {"directed", [](const LoadedGraph& it) { return std::string(it.directed ? "" : "no"); }},
    {"undirected", [](const LoadedGraph& it) { return std::string(it.directed ? "no" : ""); }},
    {"weighted", [](const LoadedGraph& it) { return std::string(it.weighted ? "" : "no"); }},
    {"unweighted", [](const LoadedGraph& it) { return std::string(it.weighted ? "no" : ""); }},
};

/// A text, how it is read, and checks of what comes out.
struct Case {
  std::string loader;  // of its folder
  std::string file_name = "x";
  std::string input;
  Loading how;
  std::optional<LoadedGraph> graph;

  const LoadedGraph& loaded() {
    const Scratch scratch;
    if (!graph) graph = load(scratch.write(file_name, input), how);
    return *graph;
  }

  void check_error(std::string_view content, std::string_view wanted) const {
    const std::string said = error_of(content, how, file_name),
                      file = how.loader.empty() ? "FILE" : how.loader + ": FILE";
    const std::size_t at = said.find(file);
    const bool placed = how.loader.empty() ? at != said.npos : at == 0;
    CHECK_MESSAGE((placed && matches(std::string_view(said).substr(at + file.size()), wanted)), said);
  }

  void check(const std::string& fact, const std::string& rest, const std::string& whole) {
    if (fact == "loader") how.loader.clear();
    if (fact == "!") return check_error(input, rest);
    if (fact == "loader" && rest.starts_with("! ")) return check_error(input, rest.substr(2));
    if (fact == "because") {
      CHECK(matches(sniff(loader, input).reason, rest));
    } else if (fact == "sniff" || fact == "only") {
      CHECK(sniff(loader, input).confidence == std::stoi(rest));
      for (const char* other : {"dimacs", "edge-list", "galois", "gapbs", "ligra", "matrix-market", "metis", "tntp"})
        if (fact == "only" && other != loader) CHECK_MESSAGE(sniff(other, input).confidence == 0, other);
    } else if (fact == "cuts") {  // the last line may lack its end
      for (std::size_t size = 1; size < input.size() - (input.back() == '\n' ? 1 : 0); ++size)
        check_error(std::string_view(input).substr(0, size), "..." + rest);
    } else if (fact == "note" || fact == "reading") {
      const std::vector<std::string>& said = fact == "note" ? loaded().notes : loaded().reading;
      CHECK_MESSAGE(std::ranges::any_of(said, [&](const std::string& it) { return matches(it, rest); }),
                    (said.empty() ? "nothing" : said[0]));
    } else if (fact == "like") {
      CHECK(loaded().digest == load_text(rest, how).digest);
    } else if (const auto found = facts.find(fact); found != facts.end()) {
      const std::string is = found->second(loaded());
      CHECK_MESSAGE(matches(is, rest), is);
    } else {
      CHECK(arcs_text(loaded()) == whole);
    }
  }

  /// All facts that ` ; ` separates; an error is the last one.
  void check_all(std::string wanted, const Names& names) {
    while (!wanted.empty()) {
      const std::size_t end = wanted.find("! ") == 0 ? wanted.npos : wanted.find(" ; ");
      const std::string whole = unescaped(std::string_view(wanted).substr(0, end), names);
      wanted.erase(0, end == wanted.npos ? end : end + 3);
      const std::size_t blank = std::min(whole.find(' '), whole.size());
      check(whole.substr(0, blank), whole.substr(std::min(blank + 1, whole.size())), whole);
    }
  }
};

/// The lines of a file, those that begin with a blank joined to the ones before, with their numbers.
std::vector<std::pair<int, std::string>> lines_of(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::vector<std::pair<int, std::string>> lines;
  int number = 0;
  for (std::string line; std::getline(file, line);) {
    ++number;
    if (line.starts_with(' '))
      lines.back().second += line.substr(line.find_first_not_of(' ') - 1);
    else if (!line.empty() && !line.starts_with("//"))
      lines.emplace_back(number, line);
  }
  return lines;
}

void replace_all(std::string& text, std::string_view what, std::string_view by) {
  for (std::size_t at = 0; (at = text.find(what, at)) != text.npos; at += by.size()) text.replace(at, what.size(), by);
}

/// `line` is `[OPTIONS] INPUT | INPUT => FACTS`. Returns how many cases it has.
int check_line(std::string line, const Case& settings, const std::vector<std::string>& frames, const Names& names) {
  constexpr std::string_view arrow = " => ", hole = "\\{}";
  Case it = settings;
  if (line.starts_with('[')) {
    it.how.options = line.substr(1, line.find("] ") - 1);
    replace_all(it.how.options, "; ", "\n");
    line.erase(0, line.find("] ") + 2);
  }
  const std::string wanted = line.substr(line.find(arrow) + arrow.size());
  line.erase(line.find(arrow));
  int cases = 0;
  for (std::size_t begin = 0, end = 0; end < line.size(); begin = end + 3) {
    end = std::min(line.find(" | ", begin), line.size());
    const std::string input = line.substr(begin, end - begin);
    std::string facts_of_it = wanted;
    replace_all(facts_of_it, hole, input);
    for (std::string frame : frames) {
      replace_all(frame, hole, input);
      Case one = it;
      one.input = unescaped(frame, names);
      try {
        one.check_all(facts_of_it, names);
      } catch (const UserError& error) {
        FAIL_CHECK(std::string(error.what()));
      }
      ++cases;
    }
  }
  return cases;
}

/// Returns how many cases the file has.
int check_file(const std::filesystem::path& path, const std::string& loader) {
  int cases = 0;
  Names names;
  std::string title;
  std::vector<std::string> frames;
  Case settings;
  for (const auto& [number, line] : lines_of(path)) {
    INFO(path.string() << ":" << number << ": " << title);
    const std::string value = line.substr(std::min(line.size(), line.find(": ") + 2));
    if (contains(line, " => ")) {
      settings.how.loader = settings.loader = loader;
      cases += check_line(line, settings, frames.empty() ? std::vector<std::string>{"\\{}"} : frames, names);
    } else if (line.starts_with('[')) {
      title = line;
      frames.clear();
      settings = {};
    } else if (line.starts_with("let ")) {
      names[line.substr(4, line.find(": ") - 4)] = value;
    } else if (line.starts_with("frame: ")) {
      frames.push_back(value);
    } else if (line.starts_with("name: ")) {
      settings.file_name = value;
    } else {
      REQUIRE_MESSAGE(line.starts_with("weights: "), line);
      settings.how.weights = value == "float32"   ? WeightKind::float32
                             : value == "float64" ? WeightKind::float64
                                                  : WeightKind::int64;
    }
  }
  return cases;
}

TEST_CASE("texts and what becomes of them") {
  int cases = 0;
  for (const auto& folder : std::filesystem::directory_iterator(WAYFRONT_CASES)) {
    const std::string loader = folder.path().filename().string();
    if (loaders().look_up(PluginKind::loader, loader) == nullptr) {  // its library is not here
      CHECK_MESSAGE((loader == "graphml" || loader == "node-link" || loader == "osm"), loader);
      continue;
    }
    for (const auto& file : std::filesystem::directory_iterator(folder.path()))
      cases += check_file(file.path(), loader);
  }
  CHECK(cases > 850);
}

}  // namespace cases_test
}  // namespace wayfront::host
