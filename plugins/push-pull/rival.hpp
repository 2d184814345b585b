// Whether near-far is the better plugin for a graph: found out by asking both.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "push_pull.hpp"
#include "wayfront/plugin.hpp"

namespace wayfront::push_pull {

/// A solver of push-pull's own until near-far turns out to be faster; then near-far.
class SolverWithRival final : public Solver {
 public:
  /// Prepares near-far, too, solves from two sources by both, and keeps the faster. Where near-far cannot be had, or not
  /// beside `own` for want of memory, it keeps `own`.
  SolverWithRival(std::unique_ptr<PatientSolver> own, const Graph& graph, RunContext& context) : own_(std::move(own)) {
    if (graph.info().edges == 0) return;
    try {
      rival_ = context.algorithm("near-far", "", graph.info());
      throw_if_failed(rival_->prepare(graph, context));
    } catch (const Failure& failure) {
      rival_.reset();
      if (failure.code() == StatusCode::cancelled || failure.code() == StatusCode::device_lost) throw;
      context.log(Level::info, std::string("push-pull: not compared with near-far: ") + failure.what());
      return;
    }
    with_weight_type<capability::any_weights>(graph.info().weights,
                                              [&]<WeightType W>() { compete<W>(graph, context); });
  }

  void solve(const Problem& problem, Output& output, RunContext& context) override {
    if (own_)
      own_->solve(problem, output, context);
    else
      throw_if_failed(rival_->solve(problem, output, context));  // it takes batches and reductions, too
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr unsigned rounds = 3;       // the first of each is a warm-up
  static constexpr unsigned patience = 4096;  // barriers of the grid: some 40 ms

  template <WeightType W>
  void compete(const Graph& graph, RunContext& context) {
    std::vector<W> distances(graph.info().vertices);
    Output output;
    output.kind = weight_kind<W>;
    output.vertices = graph.info().vertices;
    output.distances = distances.data();
    W exact_to = unreached<W>;
    output.exact_to = &exact_to;
    double own = 0, rival = 0;
    own_->set_patience(patience);
    for (const Vertex source : sources(graph)) {
      const Problem problem{source};
      double best_own = 1e30, best_rival = 1e30;
      for (unsigned i = 0; i < rounds && own_; ++i) {
        context.throw_if_cancelled();
        auto start = Clock::now();
        throw_if_failed(rival_->solve(problem, output, context));
        if (i != 0) best_rival = std::min(best_rival, seconds(start));
        start = Clock::now();
        if (!own_->try_solve(problem, output, context)) own_.reset();
        if (i != 0) best_own = std::min(best_own, seconds(start));
      }
      own += best_own;
      rival += best_rival;
    }
    const auto say = [&](const std::string& text) { context.log(Level::info, "push-pull: " + text); };
    if (own_ && own <= rival) {
      rival_.reset();
      own_->set_patience(0);
      return;
    }
    const bool ended = own_ != nullptr;
    own_.reset();
    char times[64];
    std::snprintf(times, sizeof times, "%.3g ms against %.3g ms", 500 * rival, 500 * own);
    say(ended ? std::string("near-far answers, which is faster on this graph: ") + times
              : "near-far answers, because this graph is too deep for stages and a pull");
  }

  static double seconds(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

  /// Of many arcs out, and one in the middle of the numbers that has some.
  static std::vector<Vertex> sources(const Graph& graph) {
    return visit<capability::any_weights>(graph.csr(), [](const auto& csr) {
      Vertex hub = 0;
      for (Vertex v = 1; v < csr.vertices; ++v)
        if (csr.end(v) - csr.begin(v) > csr.end(hub) - csr.begin(hub)) hub = v;
      Vertex other = csr.vertices / 2;
      while (other + 1 < csr.vertices && csr.end(other) == csr.begin(other)) ++other;
      return std::vector{hub, other};
    });
  }

  std::unique_ptr<PatientSolver> own_;
  std::shared_ptr<Algorithm> rival_;
};

}  // namespace wayfront::push_pull
