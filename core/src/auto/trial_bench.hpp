// Trials of engines, and the engine of the plugin that is chosen: for whoever asks a question through them.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "auto/trial.hpp"
#include "engine/engine.hpp"

namespace wayfront::host {

class EngineBench final : public TrialBench {
 public:
  /// What differs between those who ask.
  struct Place {
    std::span<const Vertex> sources{};  // of the question; if empty, no trial is made
    bool processes = false;             // whether each engine has one of its own
    std::function<TrialCalls(const Plugin&)> calls;
    std::function<std::unique_ptr<Engine>(const Candidate&)> make;
    std::function<double()> left{};  // see TrialBench::left(); null: any number
  };
  explicit EngineBench(Place place) : place_(std::move(place)) {}

  double now() const override;
  TrialCalls calls(const Plugin& plugin) const override;
  double left() const override;
  double start(const Plugin& plugin) const override;
  Ending prepare(std::size_t number, const Candidate& candidate, double limit, double& seconds) override;
  Ending solve(std::size_t number, std::size_t first, std::size_t sources, double limit, double& seconds) override;
  void release(std::size_t number) override;

  /// An engine that is still prepared.
  std::unique_ptr<Engine> take(std::size_t number);
  /// Of those that were released.
  const std::vector<Usage>& usage() const { return usage_; }

  /// The plugin of a choice.
  struct Chosen {
    const Candidate* candidate = nullptr;  // of the ranking
    std::unique_ptr<Engine> engine{};      // prepared, if that ended well
    Ending ending{};
    std::vector<std::string> dropped{};  // sentences on those that failed in a trial
    struct Declined {
      const Plugin *plugin, *next;  // that takes its place
      Ending ending;
    };
    std::vector<Declined> declined{};
  };
  /// Makes the trials of the choice, if it wants any. The plugin is then the first of the ranking that can be prepared.
  Chosen choose(Choice& choice);

 private:
  Place place_;
  std::map<std::size_t, std::unique_ptr<Engine>> engines_;
  std::vector<Usage> usage_;
  bool device_started_ = false;  // in this process
};

}  // namespace wayfront::host
