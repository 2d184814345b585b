// A team of MPI ranks that hold a graph: started by mpirun, asked over a socket, ended with everything they left.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "message.hpp"
#include "programs/mpi_launch.hpp"
#include "programs/program.hpp"
#include "programs/temporary_folder.hpp"
#include "wayfront/run.hpp"

namespace wayfront::pbgl {

using programs::Descriptor;

struct TeamOptions {
  programs::MpiLaunch launch;  // resolved
  std::string program;         // wayfront-pbgl-rank
  /// How long the ranks of several machines may take until all have met.
  std::chrono::milliseconds start_timeout = std::chrono::seconds(25);
};

/// Every call throws Failure with the reason where a rank or mpirun ended, and Cancelled where the run was cancelled;
/// the team is of no more use then and has to be destroyed, which takes less than a second.
class Team {
 public:
  /// Starts the ranks; returns when they have all started.
  Team(const TeamOptions& options, const RunContext& context);
  ~Team();

  /// Gives each rank its part of the graph, which replaces an earlier one; returns when all have built it.
  template <WeightType W, OffsetType O>
  void give(const Job& job, const CsrView<W, O>& graph, const RunContext& context);

  /// The distances from `source`: 32 bits each, of the weight kind.
  void ask(Vertex source, std::span<std::uint32_t> distances, const RunContext& context);

  /// What all ranks together took at their peak so far.
  std::uint64_t peak_bytes() const { return peak_bytes_; }

 private:
  using Clock = std::chrono::steady_clock;

  void start();
  /// Stdout and stderr of what starts the ranks, so far.
  std::string said() const;
  void accept(const RunContext& context);
  void meet(const RunContext& context);
  /// Throws where the ranks should have met by now; `what` says what they did not do.
  void throw_if_late(const char* what);
  void send(const void* data, std::uint64_t bytes, const RunContext& context);
  void receive(void* data, std::uint64_t bytes, const RunContext& context);
  /// Waits until the socket is ready for `events`; throws where that will not be.
  void await(short events, const RunContext& context);
  [[noreturn]] void fail();

  TeamOptions options_;
  std::unique_ptr<programs::TemporaryFolder> folder_;  // of mpirun, and of the memory that the ranks share
  Clock::time_point start_ = Clock::now();
  bool met_ = false;
  Descriptor listener_;
  Descriptor output_;  // memory, where what it says blocks nobody
  std::optional<programs::Program> launcher_;
  Descriptor line_;
  std::vector<Descriptor> ranks_;  // pidfds of those on this machine
  std::uint64_t peak_bytes_ = 0;
  bool idle_ = false;  // the ranks have a graph and wait for a question
};

}  // namespace wayfront::pbgl
