// The ranks of an MPI job that hold a graph in slices (the program wayfront-rank), asked line by line. This process has
// nothing that grows with the graph.
#pragma once

#include <chrono>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

#include "plugins/plugin_registry.hpp"
#include "programs/conversation.hpp"
#include "programs/mpi_launch.hpp"
#include "programs/temporary_folder.hpp"
#include "settings/settings.hpp"
#include "wayfront/run.hpp"

namespace wayfront::host {

struct RankLaunch {
  programs::MpiLaunch mpi;           // resolved
  std::vector<std::string> program;  // wayfront-rank and its arguments
  std::chrono::milliseconds start_timeout{};

  bool operator==(const RankLaunch&) const = default;
};

/// Why a run does not solve on slices, as a sentence; "" if it does.
std::string why_not_on_slices(const Plugin& plugin, const Settings& options);

/// How the ranks of such a run are started. `graph` is LoadedGraph::slices. `program` is this program, beside which
/// wayfront-rank is.
RankLaunch launch_of(const Settings& options, std::span<const std::string> graph, const std::filesystem::path& program);

/// Calls throw UserError with the reason where the ranks refuse or end, and Cancelled; after Cancelled, and once died(),
/// the team is of no more use.
class RankTeam {
 public:
  /// Starts the ranks; returns when they have found their slices and agree.
  RankTeam(RankLaunch launch, RunContext& context);
  /// Ends the ranks, on other machines, too.
  ~RankTeam();
  RankTeam(const RankTeam&) = delete;
  RankTeam& operator=(const RankTeam&) = delete;

  /// The answer to a question of wayfront-rank --serve.
  nlohmann::json ask(const std::string& question, RunContext& context);
  bool died() const { return died_; }
  pid_t process() const { return conversation_->program().id(); }

 private:
  nlohmann::json next(RunContext& context, const std::string& doing);
  void throw_if_late() const;
  [[noreturn]] void fail(const std::string& doing);

  RankLaunch launch_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::unique_ptr<programs::TemporaryFolder> folder_;  // of the launcher, and of the memory that the ranks share
  std::unique_ptr<programs::Conversation> conversation_;
  bool met_ = false;  // all ranks have heard from each other
  bool died_ = false;
};

}  // namespace wayfront::host
