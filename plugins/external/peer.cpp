#include "peer.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <cmath>
#include <cstring>
#include <system_error>
#include <utility>

#include "sentence.hpp"
#include "wayfront/status.hpp"

namespace wayfront::external {
namespace {

constexpr int milliseconds_per_look = 20;  // at whether the run was cancelled
constexpr std::chrono::milliseconds to_end(500);
constexpr std::size_t max_line = 4096;         // of what is not a cycle
constexpr std::size_t max_kept_errors = 4096;  // bytes
constexpr std::size_t max_remarks = 1 << 16;

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

Peer::Pipe Peer::Pipe::make() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0)
    throw Failure(StatusCode::failed, std::string("external: no pipe for the peer: ") + std::strerror(errno));
  return {programs::Descriptor(ends[0]), programs::Descriptor(ends[1])};
}

Peer::Peer(const std::vector<std::string>& command, const std::filesystem::path& folder, const RunContext& context)
    : program_name_(program_of(command)),
      name_(program_name_),
      input_(Pipe::make()),
      output_(Pipe::make()),
      error_(Pipe::make()),
      guarded_(Pipe::make()) {
  start(command, folder);
  const std::string line = next_line(max_line, "it was expected to say \"ready\"", context);
  decline(line);
  const auto rest = after_word(line, "ready");
  if (!rest) fail_about(line, "\"ready\" was expected");
  if (rest->find_first_not_of(' ') == rest->npos) return;
  name_ = shown(rest->substr(rest->find_first_not_of(' '))) + " (" + program_name_ + ")";
}

void Peer::start(const std::vector<std::string>& command, const std::filesystem::path& folder) {
  std::vector<std::string> words = command;
  words.push_back(folder.string());
  try {
    program_.emplace(words, std::vector<std::string>{},
                     programs::Streams{input_.read.get(), output_.write.get(), error_.write.get()});
    guard_.emplace(std::vector<std::string>{"/bin/sh", "-c", "read _; kill -KILL 0"}, std::vector<std::string>{},
                   programs::Streams{.input = guarded_.read.get()}, &*program_);
    guarded_.read = programs::Descriptor();
  } catch (const std::system_error& error) {
    throw Failure(StatusCode::failed, std::string("external: ") + error.what());
  }
  // The end from which it reads stays open here, too, so that no write meets a closed pipe and raises a signal.
  output_.write = programs::Descriptor();
  error_.write = programs::Descriptor();
  for (const int end : {input_.write.get(), output_.read.get(), error_.read.get()}) ::fcntl(end, F_SETFL, O_NONBLOCK);
  process_ = programs::Descriptor(static_cast<int>(::syscall(SYS_pidfd_open, program_->id(), 0)));
}

Peer::~Peer() {
  if (!program_) return;
  // It is told to end, and reaches the end of its input: it ends by itself unless it is busy.
  [[maybe_unused]] const ssize_t written = ::write(input_.write.get(), "quit\n", 5);
  input_.write = programs::Descriptor();
  const auto end = std::chrono::steady_clock::now() + to_end;
  while (!program_->status() && std::chrono::steady_clock::now() < end) {
    wait_for_news();  // it may have something left to say, and waits until somebody reads it
    take_output();
    take_errors();
    said_.clear();
  }
  program_->kill();
}

PeerAnswer Peer::ask(Vertex source, Vertex vertices, const RunContext& context) {
  const std::string question = "solve " + std::to_string(source);
  take_output();
  if (!said_.empty()) fail_about(said_.substr(0, said_.find('\n')), "it was asked nothing");
  const std::string doing = "it was asked \"" + question + '"';
  if (::write(input_.write.get(), (question + '\n').c_str(), question.size() + 1) < 0)
    fail("reads none of its questions");

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
  if (!said_.empty()) fail_about(said_.substr(0, said_.find('\n')), "it had answered already, with " + in_quotes(line));
  return answer;
}

std::vector<std::string> Peer::take_remarks() {
  take_errors();
  std::vector<std::string> lines;
  for (std::size_t end; (end = remarks_.find('\n')) != remarks_.npos;) {
    if (end != 0) lines.push_back(shown(remarks_.substr(0, end)));
    remarks_.erase(0, end + 1);
  }
  return lines;
}

std::string Peer::next_line(std::size_t max, const std::string& doing, const RunContext& context) {
  for (bool open = true;;) {
    const std::size_t end = said_.find('\n');
    if (end != said_.npos) {
      std::string line = said_.substr(0, end);
      said_.erase(0, end + 1);
      if (line.ends_with('\r')) line.pop_back();
      return line;
    }
    if (said_.size() > max) fail_about(said_, "a line of at most " + std::to_string(max) + " bytes was expected");
    if (!open) fail_at_end(doing);
    context.throw_if_cancelled();
    wait_for_news();
    take_errors();
    const bool ended = program_->status().has_value();  // a process that it left behind may hold its output open
    open = take_output() && !ended;
  }
}

void Peer::wait_for_news() {
  std::array<pollfd, 3> news = {
      {{output_.read.get(), POLLIN, 0}, {error_.read.get(), POLLIN, 0}, {process_.get(), POLLIN, 0}}};
  ::poll(news.data(), news.size(), milliseconds_per_look);
}

bool Peer::take_output() {
  std::array<char, 4096> part;
  for (;;) {
    const ssize_t size = ::read(output_.read.get(), part.data(), part.size());
    if (size < 0 && errno == EINTR) continue;
    if (size == 0) output_.read = programs::Descriptor();  // it would be news for ever
    if (size <= 0) return size < 0 && errno == EAGAIN;
    said_.append(part.data(), static_cast<std::size_t>(size));
    if (static_cast<std::size_t>(size) < part.size()) return true;
  }
}

void Peer::take_errors() {
  std::array<char, 4096> part;
  ssize_t size = 0;
  while ((size = ::read(error_.read.get(), part.data(), part.size())) > 0) {
    const std::string_view text(part.data(), static_cast<std::size_t>(size));
    errors_ += text;
    if (errors_.size() > 2 * max_kept_errors) errors_.erase(0, errors_.size() - max_kept_errors);
    if (remarks_.size() < max_remarks) remarks_ += text;
    if (text.size() < part.size()) return;
  }
  if (size == 0) error_.read = programs::Descriptor();  // closed: it would be news for ever
}

void Peer::decline(std::string_view line) const {
  const auto reason = after_word(line, "skip");
  if (!reason) return;
  throw Unsupported("external: " + name_ + ": " + (reason->empty() ? "declined" : shown(*reason)));
}

void Peer::fail(const std::string& what) {
  take_errors();
  const std::string words = last_words(errors_);
  throw Failure(StatusCode::failed, "external: " + name_ + ": " + what +
                                        (words.empty() ? "" : "; its standard error ended with: " + words));
}

void Peer::fail_about(std::string_view line, const std::string& expected) {
  fail("said " + in_quotes(line) + " where " + expected);
}

void Peer::fail_at_end(const std::string& doing) {
  const std::string unfinished = said_.empty() ? "" : ", with the unfinished line " + in_quotes(said_);
  const std::optional<int> status = program_->wait(std::chrono::seconds(1));
  take_errors();
  if (!status) fail("closed its standard output when " + doing + unfinished);
  fail(programs::how_it_ended("it", *status) + " when " + doing + unfinished);
}

}  // namespace wayfront::external
