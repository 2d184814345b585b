// wayfront-pbgl-rank: one of the processes that mpirun starts for the plugin pbgl. Not for use by hand.
//
//   wayfront-pbgl-rank SOCKET
//
// Rank 0 connects to the abstract Unix socket of that name, on which the plugin waits, and speaks message.hpp; it deals
// out the graph, passes questions on and collects the distances. All go through MPI, so the other ranks may run on
// other machines. Between questions no rank uses its processor: rank 0 waits for its socket, the others look for a
// message now and then. When the plugin's side of the socket closes, all end.

#include <arpa/inet.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <boost/mpi/communicator.hpp>
#include <boost/mpi/environment.hpp>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <new>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>

#include "distance.hpp"
#include "programs/mpi_ranks.hpp"
#include "solver.hpp"

namespace wayfront::pbgl {
namespace {

constexpr std::uint64_t max_at_once = std::uint64_t{1} << 28;  // bytes of one MPI message

/// Rank 0's end of the conversation.
class Line {
 public:
  explicit Line(std::string_view name) : socket_(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    const std::size_t length = std::min(name.size(), sizeof(address.sun_path) - 1);
    std::copy_n(name.data(), length, address.sun_path + 1);  // a leading 0: no file
    const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + 1 + length);
    if (socket_ < 0 || ::connect(socket_, reinterpret_cast<const sockaddr*>(&address), size) != 0)
      throw std::runtime_error(
          "cannot reach the program that started it; the first machine of host_file must be the one it runs on");
  }
  /// False where the other side has closed instead.
  bool receive(void* data, std::uint64_t bytes) const {
    auto* at = static_cast<char*>(data);
    while (bytes != 0) {
      const ssize_t got = ::recv(socket_, at, std::min(bytes, max_at_once), 0);
      if (got < 0 && errno == EINTR) continue;
      if (got <= 0) return false;
      at += got;
      bytes -= static_cast<std::uint64_t>(got);
    }
    return true;
  }
  void send(const void* data, std::uint64_t bytes) const {
    const auto* at = static_cast<const char*>(data);
    while (bytes != 0) {
      const ssize_t sent = ::send(socket_, at, std::min(bytes, max_at_once), MSG_NOSIGNAL);
      if (sent < 0 && errno == EINTR) continue;
      if (sent <= 0) throw std::runtime_error("the program that started it is gone");
      at += sent;
      bytes -= static_cast<std::uint64_t>(sent);
    }
  }
  /// From now on the process ends as soon as the other side closes; mpirun then ends the other ranks.
  void end_with_it() const {
    std::thread([socket = socket_] {
      pollfd hang_up{socket, POLLRDHUP, 0};
      while (::poll(&hang_up, 1, -1) < 0 && errno == EINTR) {
      }
      std::_Exit(0);
    }).detach();
  }

 private:
  int socket_;
};

class Ranks {
 public:
  explicit Ranks(boost::mpi::communicator world) : world_(std::move(world)) {}
  int id() const { return world_.rank(); }
  int count() const { return world_.size(); }
  const boost::mpi::communicator& world() const { return world_; }

  /// Raw bytes of any number, to one rank.
  void send(int to, const void* data, std::uint64_t bytes) const {
    const auto* at = static_cast<const char*>(data);
    for (std::uint64_t done = 0; done < bytes; done += max_at_once)
      MPI_Send(at + done, static_cast<int>(std::min(bytes - done, max_at_once)), MPI_BYTE, to, tag, world_);
  }
  void receive(int from, void* data, std::uint64_t bytes) const {
    auto* at = static_cast<char*>(data);
    for (std::uint64_t done = 0; done < bytes; done += max_at_once)
      MPI_Recv(at + done, static_cast<int>(std::min(bytes - done, max_at_once)), MPI_BYTE, from, tag, world_,
               MPI_STATUS_IGNORE);
  }
  /// Returns when rank 0 has sent something.
  void await() const { programs::await_message(0, tag, world_); }
  /// Peak memory of all ranks, on rank 0.
  std::uint64_t peak_bytes() const {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    const std::uint64_t mine = static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
    std::uint64_t sum = 0;
    MPI_Reduce(&mine, &sum, 1, MPI_UINT64_T, MPI_SUM, 0, world_);
    return sum;
  }

 private:
  static constexpr int tag = 1;
  boost::mpi::communicator world_;
};

/// What a process number is unique in: this boot of this machine, and the namespace of its processes. Names of hosts
/// are not: two machines may have one.
std::array<char, 256> this_machine() {
  std::string boot;
  std::ifstream("/proc/sys/kernel/random/boot_id") >> boot;
  std::error_code ignored;
  boot += " " + std::filesystem::read_symlink("/proc/self/ns/pid", ignored).string();
  std::array<char, 256> text{};
  boot.copy(text.data(), text.size() - 1);
  return text;
}

/// Who the ranks are, so that the plugin can end those on its machine.
void introduce(const Ranks& ranks, const Line* line) {
  if (line != nullptr) {
    const Hello hello{.ranks = static_cast<std::uint64_t>(ranks.count())};
    line->send(&hello, sizeof hello);
  }
  programs::meet(ranks.world());
  const std::array<char, 256> host = this_machine();
  if (line == nullptr) {
    const Member member{.process = getpid()};
    ranks.send(0, &member, sizeof member);
    ranks.send(0, host.data(), host.size());
    return;
  }
  for (int rank = 0; rank < ranks.count(); ++rank) {
    Member member{.process = getpid()};
    std::array<char, 256> its_host = host;
    if (rank != 0) {
      ranks.receive(rank, &member, sizeof member);
      ranks.receive(rank, its_host.data(), its_host.size());
    }
    member.on_this_machine = its_host == host ? 1 : 0;
    line->send(&member, sizeof member);
  }
}

LocalArcs sized(const Part& part, const Job& job, int ranks) {
  LocalArcs arcs;
  arcs.degrees.resize(vertices_per_rank(job.vertices, static_cast<std::uint64_t>(ranks)));
  arcs.targets.resize(part.arcs);
  arcs.weights.resize(part.arcs);
  return arcs;
}

/// Calls f(address, bytes) for the three arrays of a part, in their order on the line.
template <class F>
void each_array(LocalArcs& arcs, const Part& part, F&& f) {
  f(arcs.degrees.data(), part.vertices * sizeof(std::uint64_t));
  f(arcs.targets.data(), part.arcs * sizeof(std::uint32_t));
  f(arcs.weights.data(), part.arcs * sizeof(std::uint32_t));
}

/// Rank 0 deals out the parts as they come; returns this rank's. False where the plugin is gone.
bool share(const Ranks& ranks, const Line* line, Job& job, LocalArcs& mine) {
  if (line == nullptr) {
    ranks.await();
    Part part;
    ranks.receive(0, &job, sizeof job);
    ranks.receive(0, &part, sizeof part);
    mine = sized(part, job, ranks.count());
    each_array(mine, part, [&](void* data, std::uint64_t bytes) { ranks.receive(0, data, bytes); });
    return true;
  }
  if (!line->receive(&job, sizeof job)) return false;
  for (int rank = 0; rank < ranks.count(); ++rank) {
    Part part;
    if (!line->receive(&part, sizeof part)) return false;
    LocalArcs arcs = sized(part, job, ranks.count());
    bool whole = true;
    each_array(arcs, part, [&](void* data, std::uint64_t bytes) { whole = whole && line->receive(data, bytes); });
    if (!whole) return false;
    if (rank == 0) {
      mine = std::move(arcs);
      continue;
    }
    ranks.send(rank, &job, sizeof job);
    ranks.send(rank, &part, sizeof part);
    each_array(arcs, part, [&](const void* data, std::uint64_t bytes) { ranks.send(rank, data, bytes); });
  }
  return true;
}

/// The next source, or what else the plugin wants, on every rank.
std::uint64_t ask(const Ranks& ranks, const Line* line) {
  Question question;
  if (line != nullptr) {
    if (!line->receive(&question, sizeof question)) question.source = no_more;
    for (int rank = 1; rank < ranks.count(); ++rank) ranks.send(rank, &question, sizeof question);
  } else {
    ranks.await();
    ranks.receive(0, &question, sizeof question);
  }
  return question.source;
}

/// Rank 0 passes the distances on, without those of the padding.
void reply(const Ranks& ranks, const Line* line, const Job& job, std::span<const std::uint32_t> mine) {
  const std::uint64_t peak = ranks.peak_bytes();
  if (line == nullptr) {
    ranks.send(0, mine.data(), mine.size_bytes());
    return;
  }
  const Answer answer{.peak_bytes = peak};
  line->send(&answer, sizeof answer);
  std::uint64_t left = job.vertices;
  std::vector<std::uint32_t> theirs(ranks.count() > 1 ? mine.size() : 0);
  for (int rank = 0; rank < ranks.count(); ++rank) {
    if (rank != 0) ranks.receive(rank, theirs.data(), mine.size_bytes());
    const std::uint64_t count = std::min<std::uint64_t>(left, mine.size());
    line->send(rank == 0 ? mine.data() : theirs.data(), count * sizeof(std::uint32_t));
    left -= count;
  }
}

void serve(const Ranks& ranks, const Line* line) {
  introduce(ranks, line);
  if (line != nullptr) line->end_with_it();
  const boost::graph::distributed::mpi_process_group group(ranks.world());
  for (std::uint64_t wanted = new_graph; wanted == new_graph;) {
    Job job;
    LocalArcs arcs;
    if (!share(ranks, line, job, arcs)) MPI_Abort(ranks.world(), 0);  // the others wait for their part
    const std::unique_ptr<Solver> solver = make_solver(job, std::move(arcs), group);
    const Ready ready{.peak_bytes = ranks.peak_bytes()};
    if (line != nullptr) line->send(&ready, sizeof ready);
    while ((wanted = ask(ranks, line)) < new_graph) reply(ranks, line, job, solver->solve(wanted));
  }
}

[[noreturn]] void fail(const Ranks& ranks, int code, const std::string& what) {
  std::fprintf(stderr, "%srank %d: %s\n", marker, ranks.id(), what.c_str());
  std::fflush(stderr);
  MPI_Abort(ranks.world(), code);
  std::_Exit(code);
}

int run(int count, char** arguments) {
  boost::mpi::environment environment(count, arguments, boost::mpi::threading::funneled);
  const Ranks ranks{boost::mpi::communicator()};
  try {
    if (count != 2) throw std::runtime_error("is started by Wayfront's plugin pbgl, not by hand");
    if (ranks.id() == 0) {
      const Line line(arguments[1]);
      serve(ranks, &line);
    } else {
      serve(ranks, nullptr);
    }
  } catch (const TooManyBuckets&) {
    fail(ranks, exit_unsupported,
         "delta is too small: a distance lies beyond bucket " + std::to_string(max_buckets) + "; choose a larger one");
  } catch (const std::bad_alloc&) {
    fail(ranks, exit_out_of_memory, "out of memory");
  } catch (const std::exception& error) {
    fail(ranks, exit_failed, error.what());
  }
  return 0;
}

}  // namespace
}  // namespace wayfront::pbgl

int main(int count, char** arguments) { return wayfront::pbgl::run(count, arguments); }
