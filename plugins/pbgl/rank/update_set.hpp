// The messages of crauser and eager_dijkstra, repaired.
//
// Parallel BGL tells the owner of a vertex of a lower distance through its remote_update_set, which sends two messages
// per step and rank: how many updates come, then the updates. Its process group sends messages in batches, and a batch
// that has grown beyond 1 MB goes out without its last message, which follows in a batch with another tag. The two are
// received in any order (seen with 700,000 vertices and two ranks: wrong distances, or a crash). Here both are one
// message. This is a specialisation for our own distance type, which the library's queues then use.
#pragma once

#include <boost/serialization/utility.hpp>
#include <boost/serialization/vector.hpp>
#include <cstddef>
#include <utility>
#include <vector>

#include "distance.hpp"
#include "parallel_bgl.hpp"

namespace boost::graph::detail {

/// Derived has receive_update(source, key, value).
template <class Derived, wayfront::WeightType W, wayfront::pbgl::Use U, class OwnerMap>
class remote_update_set<Derived, distributed::mpi_process_group, wayfront::pbgl::Distance<W, U>, OwnerMap,
                        remote_set_queued> {
  using Group = distributed::mpi_process_group;
  using Key = typename property_traits<OwnerMap>::key_type;
  using Value = wayfront::pbgl::Distance<W, U>;
  using Updates = std::vector<std::pair<Key, Value>>;
  static constexpr int tag = 0;

 protected:
  remote_update_set(const Group& group, const OwnerMap& owner)
      : process_group(group, [this](int source, int) { receive_from(source); }),
        updates_(static_cast<std::size_t>(num_processes(group))),
        owner_(owner) {}
  // The handler above points here.
  remote_update_set(const remote_update_set&) = delete;
  remote_update_set& operator=(const remote_update_set&) = delete;

  void update(const Key& key, const Value& value) {
    const auto owner = get(owner_, key);
    if (owner == process_id(process_group))
      static_cast<Derived*>(this)->receive_update(owner, key, value);
    else
      updates_[static_cast<std::size_t>(owner)].emplace_back(key, value);
  }
  void collect() {}
  void synchronize() {
    for (std::size_t rank = 0; rank < updates_.size(); ++rank) {
      if (updates_[rank].empty()) continue;
      send(process_group, static_cast<int>(rank), tag, updates_[rank]);
      updates_[rank].clear();
    }
    do_synchronize(process_group);
  }

  Group process_group;

 private:
  void receive_from(int source) {
    Updates received;
    receive(process_group, source, tag, received);
    for (const auto& [key, value] : received) static_cast<Derived*>(this)->receive_update(source, key, value);
  }

  std::vector<Updates> updates_;
  OwnerMap owner_;
};

}  // namespace boost::graph::detail
