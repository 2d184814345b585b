#include "engine/memory/memory_room.hpp"

#include "../../test.hpp"

namespace wayfront::host {
namespace memory_room_test {

class Holder final : public Resting {
 public:
  Holder(MemoryRoom& room, std::uint64_t& free, std::uint64_t bytes) : room_(room), free_(free), bytes_(bytes) {
    room_.enter(*this);
  }
  ~Holder() override { room_.leave(*this); }
  std::uint64_t held_bytes() const override { return bytes_; }
  void rest() override {
    free_ += bytes_;
    bytes_ = 0;
  }

 private:
  MemoryRoom& room_;
  std::uint64_t& free_;
  std::uint64_t bytes_;
};

TEST_CASE("ranks of other runs rest only where memory is short, those with the most first, and never the asking ones") {
  std::uint64_t free = 100;
  MemoryRoom room([&] { return free; });
  const Holder small(room, free, 20), large(room, free, 50), asking(room, free, 70);
  CHECK(room.largest() == 70);
  room.make(100, asking);
  CHECK(large.held_bytes() == 50);
  room.make(140, asking);
  CHECK(large.held_bytes() == 0);
  CHECK(small.held_bytes() == 20);
  room.make(1000, asking);
  CHECK(small.held_bytes() == 0);
  CHECK(asking.held_bytes() == 70);
  room.make(2000, asking);  // nobody is left to rest
  CHECK(free == 170);
}

TEST_CASE("who has left the room is not asked") {
  std::uint64_t free = 0;
  MemoryRoom room([&] { return free; });
  const Holder asking(room, free, 1);
  { const Holder gone(room, free, 50); }
  room.make(10, asking);
  CHECK(free == 0);
}

TEST_CASE("a run says that it rested when it did, and what it cost when it is over") {
  std::vector<std::string> notes;
  Restarts restarts;
  restarts.add_to(notes);
  CHECK(notes.empty());
  restarts.rested();
  restarts.add(0.25);
  restarts.add(0.5);
  restarts.add_to(notes);
  CHECK(notes.size() == 1);
  restarts.close();
  notes.clear();
  restarts.add_to(notes);
  REQUIRE(notes.size() == 2);
  CHECK(notes[1] == "they started again 2 times, which took 0.75 s that no solve counts");
}

}  // namespace memory_room_test
}  // namespace wayfront::host
