#include "question/question_rows.hpp"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

#include "base/refusal.hpp"
#include "base/text.hpp"
#include "load/beside/beside.hpp"

namespace wayfront::host {
namespace {

/// The id in the quotes that begin there, as in CSV; `at` moves behind it. "" if no quotes begin there.
std::string quoted_id(std::string_view text, std::size_t& at, const char* flag) {
  std::string_view rest = text.substr(at);
  if (!rest.starts_with('"')) return {};
  const std::optional<std::string> id = take_quoted(rest);
  if (!id) refuse("{}: a quoted id without its second quote in '{}'", flag, text);
  if (id->empty() || (!rest.empty() && rest.front() != ','))
    refuse("{}: '{}' has a quoted id that is empty or goes on behind its quotes", flag, text);
  at = text.size() - rest.size();
  return *id;
}

}  // namespace

std::vector<VertexId> ids_of(const std::string& text, const char* flag, std::string& file) {
  if (text.empty()) refuse("{} is empty; name a vertex", flag);
  std::error_code error;
  const bool numbers = text.find_first_not_of("0123456789,") == text.npos;
  if (!numbers && std::filesystem::exists(text, error)) {
    std::vector<VertexId> ids = read_vertex_list(text);
    if (ids.empty()) refuse("{}: the file {} has no ids; write one per line", flag, text);
    file = text;
    return ids;
  }
  if (!numbers && text.find('/') != text.npos) refuse("{}: file {} does not exist", flag, text);
  std::vector<VertexId> ids;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::string quoted = quoted_id(text, begin, flag);
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const std::string_view id = quoted.empty() ? std::string_view(text).substr(begin, end - begin) : quoted;
    if (id.empty())
      refuse(
          "{}: an id is missing in '{}'; write ids with a comma between each "
          "two",
          flag, text);
    ids.push_back(id_in(id));
    begin = end + 1;
  }
  return ids;
}

void read_sources(Question& question, const std::string& text, const char* flag) {
  constexpr std::string_view random = "random:";
  question.rule = text == "all" ? Question::Rule::all : Question::Rule::max_degree;
  if (text == "all" || text == "max_degree") return;
  if (!text.starts_with(random)) {
    question.rule = Question::Rule::listed;
    question.sources = ids_of(text, flag, question.source_file);
    return;
  }
  question.random = number_of<std::uint64_t>(std::string_view(text).substr(random.size())).value_or(0);
  if (question.random == 0) refuse("{}: '{}' is not a number of random vertices, as in random:100", flag, text);
  question.rule = Question::Rule::random;
}

}  // namespace wayfront::host
