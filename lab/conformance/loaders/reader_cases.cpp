// Loaders that read files: for any bytes, sniffing and loading must end, with a valid graph or an error that says what
// is wrong. Complete files of the format, if some are named, must give the same graph each time.
//
// They are loaded by load_graph(), like any file, which checks the loader's contract. The host chooses the offset kind
// of the graph; a loader only gives arcs.
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/errors.hpp"
#include "conformance/case.hpp"
#include "conformance/graphs.hpp"
#include "conformance/loaders/reading.hpp"
#include "files/input.hpp"
#include "graph/weight_kind.hpp"

namespace wayfront::host::conformance {
namespace {

namespace fs = std::filesystem;

/// Copies contain at most this many bytes of a file.
constexpr std::size_t max_content = std::size_t{1} << 18;

/// Bytes that end directly before an unreadable page.
class GuardedBytes {
 public:
  explicit GuardedBytes(std::string_view content) {
    const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    const std::size_t room = (content.size() + page - 1) / page * page;
    size_ = room + page;
    void* const memory = mmap(nullptr, size_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
    memory_ = static_cast<char*>(memory);
    mprotect(memory_ + room, page, PROT_NONE);
    bytes_ = memory_ + room - content.size();
    std::ranges::copy(content, bytes_);
  }
  ~GuardedBytes() { munmap(memory_, size_); }
  GuardedBytes(const GuardedBytes&) = delete;
  GuardedBytes& operator=(const GuardedBytes&) = delete;

  const char* data() const { return bytes_; }

 private:
  char* memory_;
  char* bytes_;
  std::size_t size_;
};

Match sniff(const Suite& suite, std::string_view head) {
  const GuardedBytes bytes(head);
  const Match match = opened(suite.plugin).sniff(bytes.data(), head.size());
  if (match.confidence < 0 || match.confidence > 100)
    throw Failed(fmt::format("sniff returns a confidence of {}, which is not in 0 .. 100", match.confidence));
  return match;
}

/// The start of a file's content, decompressed.
std::string content_of(const fs::path& file) {
  std::string content;
  try {
    const std::unique_ptr<FileInput> input = open_input(file);
    for (std::string_view piece = input->bytes(); !piece.empty() && content.size() < max_content;
         piece = input->bytes())
      content += piece.substr(0, max_content - content.size());
  } catch (const UserError& error) {
    throw Failed(error.what());
  } catch (const BadInput& error) {
    throw Failed(error.what());
  }
  return content;
}

bool is_text(std::string_view content) {
  return std::ranges::none_of(content, [](char c) { return static_cast<unsigned char>(c) < ' ' && !std::isspace(c); });
}

std::string noise(Random& random, bool text) {
  static constexpr std::string_view characters = "0123456789 \n\t-+.e#%cpavxABC,;<>\"\r";
  std::string content(1 + random.below(3000), '\0');
  for (char& c : content) c = text ? characters[random.below(characters.size())] : static_cast<char>(random.below(256));
  return content;
}

/// Wrong numbers for headers: too large, negative, just out of range.
constexpr std::uint64_t lies[] = {0, 1, 0x7fff'ffff, 0x8000'0000, 0xffff'ffff, 0x1'0000'0000, ~std::uint64_t{0}};

std::string damaged(std::string content, Random& random) {
  for (std::uint32_t changes = 1 + random.below(3); changes != 0 && !content.empty(); --changes) {
    // Half of the damage is at the start, where headers are.
    const std::size_t reach = random.chance(2) ? std::min<std::size_t>(content.size(), 64) : content.size();
    const std::size_t at = random.below(static_cast<std::uint32_t>(reach));
    const std::uint64_t lie = lies[random.below(std::size(lies))];
    switch (random.below(5)) {
      case 0:
        content[at] = static_cast<char>(random.below(256));
        break;
      case 1:
        content.erase(at, 1 + random.below(40));
        break;
      case 2:
        content.insert(at, content.substr(at, random.below(40)));
        break;
      case 3: {
        const std::size_t size = std::min<std::size_t>(random.chance(2) ? 4 : 8, content.size() - at);
        std::memcpy(content.data() + at, &lie, size);
        break;
      }
      default:
        if (const std::size_t digit = content.find_first_of("0123456789", at); digit != content.npos)
          content.replace(digit, 1, std::to_string(lie));
    }
  }
  return content;
}

/// Loads copies of `content` that `change` made; each must be valid or refused. Returns the messages of the refusals.
std::vector<std::string> try_copies(const Suite& suite, std::string_view name, int count,
                                    const std::function<std::string(int)>& change) {
  const Folder folder;
  const std::vector<WeightKind> kinds = kinds_of(suite.plugin);
  std::vector<std::string> errors;
  for (int i = 0; i < count; ++i) {
    const std::string content = change(i);
    if (content.empty()) continue;  // which the host refuses itself
    sniff(suite, std::string_view(content).substr(0, 4096));
    const fs::path file = folder.write(name, content);
    try {
      const LoadEnding ending = load_file(suite, file, kinds[static_cast<std::size_t>(i) % kinds.size()], 1 + i % 2);
      if (!ending.loaded()) errors.push_back(ending.error);
    } catch (const Failed& failed) {
      throw Failed(fmt::format("copy {}: {}{}", i, failed.what(), keep_file(suite, name, content)));
    }
  }
  return errors;
}

/// Whether an error gives a place: "/x.gr:17".
bool has_line(const std::string& error, std::string_view name) {
  const std::string file = fmt::format("/{}:", name);
  const std::size_t at = error.find(file);
  return at != error.npos && std::isdigit(static_cast<unsigned char>(error[at + file.size()])) != 0;
}

void sniffs_anything(const Suite& suite) {
  Random random(suite.options.seed);
  sniff(suite, "");
  for (const std::string_view head : {"\n", "0", "#", "%", "\r\n", "1 2", "p sp", "%%MatrixMarket"}) sniff(suite, head);
  sniff(suite, std::string(4096, '\0'));
  sniff(suite, std::string(4096, ' '));
  for (int i = 0; i < 400; ++i) sniff(suite, noise(random, i % 2 == 0));
}

void reads_noise(const Suite& suite) {
  Random random(suite.options.seed);
  try_copies(suite, "noise", suite.options.quick ? 100 : 400, [&](int i) {
    if (i < 256) return std::string(1, static_cast<char>(i));
    return noise(random, i % 2 == 0);
  });
}

void is_recognised(const Suite& suite, const fs::path& file) {
  const std::string content = content_of(file);
  if (sniff(suite, std::string_view(content).substr(0, 4096)).confidence == 0)
    throw Failed("sniff does not recognise it, so such files need loader = \"...\"");
}

/// Throws Failed where loading it again, also with several threads, gives another graph.
void require_same(const Suite& suite, const fs::path& file, WeightKind kind, const LoadEnding& first) {
  if (load_file(suite, file, kind, 1).digest() != first.digest())
    throw Failed(fmt::format("with {} weights, the graph differs from load to load", name(kind)));
  if (suite.threads > 1 && load_file(suite, file, kind, suite.threads).digest() != first.digest())
    throw Failed(fmt::format("with {} weights, the graph depends on the number of threads", name(kind)));
}

void loads_whole(const Suite& suite, const fs::path& file) {
  std::string refused;
  bool any = false;
  for (const WeightKind kind : kinds_of(suite.plugin)) {
    const LoadEnding first = load_file(suite, file, kind, 1);
    if (!first.loaded()) {
      refused = first.error;
      continue;
    }
    any = true;
    require_same(suite, file, kind, first);
  }
  if (!any) throw Failed(refused);
}

/// Without a file.
void generates(const Suite& suite, WeightKind kind) {
  const LoadEnding first = load_file(suite, {}, kind, 1);
  if (!first.loaded()) throw Failed(first.error);
  require_same(suite, {}, kind, first);
}

void is_cut(const Suite& suite, const fs::path& file) {
  const std::string content = content_of(file);
  const int places = suite.options.quick ? 24 : 100;
  // Half of them near the start, where headers end.
  try_copies(suite, file.filename().string(), places, [&](int i) {
    const std::size_t size = i < places / 2 ? static_cast<std::size_t>(i) + 1
                                            : content.size() * static_cast<std::size_t>(i - places / 2) /
                                                  static_cast<std::size_t>(places - places / 2);
    return content.substr(0, size);
  });
}

void is_damaged(const Suite& suite, const fs::path& file) {
  const std::string content = content_of(file);
  const std::string name = file.filename().string();
  Random random(suite.options.seed);
  const std::vector<std::string> errors =
      try_copies(suite, name, suite.options.quick ? 100 : 500, [&](int) { return damaged(content, random); });
  if (!is_text(content) || errors.empty()) return;
  // Not all errors have a line: a wrong count belongs to no single line.
  const auto placed = std::ranges::count_if(errors, [&](const std::string& it) { return has_line(it, name); });
  const auto other = std::ranges::find_if(errors, [&](const std::string& it) { return !has_line(it, name); });
  if (placed < std::ssize(errors) / 4)
    throw Failed(fmt::format("only {1} of {0} errors name their line ({2}:LINE); one that does not: {3}", errors.size(),
                             placed, name, *other));
}

/// Where a line makes no sense, the error names that line, with any number of threads.
void names_the_line(const Suite& suite, const fs::path& file) {
  const std::string content = content_of(file), name = file.filename().string();
  if (!is_text(content)) return;
  const auto lines = static_cast<std::uint32_t>(std::ranges::count(content, '\n'));
  const Folder folder;
  Random random(suite.options.seed);
  for (int i = 0; i < 24 && lines != 0; ++i) {
    const std::uint32_t line = random.below(lines);  // from 0
    std::size_t begin = 0;
    for (std::uint32_t k = 0; k < line; ++k) begin = content.find('\n', begin) + 1;
    std::string copy = content;
    copy.replace(begin, content.find('\n', begin) - begin, "1 ?! 2");
    const fs::path written = folder.write(name, copy);
    const WeightKind kind = kinds_of(suite.plugin).front();
    for (const unsigned threads : {1U, suite.threads}) {
      const LoadEnding ending = load_file(suite, written, kind, threads);
      const std::string place = fmt::format("/{}:", name);
      if (ending.loaded() || !has_line(ending.error, name)) continue;
      const std::size_t at = ending.error.find(place) + place.size();
      if (std::strtoull(ending.error.c_str() + at, nullptr, 10) == line + 1) continue;
      throw Failed(fmt::format("line {} makes no sense, but the error names another line{}: {}{}", line + 1,
                               threads == 1 ? "" : fmt::format(", with {} threads", threads), ending.error,
                               keep_file(suite, name, copy)));
    }
  }
}

}  // namespace

void add_generator_cases(const Suite& suite, Cases& cases) {
  for (const WeightKind kind : {WeightKind::int32, WeightKind::float32, WeightKind::int64, WeightKind::float64})
    add_case(cases, kind, "generates the same graph each time", [&suite, kind] { generates(suite, kind); });
}

void add_reader_cases(const Suite& suite, Cases& cases) {
  cases.push_back({"sniffs anything", [&suite] { sniffs_anything(suite); }});
  cases.push_back({"reads noise", [&suite] { reads_noise(suite); }});
  if (suite.options.files.empty())
    cases.push_back({"reads a file", [] {
                       throw Skipped(
                           "no file was named; wayfront check LOADER.so FILE... reads files of its format, "
                           "whole, cut and damaged");
                     }});
  for (const fs::path& file : suite.options.files) {
    const auto add = [&](const char* what, void (*body)(const Suite&, const fs::path&)) {
      cases.push_back(
          {fmt::format("{}: {}", file.filename().string(), what), [&suite, file, body] { body(suite, file); }});
    };
    add("is recognised", is_recognised);
    add("is loaded", loads_whole);
    add("is cut", is_cut);
    add("is damaged", is_damaged);
    add("names the line", names_the_line);
  }
}

}  // namespace wayfront::host::conformance
