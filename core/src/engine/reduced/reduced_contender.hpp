// A contender of which only reductions of rows are wanted: it is asked for as many sources at a time as fit into memory.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "engine/contender.hpp"
#include "engine/judge.hpp"
#include "wayfront/graph.hpp"

namespace wayfront::host {

class ReducedContender final : public Contender {
 public:
  /// `inner` answers up to `at_once` sources with rows or reductions, and has `judge` judge them.
  ReducedContender(std::unique_ptr<Contender> inner, Judge& judge, std::size_t at_once)
      : inner_(std::move(inner)), judge_(judge), at_once_(at_once) {}

  Ending prepare(double limit, double& seconds) override { return inner_->prepare(limit, seconds); }
  /// The sample has the sums over all parts, and the figures and the digest of the reductions.
  Ending solve(std::span<const Vertex> sources, double limit, Call& figures) override;
  Ending try_call(std::span<const Vertex> sources, double limit, double& seconds) override {
    return inner_->try_call(sources.first(std::min(sources.size(), at_once_)), limit, seconds);
  }
  bool died() const override { return inner_->died(); }
  std::optional<pid_t> process() const override { return inner_->process(); }
  std::vector<std::string> notes() const override { return inner_->notes(); }
  Usage usage() const override { return inner_->usage(); }
  void dismiss() override { inner_->dismiss(); }
  Ending finish(Clock::time_point deadline) override { return inner_->finish(deadline); }

 private:
  std::unique_ptr<Contender> inner_;
  Judge& judge_;
  std::size_t at_once_;
};

}  // namespace wayfront::host
