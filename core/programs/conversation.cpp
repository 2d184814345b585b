#include "programs/conversation.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <system_error>
#include <utility>

namespace wayfront::programs {
namespace {

constexpr std::size_t max_kept_errors = 4096;  // bytes
constexpr std::size_t max_remarks = 1 << 16;
constexpr int max_parts = 64;  // that are read at a time: a program that prints without end is not read without end

}  // namespace

Conversation::Pipe Conversation::Pipe::make() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) throw std::system_error(errno, std::generic_category(), "no pipe");
  return {Descriptor(ends[0]), Descriptor(ends[1])};
}

Conversation::Conversation(const std::vector<std::string>& command, const std::vector<std::string>& settings)
    : input_(Pipe::make()), output_(Pipe::make()), error_(Pipe::make()), guarded_(Pipe::make()) {
  program_.emplace(command, settings, Streams{input_.read.get(), output_.write.get(), error_.write.get()});
  guard_.emplace(std::vector<std::string>{"/bin/sh", "-c", "read _; kill -KILL 0"}, std::vector<std::string>{},
                 Streams{.input = guarded_.read.get()}, &*program_);
  guarded_.read = Descriptor();
  // The end from which it reads stays open here, too, so that no write meets a closed pipe and raises a signal.
  output_.write = Descriptor();
  error_.write = Descriptor();
  for (const int end : {input_.write.get(), output_.read.get(), error_.read.get()}) ::fcntl(end, F_SETFL, O_NONBLOCK);
  process_ = Descriptor(static_cast<int>(::syscall(SYS_pidfd_open, program_->id(), 0)));
}

Conversation::~Conversation() { program_->kill(); }

bool Conversation::say(std::string_view line) {
  const std::string whole = std::string(line) + '\n';
  return ::write(input_.write.get(), whole.data(), whole.size()) == static_cast<ssize_t>(whole.size());
}

void Conversation::listen(std::chrono::milliseconds time) {
  std::array<pollfd, 3> news = {
      {{output_.read.get(), POLLIN, 0}, {error_.read.get(), POLLIN, 0}, {process_.get(), POLLIN, 0}}};
  ::poll(news.data(), news.size(), static_cast<int>(time.count()));
  take_errors();
  const bool gone = program_->status().has_value();  // a process that it left behind may hold its output open
  open_ = take_output() && !gone;
}

std::optional<std::string> Conversation::line() {
  const std::size_t end = said_.find('\n', taken_);
  if (end == said_.npos) return std::nullopt;
  std::string line = said_.substr(taken_, end - taken_);
  taken_ = end + 1;
  if (line.ends_with('\r')) line.pop_back();
  return line;
}

bool Conversation::ended() { return !open_; }

std::vector<std::string> Conversation::take_remarks() {
  take_errors();
  std::vector<std::string> lines;
  std::size_t begin = 0;
  for (std::size_t end; (end = remarks_.find('\n', begin)) != remarks_.npos; begin = end + 1)
    if (end != begin) lines.push_back(remarks_.substr(begin, end - begin));
  remarks_.erase(0, begin);
  return lines;
}

bool Conversation::take_output() {
  std::array<char, 4096> part;
  said_.erase(0, std::exchange(taken_, 0));
  for (int i = 0; i < max_parts; ++i) {
    const ssize_t size = ::read(output_.read.get(), part.data(), part.size());
    if (size < 0 && errno == EINTR) continue;
    if (size == 0) output_.read = Descriptor();  // the end: poll() would report it again and again
    if (size <= 0) return size < 0 && errno == EAGAIN;
    said_.append(part.data(), static_cast<std::size_t>(size));
    if (static_cast<std::size_t>(size) < part.size()) return true;
  }
  return true;
}

void Conversation::take_errors() {
  std::array<char, 4096> part;
  ssize_t size = 1;
  for (int i = 0; i < max_parts && (size = ::read(error_.read.get(), part.data(), part.size())) > 0; ++i) {
    const std::string_view text(part.data(), static_cast<std::size_t>(size));
    errors_ += text;
    if (errors_.size() > 2 * max_kept_errors) errors_.erase(0, errors_.size() - max_kept_errors);
    if (remarks_.size() < max_remarks) remarks_ += text;
    if (text.size() < part.size()) return;
  }
  if (size == 0) error_.read = Descriptor();  // the end: poll() would report it again and again
}

}  // namespace wayfront::programs
