// Two instances in a process find memory, a third one does not.
#include <atomic>

#include "correct.hpp"
#include "wayfront/status.hpp"

namespace wayfront::faulty {

class RoomForTwo : public Correct {
 public:
  static constexpr PluginAbout about = {.name = "room-for-two",
                                        .version = "1",
                                        .summary = "Has memory for two instances.",
                                        .capabilities = capability::any_weights};

  RoomForTwo() { ++instances; }
  RoomForTwo(const RoomForTwo&) = delete;
  RoomForTwo& operator=(const RoomForTwo&) = delete;
  ~RoomForTwo() { --instances; }

  void prepare(const Graph& graph, RunContext& context) {
    if (instances > 2) throw Failure(StatusCode::out_of_memory, "there is no room for three");
    Correct::prepare(graph, context);
  }

 private:
  static inline std::atomic<int> instances{0};
};

}  // namespace wayfront::faulty

WAYFRONT_PLUGIN(wayfront::faulty::RoomForTwo)
