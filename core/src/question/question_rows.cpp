#include "question/question_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <limits>
#include <ranges>
#include <string_view>
#include <system_error>

#include "base/refusal.hpp"
#include "base/text.hpp"
#include "load/beside/beside.hpp"
#include "settings/table_rows.hpp"

namespace wayfront::host {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// Several rows of one name fill one member, of which the file sets at most one: only that one may store.

Question& in(void* to) { return *static_cast<Question*>(to); }

template <std::vector<VertexId> Question::*List, class Id, auto Item>
void store_ids(void* to, const OptionValue& value) {
  if (!value.is_set) return;
  if constexpr (List == &Question::sources) in(to).rule = Question::Rule::listed;
  for (const OptionValue& item : std::span(value.items, value.item_count))
    (in(to).*List).push_back(static_cast<Id>(item.*Item));
}

/// The vertices of a list, by their numbers or names.
template <std::vector<VertexId> Question::*List>
constexpr OptionRow numbers(const char* name, const char* help) {
  OptionRow row{.name = name, .type = OptionType::integers, .help = help};
  row.integers = {0, INT64_MAX};
  row.store = store_ids<List, std::uint64_t, &OptionValue::integer>;
  return row;
}

template <std::vector<VertexId> Question::*List>
constexpr OptionRow names(const char* name, const char* help) {
  OptionRow row{.name = name, .type = OptionType::texts, .help = help};
  row.store = store_ids<List, std::string_view, &OptionValue::text>;
  return row;
}

constexpr OptionRow stored(OptionRow row, void (*store)(void*, const OptionValue&)) {
  row.store = store;
  return row;
}

/// Stores the value that the file gives, if it does.
template <auto Member, auto Item>
void store_given(void* to, const OptionValue& value) {
  if (value.is_set) in(to).*Member = static_cast<std::decay_t<decltype(in(to).*Member)>>(value.*Item);
}

/// Stores a number if the file gives anything.
template <std::uint64_t Question::*Member, std::uint64_t Number>
void store_number(void* to, const OptionValue& value) {
  if (value.is_set) in(to).*Member = Number;
}

/// A word in place of a number; store_question() refuses others.
constexpr OptionRow word(const char* name, const char* help, void (*store)(void*, const OptionValue&)) {
  OptionRow row{.name = name, .type = OptionType::text, .help = help};
  row.default_value.text = "";
  row.store = store;
  return row;
}

struct Word {
  std::string_view key, word, number;
};
constexpr Word words[] = {{"batch", "auto", "sources"}, {"sample_rows", "all", "rows"}};

constexpr OptionRow random_sources[] = {
    integer<&Question::random>("random", 8, {1, 1'000'000},
                               "Number of distinct source vertices, each with at least one out-arc."),
    integer<&Question::seed>("seed", 1, {0, INT64_MAX}, "Random seed for the choice of sources."),
    real<&Question::reaches>("reaches", 0, {0, 4294967294},
                             "What each source must reach, including itself: up to 1 a share of the vertices, above "
                             "1 their number; 0: no condition."),
    text<&Question::source_file>(
        "file", "",
        "A text file with one id per line, relative to the pipeline file: these are the sources, "
        "in their order."),
};

constexpr OptionRow target_file[] = {
    required(text<&Question::target_file>("file", "", "A text file with one id per line.")),
};

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

void read_sample(Question& question, const std::string& text, const char* flag) {
  question.sample_beyond = 0;
  const auto rows = text == "all" ? RowSampling::all : number_of<std::uint64_t>(text);
  if (!rows) refuse("{} is '{}', but must be a number of rows, or all", flag, text);
  question.sample_rows = *rows;
}

constexpr QuestionFlag::FromText read_targets = [](Question& question, const std::string& text, const char* flag) {
  question.targets = ids_of(text, flag, question.target_file);
};

constexpr QuestionRow rows[] = {
    {QuestionTable::problem,
     table("sources", random_sources, "Random source vertices, or those of a file: { file = \"ids.txt\" }."),
     {.name = "--from",
      .help = "The sources: ids with commas between them (\"a,b\" in quotes if an id has one), a file with one id per "
              "line, random:N for N random vertices with out-arcs, max_degree for the one with the most, or all.",
      .of = FlagOf::solving,
      .into = QuestionFlag::FromText(read_sources),
      .required = true}},
    {QuestionTable::problem, numbers<&Question::sources>("sources", "The source vertices, by their ids in the file.")},
    {QuestionTable::problem, names<&Question::sources>("sources", "The source vertices, by their names in the file.")},
    {QuestionTable::problem,
     stored(choice<&Question::rule>("sources", Question::Rule::max_degree,
                                    {{"max_degree", Question::Rule::max_degree}, {"all", Question::Rule::all}},
                                    "The vertex with the most out-arcs, or all vertices in the order of their ids."),
            store_given<&Question::rule, &OptionValue::integer>)},
    {.flag = {.name = "--seed",
              .help = "Random seed of random sources and of drawn rows; by default 1.",
              .of = FlagOf::solving,
              .into = &Question::seed}},
    {QuestionTable::problem,
     numbers<&Question::targets>("targets", "The only vertices whose distances are wanted, by their ids in the file."),
     {.name = "--to",
      .help = "The only vertices whose distances are wanted, given in the same way; by default all.",
      .of = FlagOf::solving,
      .into = read_targets}},
    {QuestionTable::problem, names<&Question::targets>("targets", "The same by their names in the file.")},
    {QuestionTable::problem, table("targets", target_file, "The same from a file.")},
    {QuestionTable::problem,
     real<&Question::limit>("limit", infinity, {0, infinity},
                            "Distances above it are not wanted and become \"unreached\"."),
     {.name = "--limit", .of = FlagOf::solving, .into = &Question::limit}},
    {QuestionTable::problem,
     integer<&Question::count>("count", 0, {1, INT64_MAX},
                               "Only this many nearest vertices are wanted, the source among them; if not set, all."),
     {.name = "--count",
      .help = "Only this many nearest vertices are wanted, the source among them.",
      .of = FlagOf::solving,
      .into = &Question::count,
      .not_with = "--to"}},
    {QuestionTable::problem,
     choice<&Question::nearest>("mode", 0, {{"each", 0}, {"nearest", 1}},
                                "Whether distances are from each source, or once, from the nearest of all sources."),
     {.name = "--nearest",
      .help = "One search from all sources together: for each vertex the distance from the nearest of them, or with a "
              "number from so many nearest ones: --nearest 3.",
      .of = FlagOf::solve,
      .into = &Question::nearest,
      .may_be_bare = true}},
    {QuestionTable::problem,
     choice<&Question::reversed>("direction", false, {{"from", false}, {"to", true}},
                                 "Whether distances are from the sources, or to them, against the arcs."),
     {.name = "--direction",
      .of = FlagOf::solving,
      .into = QuestionFlag::FromText(
          [](Question& question, const std::string& text, const char*) { question.reversed = text == "to"; })}},
    {QuestionTable::problem,
     integer<&Question::batch>("batch", 1, {1, 1'000'000}, "Number of sources that one call solves together."),
     {.name = "--batch",
      .help = "Number of sources that one call solves together; by default as many as suit the algorithm and the "
              "memory.",
      .of = FlagOf::solving,
      .into = &Question::batch,
      .unset = 0}},
    {QuestionTable::problem,
     word("batch", "\"auto\": as many as suit the plugins of all runs, and the memory; a note says how many.",
          store_number<&Question::batch, 0>)},
    {QuestionTable::problem,
     boolean<&Question::predecessors>("predecessors", false, "Whether plugins also compute shortest-path trees.")},
    {QuestionTable::measure,
     integer<&Question::parallel>(
         "parallel_sources", 1, {0, 4096},
         "Number of sources of a batch that a plugin without batches of its own solves at the same time, each by an "
         "instance of its own; 0: one per thread."),
     {.name = "--parallel",
      .help = "Number of sources that an algorithm without batches of its own solves at the same time; by default "
              "one per thread, on a device 8 for graphs of up to 2^24 arcs and else one.",
      .of = FlagOf::solving,
      .into = &Question::parallel,
      .unset = 0}},
    {QuestionTable::output,
     texts<&Question::reduce>(
         "reduce",
         "Compute only these figures of the distances from each source: \"sum\", \"max\", \"reached\" (the number of "
         "reached vertices), \"within\" (of those within a limit), \"harmonic\" (the sum of 1 / distance)."),
     {.name = "--reduce",
      .help = "Instead of distances, these figures of each row: sum, max, reached, within, harmonic, with commas "
              "between them.",
      .of = FlagOf::matrix,
      .into = QuestionFlag::FromText([](Question& question, const std::string& text, const char*) {
        for (const auto figure : std::views::split(text, ','))
          question.reduce.emplace_back(figure.begin(), figure.end());
      }),
      .not_with = "--to,--count"}},
    {QuestionTable::output,
     stored(real<&Question::within>("within", infinity, {0, infinity}, "The limit of the figure \"within\"."),
            store_given<&Question::within, &OptionValue::real>),
     {.name = "--within",
      .help = "Count vertices up to this distance in the figure within.",
      .of = FlagOf::matrix,
      .into = &Question::within}},
    {QuestionTable::measure,
     integer<&Question::sample_rows>(
         "sample_rows", 32, {0, INT64_MAX},
         "Where a plugin reduces rows itself (output.reduce): number of its sources, drawn with `seed`, whose rows are "
         "certified and compared with its figures. Rows that come whole are all certified, unless `sample_whole`."),
     {.name = "--sample",
      .help = "How many random rows are certified, or all. By default 32 of more than 1024 sources, or of rows that "
              "an algorithm which was named reduces itself (--reduce), and otherwise all.",
      .of = FlagOf::matrix,
      .into = read_sample}},
    {QuestionTable::measure, word("sample_rows", "\"all\": the rows from all sources.",
                                  store_number<&Question::sample_rows, RowSampling::all>)},
    {QuestionTable::measure,
     stored({.name = "sample_whole",
             .type = OptionType::boolean,
             .help = "Whether rows that come whole, or with targets alone, are drawn like that, too. With predecessors "
                     "all are certified."},
            [](void* to, const OptionValue& value) {
              if (value.boolean) in(to).sample_beyond = 0;
            })},
    {QuestionTable::measure,
     boolean<&Question::check>(
         "check_rows", false,
         "Whether such a plugin checks each row itself, too, which takes time; reports say how many it checked."),
     {.name = "--check",
      .help = "With --reduce: an algorithm that reduces rows itself also checks each row, if it can.",
      .of = FlagOf::matrix,
      .into = &Question::check}},
};

std::vector<OptionRow> keys_of(QuestionTable table) {
  std::vector<OptionRow> keys;
  for (const QuestionRow& row : rows)
    if (row.table == table) keys.push_back(row.key);
  return keys;
}

}  // namespace

std::span<const QuestionRow> question_rows() { return rows; }

Question default_question(Door door) {
  Question question;
  if (door == Door::file) return question;
  for (const QuestionRow& row : rows)
    if (row.flag.unset) question.*std::get<std::uint64_t Question::*>(row.flag.into) = *row.flag.unset;
  return question;
}

std::span<const OptionRow> question_keys(QuestionTable table) {
  static const std::vector<OptionRow> problem = keys_of(QuestionTable::problem),
                                      measure = keys_of(QuestionTable::measure),
                                      output = keys_of(QuestionTable::output);
  return table == QuestionTable::problem ? problem : table == QuestionTable::measure ? measure : output;
}

void store_part(const Settings& settings, std::span<const OptionRow> part, void* options) {
  const std::span<const OptionRow> all = settings.rows();
  for (std::size_t i = 0; i < all.size(); ++i)
    if (std::ranges::any_of(part, [&](const OptionRow& row) { return std::string_view(row.name) == all[i].name; }))
      store_values(&all[i], 1, &settings.values()[i], options);
}

void store_question(const Settings& settings, QuestionTable table, std::string_view title, Question& question,
                    Diagnostics& diagnostics) {
  store_part(settings, question_keys(table), &question);
  for (const auto& [key, word, number] : words)
    if (const Value given = settings.value(key); given && given.is_text() && given.text() != word)
      diagnostics.error(given.place(), fmt::format("{}: '{}' is \"{}\", but must be a number of {} or \"{}\"", title,
                                                   key, given.text(), number, word));
}

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
