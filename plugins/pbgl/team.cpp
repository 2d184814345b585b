#include "team.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <system_error>

namespace wayfront::pbgl {
namespace {

constexpr int milliseconds_per_look = 20;                      // at whether the run was cancelled
constexpr std::uint64_t max_at_once = std::uint64_t{1} << 20;  // bytes between two looks

/// No file: it vanishes with the process, however that ends.
std::string new_socket_name() {
  static std::atomic<unsigned> count{0};
  return "wayfront-pbgl-" + std::to_string(::getpid()) + "-" + std::to_string(++count);
}

Descriptor listen_at(const std::string& name) {
  Descriptor listener(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::ranges::copy(name, address.sun_path + 1);
  const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + name.size());
  if (listener.get() < 0 || ::bind(listener.get(), reinterpret_cast<const sockaddr*>(&address), size) != 0 ||
      ::listen(listener.get(), 1) != 0)
    throw Failure(StatusCode::failed, std::string("pbgl: no socket for the ranks: ") + std::strerror(errno));
  return listener;
}

std::string name_of(int listener) {
  sockaddr_un address{};
  socklen_t size = sizeof address;
  ::getsockname(listener, reinterpret_cast<sockaddr*>(&address), &size);
  return {address.sun_path + 1, size - offsetof(sockaddr_un, sun_path) - 1};
}

/// Room for what mpirun and eight ranks write into it, 4 MiB a rank.
constexpr std::uint64_t folder_bytes = std::uint64_t{64} << 20;

std::unique_ptr<programs::TemporaryFolder> new_folder() {
  try {
    return std::make_unique<programs::TemporaryFolder>("wayfront-pbgl-", "", folder_bytes);
  } catch (const std::system_error& error) {
    throw Failure(StatusCode::failed, std::string("pbgl: ") + error.what());
  }
}

Descriptor memory_file() {
  Descriptor file(::memfd_create("wayfront-pbgl-output", MFD_CLOEXEC));
  if (file.get() < 0)
    throw Failure(StatusCode::failed, std::string("pbgl: no memory file for output: ") + std::strerror(errno));
  ::fcntl(file.get(), F_SETFL, O_APPEND);
  return file;
}

/// Whether this process was given the socket's name, as ranks are. Process numbers of another machine, or of a process
/// that has ended, may be anybody's here.
bool belongs_to(pid_t process, const std::string& socket) {
  std::ifstream file("/proc/" + std::to_string(process) + "/cmdline", std::ios::binary);
  const std::string words{std::istreambuf_iterator<char>(file), {}};
  return words.find(socket) != std::string::npos;
}

}  // namespace

Team::Team(const TeamOptions& options, const RunContext& context)
    : options_(options), folder_(new_folder()), listener_(listen_at(new_socket_name())), output_(memory_file()) {
  start();
  accept(context);
  meet(context);
  met_ = true;
}

void Team::start() try {
  launcher_.emplace(programs::command_for(options_.launch, {options_.program, name_of(listener_.get())}),
                    programs::settings_for(options_.launch, folder_->path()),
                    programs::Streams{.output = output_.get(), .error = output_.get()});
} catch (const std::system_error& error) {
  const bool missing = error.code() == std::errc::no_such_file_or_directory;
  throw Failure(StatusCode::failed, std::string("pbgl: ") + error.what() +
                                        (missing ? "; install Open MPI (openmpi-bin), or put it into PATH" : ""));
}

std::string Team::said() const {
  std::string text;
  std::array<char, 4096> block{};
  for (off_t at = 0;;) {
    const ssize_t got = ::pread(output_.get(), block.data(), block.size(), at);
    if (got <= 0) return text;
    text.append(block.data(), static_cast<std::size_t>(got));
    at += got;
  }
}

Team::~Team() {
  // Asked, they end by themselves. A rank in the middle of a solve does not listen: then by force, first those on this
  // machine, and mpirun, which ends those elsewhere and removes what it left in /tmp.
  const Question end{.source = no_more};
  using std::chrono::milliseconds;
  if (idle_ && ::send(line_.get(), &end, sizeof end, MSG_NOSIGNAL | MSG_DONTWAIT) > 0 &&
      launcher_->wait(milliseconds(400)))
    return;
  for (const Descriptor& rank : ranks_) ::syscall(SYS_pidfd_send_signal, rank.get(), SIGKILL, nullptr, 0);
  launcher_->signal(SIGTERM);
  launcher_->wait(milliseconds(400));
}

void Team::accept(const RunContext& context) {
  for (;;) {
    context.throw_if_cancelled();
    pollfd ready{listener_.get(), POLLIN, 0};
    ::poll(&ready, 1, milliseconds_per_look);
    Descriptor line(::accept4(listener_.get(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
    if (line.get() < 0) {
      if (launcher_->status()) fail();
      throw_if_late("have not started");
      continue;
    }
    ucred peer{};
    socklen_t size = sizeof peer;
    if (::getsockopt(line.get(), SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0 || peer.uid != ::getuid()) continue;
    line_ = std::move(line);
    return;
  }
}

void Team::meet(const RunContext& context) {
  Hello hello{.magic = 0};
  receive(&hello, sizeof hello, context);
  if (hello.magic != hello_magic || hello.ranks != options_.launch.ranks)
    throw Failure(StatusCode::failed, "pbgl: " + options_.program + " was built for another version, or " +
                                          options_.launch.launcher + " started " + std::to_string(hello.ranks) +
                                          " ranks instead of " + std::to_string(options_.launch.ranks));
  const std::string socket = name_of(listener_.get());
  for (std::uint64_t rank = 0; rank < hello.ranks; ++rank) {
    Member member;
    receive(&member, sizeof member, context);
    if (member.on_this_machine == 0) continue;
    Descriptor process(static_cast<int>(::syscall(SYS_pidfd_open, static_cast<pid_t>(member.process), 0)));
    if (process.get() >= 0 && belongs_to(static_cast<pid_t>(member.process), socket))
      ranks_.push_back(std::move(process));
  }
}

template <WeightType W, OffsetType O>
void Team::give(const Job& job, const CsrView<W, O>& graph, const RunContext& context) {
  if (idle_) {
    const Question again{.source = new_graph};
    send(&again, sizeof again, context);
  }
  idle_ = false;
  send(&job, sizeof job, context);
  const std::uint64_t share = vertices_per_rank(graph.vertices, options_.launch.ranks);
  std::vector<std::uint64_t> degrees;
  for (std::uint64_t rank = 0; rank < options_.launch.ranks; ++rank) {
    const auto begin = static_cast<Vertex>(std::min<std::uint64_t>(rank * share, graph.vertices));
    const auto end = static_cast<Vertex>(std::min<std::uint64_t>((rank + 1) * share, graph.vertices));
    degrees.resize(end - begin);
    for (Vertex v = begin; v < end; ++v) degrees[v - begin] = graph.degree(v);
    const O first = begin == end ? 0 : graph.begin(begin);
    const Part part{.vertices = degrees.size(), .arcs = begin == end ? 0 : graph.end(end - 1) - first};
    send(&part, sizeof part, context);
    send(degrees.data(), degrees.size() * sizeof(std::uint64_t), context);
    send(graph.targets + first, part.arcs * sizeof(Vertex), context);
    send(graph.weights + first, part.arcs * sizeof(W), context);
  }
  Ready ready;
  receive(&ready, sizeof ready, context);
  peak_bytes_ = ready.peak_bytes;
  idle_ = true;
}
template void Team::give(const Job&, const CsrView<std::int32_t, std::uint32_t>&, const RunContext&);
template void Team::give(const Job&, const CsrView<std::int32_t, std::uint64_t>&, const RunContext&);
template void Team::give(const Job&, const CsrView<float, std::uint32_t>&, const RunContext&);
template void Team::give(const Job&, const CsrView<float, std::uint64_t>&, const RunContext&);

void Team::ask(Vertex source, std::span<std::uint32_t> distances, const RunContext& context) {
  idle_ = false;
  const Question question{.source = source};
  send(&question, sizeof question, context);
  Answer answer;
  receive(&answer, sizeof answer, context);
  receive(distances.data(), distances.size_bytes(), context);
  peak_bytes_ = answer.peak_bytes;
  idle_ = true;
}

void Team::send(const void* data, std::uint64_t bytes, const RunContext& context) {
  const auto* at = static_cast<const char*>(data);
  while (bytes != 0) {
    await(POLLOUT, context);
    const ssize_t sent = ::send(line_.get(), at, std::min(bytes, max_at_once), MSG_NOSIGNAL);
    if (sent < 0 && (errno == EAGAIN || errno == EINTR)) continue;
    if (sent <= 0) fail();
    at += sent;
    bytes -= static_cast<std::uint64_t>(sent);
  }
}

void Team::receive(void* data, std::uint64_t bytes, const RunContext& context) {
  auto* at = static_cast<char*>(data);
  while (bytes != 0) {
    await(POLLIN, context);
    const ssize_t got = ::recv(line_.get(), at, std::min(bytes, max_at_once), 0);
    if (got < 0 && (errno == EAGAIN || errno == EINTR)) continue;
    if (got <= 0) fail();
    at += got;
    bytes -= static_cast<std::uint64_t>(got);
  }
}

void Team::await(short events, const RunContext& context) {
  for (;;) {
    context.throw_if_cancelled();
    pollfd ready{line_.get(), events, 0};
    if (::poll(&ready, 1, milliseconds_per_look) > 0) return;  // hung up counts: the call that follows finds out
    if (!met_) throw_if_late("have started, but do not reach each other");
  }
}

void Team::throw_if_late(const char* what) {
  if (!programs::is_for_several_machines(options_.launch) || Clock::now() - start_ < options_.start_timeout) return;
  const std::string reason = programs::reason_in(said(), marker);
  throw Failure(
      StatusCode::failed,
      "pbgl: the ranks " + (options_.launch.host_file.empty() ? "" : "of " + options_.launch.host_file + " ") + what +
          " after " + std::to_string(std::chrono::duration_cast<std::chrono::seconds>(options_.start_timeout).count()) +
          " seconds" + programs::advice_on(said()) +
          (reason.empty() ? "" : "; " + options_.launch.launcher + " said: " + reason));
}

void Team::fail() {
  // It says why when it ends, a second or two after it told the other ranks to, on a busy machine later.
  const std::optional<int> status = launcher_->wait(std::chrono::seconds(10));
  const std::string reason = programs::reason_in(said(), marker);
  if (!status) throw Failure(StatusCode::failed, "pbgl: rank 0 is gone" + (reason.empty() ? "" : ": " + reason));
  StatusCode code = StatusCode::failed;
  if (WIFEXITED(*status) && WEXITSTATUS(*status) == exit_unsupported) code = StatusCode::unsupported;
  if (WIFEXITED(*status) && WEXITSTATUS(*status) == exit_out_of_memory) code = StatusCode::out_of_memory;
  const bool may_be_network = code == StatusCode::failed && !met_ && programs::is_for_several_machines(options_.launch);
  throw Failure(code, "pbgl: " + (reason.empty() ? "" : reason + "; ") +
                          programs::how_it_ended(options_.launch.launcher, *status) +
                          (may_be_network ? programs::advice_on(said()) : ""));
}

}  // namespace wayfront::pbgl
