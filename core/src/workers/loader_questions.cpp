#include "workers/loader_questions.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "base/errors.hpp"
#include "files/byte_source.hpp"
#include "plugins/plugin_registry.hpp"
#include "workers/channel.hpp"
#include "workers/child_process.hpp"
#include "workers/worker.hpp"

namespace wayfront::host {
namespace {

using nlohmann::json;
using Clock = std::chrono::steady_clock;

constexpr std::chrono::seconds patience(4);  // with a loader, all of which are asked at the same time
constexpr std::uint32_t longest_answer = 1 << 16;

// The processes that answer.

/// What a loader's process does. It has nothing of its parent's but `socket`, and does not outlive it.
[[noreturn]] void answer(const std::string& file, std::string_view head, int socket) {
  constexpr int answers = STDERR_FILENO + 1;
  const pid_t parent = ::getppid();
  ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  std::signal(SIGTERM, SIG_DFL);
  ::dup2(socket, answers);
  ::close_range(answers + 1, ~0U, 0);
  if (::getppid() != parent) ::_exit(0);
  Channel channel(answers, longest_answer);
  const auto say = [&channel](const LoaderOpinion& it) {
    channel.send({{"confidence", it.confidence}, {"reason", it.reason}, {"unusable", it.unusable}});
  };
  try {
    say(opinion_of(read_plugin(file), head, [&channel] { channel.send({{"opened", true}}); }));
  } catch (const UserError& failure) {
    say({.unusable = failure.what()});
  } catch (const std::exception&) {  // no memory: its parent says that it ended
    ::_exit(1);
  }
  ::_exit(0);
}

/// One loader, and its process.
class Asked {
 public:
  Asked(const std::string& file, std::string_view head) {
    std::array<int, 2> ends;
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) return;
    process_ = ::fork();
    if (process_ == 0) answer(file, head, ends[1]);
    ::close(ends[1]);
    if (process_ > 0) ::setpgid(process_, process_);
    channel_.emplace(ends[0], longest_answer);
  }
  ~Asked() {
    if (process_ <= 0) return;
    ::kill(-process_, SIGKILL);  // what it started, too
    if (ended_) return;
    ::kill(process_, SIGKILL);
    take(0);
  }
  Asked(const Asked&) = delete;
  Asked& operator=(const Asked&) = delete;

  bool started() const { return process_ > 0; }
  /// Whether there is nothing more to wait for.
  bool settled() const { return process_ <= 0 || opinion_ || garbled_ || (closed_ && ended_); }
  /// To be polled; -1 where nothing more comes.
  int socket() const { return closed_ || !channel_ ? -1 : channel_->socket(); }

  void look() {
    if (settled()) return;
    if (!ended_) take(WNOHANG);  // before the last look at what it sent
    if (!channel_->take_in() || ended_) closed_ = true;
    try {
      while (const auto message = channel_->next()) hear(*message);
    } catch (const std::exception&) {
      closed_ = garbled_ = true;
    }
  }

  json opinion() const {
    if (opinion_) return *opinion_;
    return {{"left_out", fmt::format("{} when it {}", what_it_did(), opened_ ? "looked at the file" : "was opened")}};
  }

 private:
  void hear(const json& message) {
    if (message.contains("opened")) {
      opened_ = true;
      return;
    }
    opinion_ = {{"confidence", message.at("confidence").get<int>()},
                {"reason", message.at("reason").get<std::string>()},
                {"unusable", message.at("unusable").get<std::string>()}};
  }

  void take(int options) {
    int status = 0;
    rusage usage{};
    if (::wait4(process_, &status, options, &usage) != process_) return;
    constexpr std::uint64_t unit = 1024;  // of ru_maxrss
    ended_ = ChildProcess::Ended{.status = status,
                                 .peak_resident_bytes = static_cast<std::uint64_t>(usage.ru_maxrss) * unit};
  }

  std::string what_it_did() const {
    if (process_ <= 0) return "got no process";
    if (garbled_) return "sent what is not an answer";
    return ended_ ? how_it_ended(*ended_) : fmt::format("did not come back within {} s", patience.count());
  }

  pid_t process_ = -1;
  std::optional<Channel> channel_;
  std::optional<json> opinion_;
  std::optional<ChildProcess::Ended> ended_;
  bool opened_ = false, closed_ = false, garbled_ = false;
};

void wait_for(const std::deque<Asked>& all, Clock::time_point deadline) {
  constexpr std::chrono::milliseconds look_again(10);  // one may end while others hold its socket
  std::vector<pollfd> news;
  for (const Asked& one : all)
    if (!one.settled()) news.push_back({one.socket(), POLLIN, 0});
  const auto left = std::clamp<Clock::duration>(deadline - Clock::now(), Clock::duration::zero(), look_again);
  ::poll(news.data(), news.size(), static_cast<int>(std::chrono::ceil<std::chrono::milliseconds>(left).count()));
}

// The host that asks.

LoaderOpinion opinion_from(const json& said) {
  LoaderOpinion opinion;
  opinion.left_out = said.value("left_out", "");
  opinion.confidence = said.value("confidence", 0);
  opinion.reason = said.value("reason", "");
  opinion.unusable = said.value("unusable", "");
  return opinion;
}

[[noreturn]] void throw_not_asked(const Ending& ending) {
  if (ending.status == RunStatus::interrupted)
    throw UserError(ExitCode::interrupted, "interrupted while loaders were asked what the file is");
  throw UserError(ExitCode::plugin,
                  fmt::format("the process in which loaders are asked what a file is {}; name the loader, then none is "
                              "asked",
                              ending.reason));
}

/// Nothing where no process can be started.
std::optional<std::vector<LoaderOpinion>> ask_worker(const std::filesystem::path& program,
                                                     std::span<const Plugin* const> loaders, std::string_view head) {
  constexpr double limit = 10, grace = 2;  // far more than it takes unless the machine stands still
  json files = json::array();
  for (const Plugin* const loader : loaders) files.push_back(std::filesystem::absolute(loader->file).string());
  const FileHandle no_graph(::open("/dev/null", O_RDONLY | O_CLOEXEC));
  std::optional<Worker> worker;
  try {
    const WorkerRules rules{
        .program = program, .grace = grace, .end = Clock::now() + std::chrono::seconds(int(limit + grace))};
    worker.emplace(rules, no_graph.get(), Worker::Sinks{[](std::string_view) {}, [](std::string_view) {}});
  } catch (const std::runtime_error&) {
    return {};
  }
  const Worker::Reply reply =
      worker->ask({{"loaders", files}, {"head", std::string(head)}}, limit, "loaders were asked what a file is");
  if (!reply.message) throw_not_asked(reply.ending);
  try {
    std::vector<LoaderOpinion> opinions;
    for (const json& said : reply.message->at("opinions")) opinions.push_back(opinion_from(said));
    if (opinions.size() == loaders.size()) return opinions;
  } catch (const json::exception&) {  // as for too few of them
  }
  throw_not_asked({RunStatus::failed, "sent what is not an answer"});
}

/// A worker that ended before it answered gets one successor: a signal from outside need not reach that one, too.
auto ask_worker_twice(const std::filesystem::path& program, const std::vector<const Plugin*>& loaders,
                      std::string_view head) {
  try {
    return ask_worker(program, loaders, head);
  } catch (const UserError& lost) {
    if (lost.code() != ExitCode::plugin) throw;
    return ask_worker(program, loaders, head);
  }
}

/// What was asked before.
struct Memory {
  std::map<const Plugin*, LoaderOpinion> left_out;
  std::vector<const Plugin*> loaders;
  std::string head;
  std::vector<LoaderOpinion> opinions;
};

std::vector<LoaderOpinion> ask(const std::filesystem::path& program, Memory& memory,
                               std::span<const Plugin* const> loaders, std::string_view head) {
  if (std::ranges::equal(memory.loaders, loaders) && memory.head == head) return memory.opinions;
  std::vector<const Plugin*> now;
  for (const Plugin* const loader : loaders)
    if (!memory.left_out.contains(loader)) now.push_back(loader);
  auto answers = ask_worker_twice(program, now, head);
  if (!answers) answers = ask_loaders_here(now, head);
  for (std::size_t i = 0; i < now.size(); ++i)
    if (!(*answers)[i].left_out.empty()) memory.left_out.emplace(now[i], (*answers)[i]);
  std::vector<LoaderOpinion> all;
  std::size_t next = 0;
  for (const Plugin* const loader : loaders) {
    const bool asked = next < now.size() && now[next] == loader;
    all.push_back(asked ? (*answers)[next++] : memory.left_out.at(loader));
  }
  memory.loaders.assign(loaders.begin(), loaders.end());
  memory.head = head;
  memory.opinions = all;
  return all;
}

}  // namespace

json opinions_apart(const json& question) {
  const auto files = question.at("loaders").get<std::vector<std::string>>();
  const auto head = question.at("head").get<std::string>();
  json opinions = json::array();
  for (std::size_t next = 0; next < files.size();) {
    std::deque<Asked> batch;  // as many as there are processes and descriptors for, mostly all
    do batch.emplace_back(files[next++], head);
    while (batch.back().started() && next < files.size());
    if (!batch.back().started() && batch.size() > 1) {
      batch.pop_back();
      --next;
    }
    const Clock::time_point deadline = Clock::now() + patience;
    while (!std::ranges::all_of(batch, &Asked::settled) && Clock::now() < deadline) {
      wait_for(batch, deadline);
      for (Asked& one : batch) one.look();
    }
    for (const Asked& one : batch) opinions.push_back(one.opinion());
  }
  return {{"opinions", std::move(opinions)}};
}

AskLoaders ask_loaders_apart(std::filesystem::path program) {
  return [program = std::move(program), memory = std::make_shared<Memory>()](std::span<const Plugin* const> loaders,
                                                                             std::string_view head) {
    return ask(program, *memory, loaders, head);
  };
}

}  // namespace wayfront::host
