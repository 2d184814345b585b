// What is asked of a graph, on a command line: the flags of question_rows().
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "command_line.hpp"
#include "question/question_rows.hpp"

namespace wayfront::app {

class QuestionFlags {
 public:
  /// Those of a kind of commands, as their rows say.
  void add_to(std::vector<Option>& rows, host::FlagOf of);
  /// One of them alone, with a sentence of the command's own.
  void add(std::vector<Option>& rows, const char* name, const char* help);
  /// The same for --from or --to where the text is the id of one vertex.
  void add_vertex(std::vector<Option>& rows, const char* name, const char* help, bool required);

  /// What the flags say. Reads files of ids. Throws host::UserError.
  host::Question question() const;
  /// Where no flag says anything.
  host::Question& otherwise() { return question_; }

 private:
  /// A flag whose text becomes a value once all are known.
  struct Text {
    const host::QuestionFlag* flag;
    bool required, one_vertex;
    std::string given{};
  };
  Option option(const host::QuestionRow& row, const char* help, bool required, bool one_vertex);

  host::Question question_ = host::default_question(host::Door::command);
  std::deque<Text> texts_;  // keeps addresses
};

}  // namespace wayfront::app
