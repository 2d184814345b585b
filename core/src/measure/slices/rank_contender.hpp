// A run on a graph in slices: its ranks hold the graph and certify the answers, of which this process gets figures.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "certify/scope.hpp"
#include "certify/target_row.hpp"
#include "load/loaded_graph.hpp"
#include "measure/contender.hpp"
#include "measure/memory/memory_room.hpp"
#include "measure/slices/rank_team.hpp"
#include "measure/slices/spare_team.hpp"
#include "run/host_context.hpp"

namespace wayfront::host {

class RankContender final : public Contender, private Resting {
 public:
  struct Job {
    std::string unfit;          // why the run is not possible; "" if it is
    RankLaunch launch;          // if it is
    std::uint64_t bytes = 0;    // what its ranks will take on this machine, as far as that is known
    const Scope& scope;         // without `count` and reductions
    bool predecessors = false;  // whether they are wanted
  };
  /// Refers to `graph`, `room`, `spare` and the scope. `spare` may be null.
  RankContender(Job job, const LoadedGraph& graph, MemoryRoom& room, SpareTeam* spare, std::stop_token stop);
  ~RankContender() override;

  Ending prepare(double limit, double& seconds) override;
  Ending solve(std::span<const Vertex> sources, double limit, Sample& sample) override;
  Ending repeat(std::span<const Vertex> sources, std::size_t batch, double seconds, double limit,
                Repeats& made) override;
  void write_part(AnswerPart part, const std::filesystem::path& file, double limit) override;
  const Output* target_distances() const override { return scope_.targets.empty() ? nullptr : &targets_.output(); }
  bool died() const override { return died_; }
  std::optional<pid_t> process() const override;
  std::vector<std::string> notes() const override;
  Usage usage() const override { return usage_; }
  Ending finish(Clock::time_point deadline) override;

 private:
  template <class F>
  Ending guarded(double limit, F&& f);
  /// Returns the seconds that it would have taken without a spare team.
  double start();
  std::uint64_t held_bytes() const override { return team_ != nullptr ? bytes_ : 0; }
  void rest() override;
  void take_members(const nlohmann::json& members);
  void take_targets(const nlohmann::json& distances);

  std::string unfit_;
  RankLaunch launch_;
  std::uint64_t bytes_;  // on this machine
  const Scope& scope_;
  bool predecessors_;
  const VertexIds& ids_;
  MemoryRoom& room_;
  SpareTeam* spare_;
  TargetRow targets_;  // of the last answer
  HostContext context_{1};
  std::unique_ptr<RankTeam> team_;  // null before it is prepared, after a fault, and while it rests
  bool died_ = false;
  Restarts restarts_;
  Usage usage_;
  std::vector<std::string> notes_;
};

}  // namespace wayfront::host
