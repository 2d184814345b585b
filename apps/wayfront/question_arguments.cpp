#include "question_arguments.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <string_view>
#include <system_error>

#include "base/errors.hpp"
#include "graph/sources.hpp"
#include "load/beside/vertex_list.hpp"

namespace wayfront::app {
namespace {

using host::ExitCode;
using host::UserError;
using host::VertexId;

/// The id in the quotes that begin there, with a quote for each two, as in CSV; `at` moves behind it. "" if no quotes
/// begin there.
std::string quoted_id(std::string_view text, std::size_t& at, const char* option) {
  std::string id;
  if (!text.substr(at).starts_with('"')) return id;
  std::size_t next = at + 1;
  for (;; ++next) {
    if (next >= text.size())
      throw UserError(ExitCode::usage, fmt::format("{}: a quoted id without its second quote in '{}'", option, text));
    if (text[next] == '"' && !text.substr(next + 1).starts_with('"')) break;
    if (text[next] == '"') ++next;
    id += text[next];
  }
  if (id.empty() || (next + 1 < text.size() && text[next + 1] != ','))
    throw UserError(ExitCode::usage,
                    fmt::format("{}: '{}' has a quoted id that is empty or goes on behind its quotes", option, text));
  at = next + 1;
  return id;
}

}  // namespace

void QuestionArguments::add_to(std::vector<Option>& rows) {
  rows.push_back(
      {"--from", &from,
       "The sources: ids with commas between them (\"a,b\" in quotes if an id has one), a file with one id per line, "
       "random:N for N random vertices with out-arcs, max_degree for the one with the most, or all.",
       true});
  rows.push_back({"--seed", &seed, "Random seed of random sources and of drawn rows; by default 1."});
  rows.push_back({"--to", &to, "The only vertices whose distances are wanted, given in the same way; by default all."});
  rows.push_back({"--limit", &limit, "Distances above it are not wanted and become \"unreached\"."});
  rows.push_back({.name = "--count",
                  .into = &count,
                  .help = "Only this many nearest vertices are wanted, the source among them.",
                  .not_with = {"--to"}});
  rows.push_back({.name = "--direction",
                  .into = &direction,
                  .help = "Whether distances are from the sources, or to them, against the arcs.",
                  .choices = {"from", "to"}});
  rows.push_back({"--batch", &batch,
                  "Number of sources that one call solves together; by default as many as suit the algorithm and the "
                  "memory."});
  rows.push_back({"--parallel", &parallel,
                  "Number of sources that an algorithm without batches of its own solves at the same time; by default "
                  "one per thread, on a device 8 for graphs of up to 2^24 arcs and else one."});
}

std::vector<VertexId> ids_of(const std::string& text, const char* option) {
  if (text.empty()) throw UserError(ExitCode::usage, fmt::format("{} is empty; name a vertex", option));
  std::error_code error;
  const bool numbers = text.find_first_not_of("0123456789,") == text.npos;
  if (!numbers && std::filesystem::exists(text, error)) {
    std::vector<VertexId> ids = host::read_vertex_list(text);
    if (ids.empty())
      throw UserError(ExitCode::usage, fmt::format("{}: the file {} has no ids; write one per line", option, text));
    return ids;
  }
  if (!numbers && text.find('/') != text.npos)
    throw UserError(ExitCode::usage, fmt::format("{}: file {} does not exist", option, text));
  std::vector<VertexId> ids;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::string quoted = quoted_id(text, begin, option);
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const std::string_view id = quoted.empty() ? std::string_view(text).substr(begin, end - begin) : quoted;
    if (id.empty())
      throw UserError(ExitCode::usage, fmt::format("{}: an id is missing in '{}'; write ids with a comma between each "
                                                   "two",
                                                   option, text));
    std::uint64_t number = 0;
    const auto read = std::from_chars(id.data(), id.data() + id.size(), number);
    const bool whole = read.ec == std::errc() && read.ptr == id.data() + id.size();
    ids.push_back(whole ? VertexId(number) : VertexId(id));
    begin = end + 1;
  }
  return ids;
}

Vertex vertex_of(const std::string& id, const char* option, const host::VertexIds& ids, Vertex vertices) {
  const VertexId wanted{std::string_view(id)};
  return host::vertices_of({&wanted, 1}, vertices, ids, option).front();
}

host::SourceRule source_rule(const std::string& text, std::uint64_t seed) {
  constexpr std::string_view random = "random:";
  host::SourceRule rule{.kind = host::SourceRule::Kind::all, .seed = seed};
  if (text == "all") return rule;
  if (text == "max_degree") {
    rule.kind = host::SourceRule::Kind::max_degree;
    return rule;
  }
  if (!text.starts_with(random)) {
    rule.kind = host::SourceRule::Kind::listed;
    rule.ids = ids_of(text, "--from");
    return rule;
  }
  const std::string_view count = std::string_view(text).substr(random.size());
  const auto read = std::from_chars(count.data(), count.data() + count.size(), rule.count);
  if (read.ec != std::errc() || read.ptr != count.data() + count.size() || rule.count == 0)
    throw UserError(ExitCode::usage,
                    fmt::format("--from: '{}' is not a number of random vertices, as in random:100", text));
  rule.kind = host::SourceRule::Kind::random;
  return rule;
}

}  // namespace wayfront::app
