#include "workers/answer_stream.hpp"
#include "wayfront/distance.hpp"

#include <doctest/doctest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace wayfront::host {
namespace {

struct Sockets {
  std::array<int, 2> ends{};
  Sockets() { REQUIRE(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) == 0); }
  ~Sockets() { close_worker(); }
  void close_worker() {
    if (ends[1] >= 0) ::close(std::exchange(ends[1], -1));
  }
};

/// An answer whose entries count up from `first`.
struct Answer {
  std::vector<std::int32_t> distances;
  std::vector<Vertex> predecessors;
  std::int32_t exact_to = unreached<std::int32_t>;
  Output output;

  Answer(Vertex vertices, bool with_predecessors, int first) : distances(vertices), predecessors(vertices) {
    std::iota(distances.begin(), distances.end(), first);
    std::iota(predecessors.begin(), predecessors.end(), static_cast<Vertex>(first) + 1);
    output.vertices = vertices;
    output.distances = distances.data();
    output.exact_to = &exact_to;
    output.predecessors = with_predecessors ? predecessors.data() : nullptr;
  }
};

TEST_CASE("answers arrive as they were sent, long ones in parts") {
  for (const Vertex vertices : {1U, 1000U, 300'000U}) {
    for (const bool predecessors : {false, true}) {
      Sockets sockets;
      AnswerReceiver receiver(sockets.ends[0]);
      AnswerCopy copy;
      for (int first = 1; first < 4; ++first) {
        Answer sent(vertices, predecessors, first);
        const Output& got = copy.output({.vertices = vertices, .predecessors = predecessors});
        receiver.expect(&got);
        std::jthread worker([&] { send_answer(sockets.ends[1], sent.output); });
        while (!receiver.complete()) receiver.take_in();
        CHECK(std::ranges::equal(got.distances_as<std::int32_t>(), sent.distances));
        if (predecessors) CHECK(std::equal(sent.predecessors.begin(), sent.predecessors.end(), got.predecessors));
      }
    }
  }
}

TEST_CASE("only who expects a long answer is woken up for it") {
  Sockets sockets;
  AnswerReceiver receiver(sockets.ends[0]);
  CHECK(receiver.waiting() == -1);
  AnswerCopy little, large;
  receiver.expect(&little.output({.vertices = 1000, .predecessors = true}));
  CHECK(receiver.waiting() == -1);
  receiver.expect(&large.output({.vertices = 100'000, .predecessors = true}));
  CHECK(receiver.waiting() == sockets.ends[0]);
  receiver.expect(nullptr);
  CHECK(receiver.waiting() == -1);
}

TEST_CASE("an answer that ends early is not complete") {
  Sockets sockets;
  AnswerReceiver receiver(sockets.ends[0]);
  AnswerCopy copy;
  receiver.expect(&copy.output({.vertices = 10}));
  Answer shorter(9, false, 1);
  send_answer(sockets.ends[1], shorter.output);
  receiver.take_in();
  CHECK_FALSE(receiver.complete());
  sockets.close_worker();
  receiver.take_in();
  CHECK_FALSE(receiver.complete());
  receiver.expect(nullptr);
  CHECK_FALSE(receiver.complete());
}

TEST_CASE("what comes without being expected is left where it is") {
  Sockets sockets;
  AnswerReceiver receiver(sockets.ends[0]);
  Answer sent(10, false, 1);
  send_answer(sockets.ends[1], sent.output);
  receiver.expect(nullptr);
  receiver.take_in();
  AnswerCopy copy;
  const Output& got = copy.output({.vertices = 10});
  receiver.expect(&got);
  receiver.take_in();
  CHECK(receiver.complete());
  CHECK(got.distances_as<std::int32_t>()[9] == 10);
}

TEST_CASE("a worker whose host is gone is told so") {
  std::array<int, 2> ends{};
  REQUIRE(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) == 0);
  ::close(ends[0]);
  Answer sent(10, true, 1);
  CHECK_THROWS_AS(send_answer(ends[1], sent.output), std::system_error);
  ::close(ends[1]);
}

TEST_CASE("a copy does not change with what it was taken from") {
  Answer answer(3, true, 5);
  answer.output.outcome = Outcome::negative_cycle;
  answer.output.cycle = {1, 2};
  AnswerCopy copy;
  Arena arena(2);
  const Output& kept = copy.take(answer.output, arena);
  answer.distances[2] = 0;
  answer.predecessors[2] = 0;
  answer.output.cycle.clear();
  CHECK(kept.distances_as<std::int32_t>()[2] == 7);
  CHECK(kept.predecessors[2] == 8);
  CHECK(kept.cycle.size() == 2);
  CHECK(kept.outcome == Outcome::negative_cycle);
}

}  // namespace
}  // namespace wayfront::host
