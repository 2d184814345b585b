// Trials of contenders: for whoever asks a question through them.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <vector>

#include "auto/trial.hpp"
#include "engine/contender.hpp"

namespace wayfront::host {

/// What a question asks of a plugin in one call.
struct CallShape {
  std::size_t sources = 1;
  unsigned parallel = 1;  // of them, where the plugin takes one at a time; see MeasureRules::parallel_sources
};

class ContenderBench final : public TrialBench {
 public:
  /// What differs between those who ask.
  struct Place {
    std::span<const Vertex> sources{};  // of the question
    bool processes = false;             // whether each contender has one of its own
    std::function<CallShape(const Plugin&)> calls;
    std::function<std::unique_ptr<Contender>(const Candidate&)> make;
    std::function<double()> left{};  // see TrialBench::left(); null: any number
  };
  explicit ContenderBench(Place place) : place_(std::move(place)) {}

  double now() const override;
  TrialCalls calls(const Plugin& plugin) const override;
  double left() const override;
  double start(const Plugin& plugin) const override;
  Ending prepare(std::size_t number, const Candidate& candidate, double limit, double& seconds) override;
  Ending solve(std::size_t number, std::size_t first, std::size_t sources, double limit, double& seconds) override;
  void release(std::size_t number) override;

  /// A contender that is still prepared.
  std::unique_ptr<Contender> take(std::size_t number);
  /// Of those that were released.
  const std::vector<Usage>& usage() const { return usage_; }

 private:
  Place place_;
  std::map<std::size_t, std::unique_ptr<Contender>> contenders_;
  std::vector<Usage> usage_;
  bool device_started_ = false;  // in this process
};

}  // namespace wayfront::host
