// A run on a graph in slices: its ranks hold the graph and certify the answers, of which this process gets figures.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "graph/vertex_ids.hpp"
#include "measure/contender.hpp"
#include "measure/slices/rank_room.hpp"
#include "measure/slices/rank_team.hpp"
#include "run/host_context.hpp"

namespace wayfront::host {

class RankContender final : public Contender, private Resting {
 public:
  /// `unfit`: why the run is not possible; "" if it is. `bytes`: what its ranks will take on this machine, as far as that
  /// is known. Refers to `ids` and `room`.
  RankContender(std::string unfit, RankLaunch launch, const VertexIds& ids, std::uint64_t bytes, RankRoom& room,
                std::stop_token stop);
  ~RankContender() override;

  Ending prepare(double limit, double& seconds) override;
  Ending solve(std::span<const Vertex> sources, double limit, Sample& sample) override;
  Ending repeat(std::span<const Vertex> sources, std::size_t batch, double seconds, double limit,
                Repeats& made) override;
  void write_distances(const std::filesystem::path& file, double limit) override;
  bool died() const override { return died_; }
  std::optional<pid_t> process() const override;
  std::vector<std::string> notes() const override { return notes_; }
  Usage usage() const override { return usage_; }
  Ending finish(Clock::time_point deadline) override;

 private:
  template <class F>
  Ending guarded(double limit, F&& f);
  void start();
  std::uint64_t held_bytes() const override { return team_ != nullptr ? bytes_ : 0; }
  void rest() override;
  void take_members(const nlohmann::json& members);

  std::string unfit_;
  RankLaunch launch_;
  const VertexIds& ids_;
  std::uint64_t bytes_;  // on this machine
  RankRoom& room_;
  HostContext context_{1};
  std::unique_ptr<RankTeam> team_;  // null before it is prepared, after a fault, and while it rests
  bool died_ = false;
  Usage usage_;
  std::vector<std::string> notes_;
};

}  // namespace wayfront::host
