// A plugin's instance in a worker process: as run/instance.hpp, but its answers come through the worker's socket, into
// memory that the plugin cannot write to.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "call/call.hpp"
#include "certify/projection.hpp"
#include "engine/memory/memory_room.hpp"
#include "graph/vertex_ids.hpp"
#include "workers/worker.hpp"

namespace wayfront::host {

class RemoteInstance final : private Resting {
 public:
  using Clock = std::chrono::steady_clock;

  /// `graph` is the descriptor of share_graph(), `setup` worker_setup(). Refers to `ids` and `room`: where memory is
  /// short, workers whose plugins have started programs of their own end until their next solve. `graph_bytes`: what
  /// programs that hold the graph take, as far as that is known before they do.
  RemoteInstance(const WorkerRules& rules, int graph, nlohmann::json setup, const VertexIds& ids, Worker::Sinks sinks,
                 MemoryRoom& room, std::uint64_t graph_bytes)
      : rules_(rules),
        graph_(graph),
        setup_(std::move(setup)),
        ids_(ids),
        sinks_(std::move(sinks)),
        room_(room),
        graph_bytes_(graph_bytes) {
    room_.enter(*this);
  }
  ~RemoteInstance() override { room_.leave(*this); }

  /// Starts a process, in place of one that has ended.
  Ending prepare(double limit, double& seconds);
  /// `output` has buffers for the answer, and receives it, on the threads of `arena`.
  Ending solve(std::span<const Vertex> sources, double limit, Call& figures, Projection projection, Output& output,
               Arena& arena);
  Ending try_call(std::span<const Vertex> sources, double limit, Call& figures);
  void stop_by(const std::stop_token& stop);

  /// Whether its process has ended unexpectedly.
  bool died() const { return worker_ && worker_->died(); }
  /// Its process, if that has not ended.
  std::optional<pid_t> process() const;
  /// Whether it answers calls: it rests, or its process goes on and was not told to stop.
  bool answers() const { return !worker_ || (!worker_->gone() && !worker_->told_to_stop()); }
  std::vector<std::string> notes() const;
  Usage usage() const;

  /// No more calls will come; it may start to shut down.
  void dismiss();
  /// Its process ends, before `deadline`. Afterwards usage() is complete.
  Ending end(Clock::time_point deadline);

 private:
  Ending ask(nlohmann::json question, double limit, const std::string& doing, nlohmann::json& reply,
             const Output* buffers = nullptr);
  void take_notes(const nlohmann::json& notes);
  std::uint64_t held_bytes() const override { return worker_ ? worker_->memory_of_programs() : 0; }
  void rest() override;
  void put_away();
  Ending wake(double limit);
  double processor_time() const;
  void count_time_between();

  WorkerRules rules_;
  int graph_;
  nlohmann::json setup_;
  const VertexIds& ids_;
  Worker::Sinks sinks_;
  MemoryRoom& room_;
  std::uint64_t graph_bytes_;
  std::optional<Worker> worker_;         // none before it is prepared, and while it rests
  std::optional<std::uint64_t> needed_;  // bytes, by its programs, as far as that is known
  Ending end_of_rest_;                   // how its processes before this one ended, if not well
  Usage used_;                           // so far; of processes, those before this one
  bool reads_ = true;                    // its memory; false where the system does not allow that
  Restarts restarts_;
  std::vector<std::string> notes_;
  double told_ = 0;  // its processor time as of its last reply
  Clock::time_point replied_{};
};

}  // namespace wayfront::host
