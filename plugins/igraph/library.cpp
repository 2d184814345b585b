#include "library.hpp"

#include <igraph/igraph.h>

#include <chrono>
#include <cstddef>
#include <mutex>
#include <new>
#include <string>
#include <thread>
#include <type_traits>

namespace wayfront::igraph {
namespace {

static_assert(std::is_same_v<igraph_real_t, double> && sizeof(igraph_integer_t) == sizeof(std::int64_t));

/// While it lives, this thread may call igraph, and igraph returns errors instead of ending the process.
class Session {
 public:
  explicit Session(const RunContext& context) : lock_(one_at_a_time, std::defer_lock) {
    if constexpr (IGRAPH_THREAD_SAFE == 0)
      while (!lock_.try_lock()) {
        context.throw_if_cancelled();
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
      }
    errors_ = igraph_set_error_handler(igraph_error_handler_ignore);
    warnings_ = igraph_set_warning_handler(igraph_warning_handler_ignore);
  }
  ~Session() {
    igraph_set_error_handler(errors_);
    igraph_set_warning_handler(warnings_);
  }
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

 private:
  static inline std::mutex one_at_a_time;

  std::unique_lock<std::mutex> lock_;
  igraph_error_handler_t* errors_;
  igraph_warning_handler_t* warnings_;
};

void throw_if_failed(igraph_error_t code) {
  if (code == IGRAPH_SUCCESS) return;
  if (code == IGRAPH_ENOMEM) throw std::bad_alloc();
  throw Failure(StatusCode::failed, std::string("igraph: ") + igraph_strerror(code));
}

}  // namespace

struct Library::State {
  igraph_t graph{};
  igraph_matrix_t distances{};
  bool has_graph = false;
  bool has_distances = false;

  ~State() {
    if (has_distances) igraph_matrix_destroy(&distances);
    if (has_graph) igraph_destroy(&graph);
  }
};

Library::Library(Vertex vertices, std::span<const std::int64_t> ends, const RunContext& context)
    : state_(std::make_unique<State>()) {
  const Session session(context);
  igraph_vector_int_t list;
  constexpr igraph_integer_t nothing = 0;  // igraph wants an address also where there are no arcs
  igraph_vector_int_view(&list, ends.empty() ? &nothing : ends.data(), static_cast<igraph_integer_t>(ends.size()));
  throw_if_failed(igraph_create(&state_->graph, &list, vertices, IGRAPH_DIRECTED));
  state_->has_graph = true;
  throw_if_failed(igraph_matrix_init(&state_->distances, 1, vertices));
  state_->has_distances = true;
}

Library::~Library() = default;

Found Library::solve(Method method, Vertex source, std::span<const double> weights, double limit,
                     const RunContext& context) {
  const Session session(context);
  igraph_vector_t lengths;
  constexpr double nothing = 0;
  igraph_vector_view(&lengths, weights.empty() ? &nothing : weights.data(),
                     static_cast<igraph_integer_t>(weights.size()));
  const igraph_error_t code =
      method == Method::dijkstra
          ? igraph_distances_dijkstra_cutoff(&state_->graph, &state_->distances, igraph_vss_1(source), igraph_vss_all(),
                                             &lengths, IGRAPH_OUT, limit)
          : igraph_distances_bellman_ford(&state_->graph, &state_->distances, igraph_vss_1(source), igraph_vss_all(),
                                          &lengths, IGRAPH_OUT);
  if (code == IGRAPH_ENEGLOOP) return Found::negative_cycle;
  throw_if_failed(code);
  return Found::distances;
}

std::span<const double> Library::distances() const {
  const igraph_matrix_t& row = state_->distances;
  return {row.data.stor_begin, static_cast<std::size_t>(igraph_matrix_ncol(&row))};
}

}  // namespace wayfront::igraph
