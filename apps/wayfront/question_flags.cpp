#include "question_flags.hpp"

#include <algorithm>
#include <ranges>
#include <span>
#include <string_view>
#include <type_traits>
#include <variant>

namespace wayfront::app {
namespace {

using host::Question;
using host::QuestionFlag;
using host::QuestionRow;

const QuestionRow& row_of(std::string_view name) {
  return *std::ranges::find_if(
      host::question_rows(), [&](const QuestionRow& row) { return row.flag.name != nullptr && row.flag.name == name; });
}

void read_vertex(Question& question, const std::string& id, std::string_view flag) {
  const host::VertexId vertex{std::string_view(id)};
  if (flag == "--to") {
    question.targets = {vertex};
  } else {
    question.rule = Question::Rule::listed;
    question.sources = {vertex};
  }
}

}  // namespace

Option QuestionFlags::option(const QuestionRow& row, const char* help, bool required, bool one_vertex) {
  const QuestionFlag& flag = row.flag;
  Option option{.name = flag.name, .into = &question_.nearest, .help = help, .required = required};
  option.may_be_bare = flag.may_be_bare;
  std::visit(
      [&](auto into) {
        if constexpr (std::is_member_object_pointer_v<decltype(into)>) {
          option.into = &(question_.*into);
        } else {
          Text& text = texts_.emplace_back(&flag, required, one_vertex);
          option.into = &text.given;
          if (row.key.type != OptionType::choice) return;
          text.given = row.key.default_value.text;
          for (const Choice& word : std::span(row.key.choices).first(row.key.choice_count))
            option.choices.emplace_back(word.name);
        }
      },
      flag.into);
  if (flag.not_with != nullptr)
    for (const auto other : std::views::split(std::string_view(flag.not_with), ','))
      option.not_with.emplace_back(other.begin(), other.end());
  return option;
}

void QuestionFlags::add_to(std::vector<Option>& rows, host::FlagOf of) {
  for (const QuestionRow& row : host::question_rows())
    if (row.flag.of == of && row.flag.name != nullptr)
      rows.push_back(option(row, row.flag.help != nullptr ? row.flag.help : row.key.help, row.flag.required, false));
}

void QuestionFlags::add(std::vector<Option>& rows, const char* name, const char* help) {
  rows.push_back(option(row_of(name), help, false, false));
}

void QuestionFlags::add_vertex(std::vector<Option>& rows, const char* name, const char* help, bool required) {
  rows.push_back(option(row_of(name), help, required, true));
}

Question QuestionFlags::question() const {
  Question question = question_;
  question.sample_seed = question.seed;
  for (const Text& text : texts_) {
    if (text.given.empty() && !text.required) continue;
    if (text.one_vertex)
      read_vertex(question, text.given, text.flag->name);
    else
      std::get<QuestionFlag::FromText>(text.flag->into)(question, text.given, text.flag->name);
  }
  return question;
}

}  // namespace wayfront::app
