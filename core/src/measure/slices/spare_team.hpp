// The ranks that described a graph. They choose its sources, too, and then belong to the first run that starts such ranks.
#pragma once

#include <memory>
#include <optional>

#include <nlohmann/json.hpp>

#include "measure/slices/rank_team.hpp"

namespace wayfront::host {

class SpareTeam {
 public:
  struct Opened {
    std::unique_ptr<RankTeam> team;
    nlohmann::json answer;         // to "load"
    double start = 0, loaded = 0;  // seconds until the ranks had started, and until the slices were in memory
  };

  /// Starts ranks, which load their slices; see RankTeam.
  static Opened open(const RankLaunch& launch, RunContext& context);

  void keep(RankLaunch launch, Opened opened);
  /// Null where there is none.
  RankTeam* team() const { return opened_ ? opened_->team.get() : nullptr; }
  /// The ranks, if this is how they were started. Others end: they have the memory that those of this launch need.
  std::optional<Opened> take(const RankLaunch& launch);
  void end() { opened_.reset(); }

 private:
  RankLaunch launch_;
  std::optional<Opened> opened_;
};

}  // namespace wayfront::host
