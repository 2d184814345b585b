// A run in a worker process: isolation = "process". The host checks its own copy of the answer on its own graph.
#pragma once

#include <chrono>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "engine/contender.hpp"
#include "engine/judge.hpp"
#include "engine/memory/memory_room.hpp"
#include "workers/answer_stream.hpp"
#include "workers/worker.hpp"

namespace wayfront::host {

class WorkerContender final : public Contender, private Resting {
 public:
  /// What all workers of a graph share; all of it must outlive them. Only one worker works at a time. Where memory is
  /// short, those whose plugins have started programs of their own end until their next solve (MemoryRoom).
  struct Shared {
    const WorkerRules& rules;
    int graph;                 // the descriptor of share_graph()
    AnswerCopy& copy;          // checks and keeps the answer of the last solve
    AnswerCopy* target_copy;   // null unless answers have the targets alone
    AnswerCopy* reduced_copy;  // null unless answers have reductions in place of rows
    Judge& judge;
    const VertexIds& ids;
    MemoryRoom* room = nullptr;     // null: it rests for nobody
    std::uint64_t graph_bytes = 0;  // what programs that hold the graph take, as far as that is known before they do
  };

  /// `setup` is worker_setup(); `own_predecessors`: whether the plugin's answers include predecessors.
  WorkerContender(const Shared& shared, nlohmann::json setup, bool own_predecessors, Worker::Sinks sinks)
      : shared_(shared), setup_(std::move(setup)), own_predecessors_(own_predecessors), sinks_(std::move(sinks)) {
    if (shared_.room != nullptr) shared_.room->enter(*this);
  }
  ~WorkerContender() override {
    if (shared_.room != nullptr) shared_.room->leave(*this);
  }

  Ending prepare(double limit, double& seconds) override;
  Ending solve(std::span<const Vertex> sources, double limit, Call& figures) override;
  Ending try_call(std::span<const Vertex> sources, double limit, double& seconds) override;
  bool died() const override { return worker_ && worker_->died(); }
  std::optional<pid_t> process() const override;
  std::vector<std::string> notes() const override;
  Usage usage() const override;
  void dismiss() override;
  Ending finish(Clock::time_point deadline) override;

 private:
  using Clock = std::chrono::steady_clock;

  Ending ask(nlohmann::json question, double limit, const std::string& doing, nlohmann::json& reply,
             const Output* buffers = nullptr);
  Ending fetch(std::span<const Vertex> sources, bool whole, double limit, Output& output, Call& figures);
  void take_notes(const nlohmann::json& notes);
  std::uint64_t held_bytes() const override { return worker_ ? worker_->memory_of_programs() : 0; }
  void rest() override;
  Ending wake(double limit);
  double processor_time() const;
  void count_time_between();

  Shared shared_;
  nlohmann::json setup_;
  bool own_predecessors_;
  Worker::Sinks sinks_;
  std::optional<Worker> worker_;         // none before it is prepared, and while it rests
  std::optional<std::uint64_t> needed_;  // bytes, by its programs, as far as that is known
  Ending end_of_rest_;                   // how its processes before this one ended, if not well
  Usage before_;                         // of these
  Restarts restarts_;
  std::vector<std::string> notes_;
  std::uint64_t peak_bytes_ = 0;
  DeviceBytes device_bytes_;
  std::vector<std::string> called_;
  double start_ = 0, opening_ = 0;
  double outside_ = 0, waiting_ = 0;  // see Usage
  double told_ = 0;                   // its processor time as of its last reply
  Clock::time_point replied_{};
};

}  // namespace wayfront::host
