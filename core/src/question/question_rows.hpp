// The parts of a question as rows, each declared once: its key in a pipeline file, and its flag in commands. A new part
// is a member of Question, a row, and its use.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "question/question.hpp"
#include "settings/settings.hpp"
#include "wayfront/options.hpp"

namespace wayfront::host {

/// The table of a pipeline file in which a key stands.
enum class QuestionTable : std::uint8_t { none, problem, measure, output };

/// The commands that have a flag: all that solve, or one of them.
enum class FlagOf : std::uint8_t { none, solving, solve, matrix };

struct QuestionFlag {
  /// Makes the value of a flag's text, which is not TOML. Throws UserError (usage), which begins with `flag`.
  using FromText = void (*)(Question& question, const std::string& text, const char* flag);

  const char* name = nullptr;  // "--limit"; null: there is none
  const char* help = nullptr;  // null: the key's
  FlagOf of = FlagOf::none;
  /// Texts of a key that is a choice are one of its words.
  std::variant<std::monostate, bool Question::*, std::uint64_t Question::*, double Question::*, FromText> into{};
  std::optional<std::uint64_t> unset{};  // a number where no flag is given; by default the key's default
  const char* not_with = nullptr;        // other flags, with commas between them
  bool required = false;
  bool may_be_bare = false;  // the number may be missing, and is 1 then
};

struct QuestionRow {
  QuestionTable table = QuestionTable::none;
  OptionRow key{};
  QuestionFlag flag{};
};

std::span<const QuestionRow> question_rows();

/// Where nothing is said. Commands choose how many sources they ask for at a time.
Question default_question(Door door);

/// Those of one table, in their order.
std::span<const OptionRow> question_keys(QuestionTable table);

/// Stores those settings alone whose names are among those of `part`.
void store_part(const Settings& settings, std::span<const OptionRow> part, void* options);

/// Stores those of a table's settings that are the question's. What only one of two rows of a name accepts, such as
/// batch = "auto", is checked here; errors begin with `title`.
void store_question(const Settings& settings, QuestionTable table, std::string_view title, Question& question,
                    Diagnostics& diagnostics);

// Vertices in the text of a command's flag, which is not TOML: 1e3, true and a,b are ids.

/// The ids of a list, or of a file if there is one of that name and the text is not a list of numbers; `file` is then
/// that name. Throws UserError, which begins with the flag: usage if there are none, the errors of read_vertex_list().
std::vector<VertexId> ids_of(const std::string& text, const char* flag, std::string& file);

/// The sources of a flag: "all", "max_degree", "random:N", or those that ids_of() reads. Throws the same errors.
void read_sources(Question& question, const std::string& text, const char* flag);

}  // namespace wayfront::host
