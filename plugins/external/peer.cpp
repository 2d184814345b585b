#include "peer.hpp"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>
#include <system_error>
#include <utility>

#include "sentence.hpp"
#include "wayfront/status.hpp"

namespace wayfront::external {
namespace {

constexpr std::chrono::milliseconds look(20);  // at whether the run was cancelled
constexpr std::chrono::milliseconds to_end(500);
constexpr std::size_t max_line = 4096;  // of what is not a cycle

/// What follows `word` and a blank at the start of a line; nothing if the line starts with something else.
std::optional<std::string_view> after_word(std::string_view line, std::string_view word) {
  if (!line.starts_with(word)) return {};
  line.remove_prefix(word.size());
  if (line.empty()) return line;
  if (line.front() != ' ') return {};
  return line.substr(1);
}

/// A name for a command: its last word that is a file, or else its first word. "python3 -u peer.py" is called peer.py.
std::string program_of(const std::vector<std::string>& command) {
  std::error_code ignored;
  for (std::size_t i = command.size(); i-- > 1;)
    if (std::filesystem::is_regular_file(command[i], ignored))
      return std::filesystem::path(command[i]).filename().string();
  return std::filesystem::path(command.front()).filename().string();
}

/// The number that a text consists of.
template <class T>
std::optional<T> number(std::string_view text) {
  T value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return {};
  return value;
}

std::optional<std::vector<Vertex>> vertices_in(std::string_view text) {
  std::vector<Vertex> found;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    if (end != 0) {
      const auto vertex = number<Vertex>(text.substr(0, end));
      if (!vertex) return {};
      found.push_back(*vertex);
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return found;
}

}  // namespace

Peer::Peer(const std::vector<std::string>& command, const std::filesystem::path& folder, const RunContext& context)
    : program_name_(program_of(command)), name_(program_name_) {
  std::vector<std::string> words = command;
  words.push_back(folder.string());
  try {
    conversation_.emplace(words, std::vector<std::string>{});
  } catch (const std::system_error& error) {
    throw Failure(StatusCode::failed, std::string("external: ") + error.what());
  }
  const std::string line = next_line(max_line, "it was expected to say \"ready\"", context);
  decline(line);
  const auto rest = after_word(line, "ready");
  if (!rest) fail_about(line, "\"ready\" was expected");
  if (rest->find_first_not_of(' ') == rest->npos) return;
  name_ = shown(rest->substr(rest->find_first_not_of(' '))) + " (" + program_name_ + ")";
}

Peer::~Peer() {
  if (!conversation_ || failed_) return;  // then it is killed
  // It is told to end, and reaches the end of its input: it ends by itself unless it is busy.
  conversation_->say("quit");
  conversation_->close_input();
  const auto end = std::chrono::steady_clock::now() + to_end;
  while (!conversation_->program().status() && std::chrono::steady_clock::now() < end) {
    conversation_->listen(look);  // it may have something left to say, and waits until somebody reads it
    while (conversation_->line()) {
    }
  }
}

PeerAnswer Peer::ask(Vertex source, Vertex vertices, const RunContext& context) {
  const std::string question = "solve " + std::to_string(source);
  conversation_->listen(std::chrono::milliseconds(0));
  if (const std::string said = conversation_->next_said(); !said.empty()) fail_about(said, "it was asked nothing");
  const std::string doing = "it was asked \"" + question + '"';
  if (!conversation_->say(question)) fail("reads none of its questions");

  constexpr std::size_t max_digits = 11;  // of a vertex, and a blank
  const std::string line = next_line(max_line + max_digits * vertices, doing, context);
  decline(line);
  PeerAnswer answer;
  if (const auto rest = after_word(line, "done")) {
    if (!rest->empty()) {
      answer.seconds = number<double>(*rest);
      if (!answer.seconds || !std::isfinite(*answer.seconds) || *answer.seconds < 0)
        fail_about(line, "after \"done\" nothing or a number of seconds was expected");
    }
  } else if (const auto cycle = after_word(line, "negative-cycle")) {
    auto found = vertices_in(*cycle);
    if (!found || found->empty()) fail_about(line, "after \"negative-cycle\" vertices were expected");
    answer.cycle = std::move(*found);
  } else {
    fail_about(line, "\"done\" was expected when " + doing);
  }
  if (const std::string said = conversation_->next_said(); !said.empty())
    fail_about(said, "it had answered already, with " + in_quotes(line));
  return answer;
}

std::vector<std::string> Peer::take_remarks() {
  std::vector<std::string> lines = conversation_->take_remarks();
  for (std::string& line : lines) line = shown(line);
  return lines;
}

std::string Peer::next_line(std::size_t max, const std::string& doing, const RunContext& context) {
  for (;;) {
    if (const auto line = conversation_->line()) return *line;
    if (conversation_->next_said().size() > max)
      fail_about(conversation_->next_said(), "a line of at most " + std::to_string(max) + " bytes was expected");
    if (conversation_->ended()) fail_at_end(doing);
    context.throw_if_cancelled();
    conversation_->listen(look);
  }
}

void Peer::decline(std::string_view line) const {
  const auto reason = after_word(line, "skip");
  if (!reason) return;
  throw Unsupported("external: " + name_ + ": " + (reason->empty() ? "declined" : shown(*reason)));
}

void Peer::fail(const std::string& what) {
  failed_ = true;
  conversation_->listen(std::chrono::milliseconds(0));
  const std::string words = last_words(conversation_->errors());
  throw Failure(StatusCode::failed, "external: " + name_ + ": " + what +
                                        (words.empty() ? "" : "; its standard error ended with: " + words));
}

void Peer::fail_about(std::string_view line, const std::string& expected) {
  fail("said " + in_quotes(line) + " where " + expected);
}

void Peer::fail_at_end(const std::string& doing) {
  const std::string said = conversation_->next_said();
  const std::string unfinished = said.empty() ? "" : ", with the unfinished line " + in_quotes(said);
  const std::optional<int> status = conversation_->program().wait(std::chrono::seconds(1));
  if (!status) fail("closed its standard output when " + doing + unfinished);
  fail(programs::how_it_ended("it", *status) + " when " + doing + unfinished);
}

}  // namespace wayfront::external
