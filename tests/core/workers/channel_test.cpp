#include <sys/socket.h>
#include <unistd.h>
#include <new>
#include <system_error>

#include "../../test.hpp"
#include "call/call.hpp"
#include "wayfront/distance.hpp"
#include "workers/answer_stream.hpp"
#include "workers/channel.hpp"
#include "workers/worker_process.hpp"

namespace wayfront::host {
namespace channel_test {

using nlohmann::json;

struct Ends {
  FileHandle ours, theirs;
  Ends() {
    int both[2];
    REQUIRE(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, both) == 0);
    ours = FileHandle(both[0]);
    theirs = FileHandle(both[1]);
  }
};

TEST_CASE("messages arrive whole and in order, whatever their size") {
  Ends ends;
  Channel host(std::move(ends.ours));
  Channel worker(std::move(ends.theirs));
  const json big = std::string(5'000'000, 'x');
  std::jthread sender([&] {
    CHECK(worker.send({{"number", 1}}));
    CHECK(worker.send({{"text", big}}));
    CHECK(worker.send({{"infinite", std::numeric_limits<double>::infinity()}, {"bytes", "\xff\xfe"}}));
  });
  CHECK(*host.receive() == json{{"number", 1}});
  CHECK(*host.receive() == json{{"text", big}});
  const json last = *host.receive();
  CHECK(last.at("infinite") == std::numeric_limits<double>::infinity());
  CHECK(last.at("bytes") == "\xff\xfe");
}

TEST_CASE("a reply that is too long to be sent is a failure with its reason") {
  Ends ends;
  Channel host(std::move(ends.ours));
  Channel worker(std::move(ends.theirs), 1000);
  CHECK_THROWS_WITH_AS(worker.send({{"text", std::string(2000, 'x')}}), doctest::Contains("is longer than 1000"),
                       std::length_error);
  CHECK(reply(worker, {{"text", std::string(2000, 'x')}}));
  const json failed = *host.receive();
  CHECK(failed.at("status") == static_cast<int>(RunStatus::failed));
  CHECK(failed.at("reason").get<std::string>().find("its answer cannot be sent: a message of ") == 0);
  CHECK(reply(worker, {{"a", 1}}));
  CHECK(*host.receive() == json{{"a", 1}});
}

TEST_CASE("taking in does not wait") {
  Ends ends;
  Channel host(std::move(ends.ours));
  Channel worker(std::move(ends.theirs));
  CHECK(host.take_in());
  CHECK_FALSE(host.next());
  CHECK(worker.send({{"a", 1}}));
  CHECK(host.take_in());
  CHECK(*host.next() == json{{"a", 1}});
  CHECK_FALSE(host.next());
}

TEST_CASE("the end of the other side is an end, also in the middle of a message") {
  Ends ends;
  Channel host(std::move(ends.ours));
  REQUIRE(::write(ends.theirs.get(), "\x20\0\0\0abc", 7) == 7);
  ends.theirs = {};
  CHECK_FALSE(host.receive());
  CHECK_FALSE(host.send({{"a", 1}}));
}

TEST_CASE("what is no message is refused, before memory is taken for it") {
  const auto after = [](std::string_view bytes) {
    Ends ends;
    Channel host(std::move(ends.ours));
    REQUIRE(::write(ends.theirs.get(), bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size()));
    ends.theirs = {};
    host.receive();
  };
  CHECK_THROWS_WITH_AS(after({"\xff\xff\xff\xff", 4}), doctest::Contains("4294967295 bytes"), Garbled);
  CHECK_THROWS_AS(after({"\x03\0\0\0abc", 7}), Garbled);       // no MessagePack object
  CHECK_THROWS_AS(after({"\x02\0\0\0\x81\xa5", 6}), Garbled);  // one that is cut off
  CHECK_THROWS_AS(after({"\x01\0\0\0\x05", 5}), Garbled);      // a number
  std::string deep =
      "\x81\xa1"
      "a" +
      std::string(60'000, '\x91') + "\x01";  // arrays in arrays
  const auto length = static_cast<std::uint32_t>(deep.size());
  deep.insert(0, reinterpret_cast<const char*>(&length), sizeof length);
  CHECK_THROWS_AS(after(deep), Garbled);
  CHECK_THROWS_AS(after({"\0\0\0\0", 4}), Garbled);
}

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
      Ends ends;
      AnswerReceiver receiver(std::move(ends.ours));
      AnswerCopy copy;
      for (int first = 1; first < 4; ++first) {
        Answer sent(vertices, predecessors, first);
        const Output& got = copy.output({.vertices = vertices, .predecessors = predecessors});
        receiver.expect(&got);
        std::jthread worker([&] { send_answer(ends.theirs.get(), sent.output); });
        while (!receiver.complete()) receiver.take_in();
        CHECK(std::ranges::equal(got.distances_as<std::int32_t>(), sent.distances));
        if (predecessors) CHECK(std::equal(sent.predecessors.begin(), sent.predecessors.end(), got.predecessors));
      }
    }
  }
}

TEST_CASE("an answer is read from where it is, or not at all") {
  Answer there(300'000, true, 7);
  AnswerCopy copy;
  const Output& here = copy.output({.vertices = 300'000, .predecessors = true});
  Arena arena(2);
  std::vector<std::uint64_t> places = places_of(there.output);
  CHECK(answer_bytes(here) == 300'000 * 8 + 4);
  REQUIRE(read_answer(::getpid(), places, here, arena));
  CHECK(std::ranges::equal(here.distances_as<std::int32_t>(), there.distances));
  CHECK(std::equal(there.predecessors.begin(), there.predecessors.end(), here.predecessors));
  places[2] = 64;  // where no process has memory
  CHECK_FALSE(read_answer(::getpid(), places, here, arena));
  places.pop_back();
  CHECK_FALSE(read_answer(::getpid(), places, here, arena));
}

TEST_CASE("only who expects a long answer is woken up for it") {
  Ends ends;
  const int ours = ends.ours.get();
  AnswerReceiver receiver(std::move(ends.ours));
  CHECK(receiver.waiting() == -1);
  AnswerCopy little, large;
  receiver.expect(&little.output({.vertices = 1000, .predecessors = true}));
  CHECK(receiver.waiting() == -1);
  receiver.expect(&large.output({.vertices = 100'000, .predecessors = true}));
  CHECK(receiver.waiting() == ours);
  receiver.expect(nullptr);
  CHECK(receiver.waiting() == -1);
}

TEST_CASE("an answer that ends early is not complete") {
  Ends ends;
  AnswerReceiver receiver(std::move(ends.ours));
  AnswerCopy copy;
  receiver.expect(&copy.output({.vertices = 10}));
  Answer shorter(9, false, 1);
  send_answer(ends.theirs.get(), shorter.output);
  receiver.take_in();
  CHECK_FALSE(receiver.complete());
  ends.theirs = {};
  receiver.take_in();
  CHECK_FALSE(receiver.complete());
  receiver.expect(nullptr);
  CHECK_FALSE(receiver.complete());
}

TEST_CASE("what comes without being expected is left where it is") {
  Ends ends;
  AnswerReceiver receiver(std::move(ends.ours));
  Answer sent(10, false, 1);
  send_answer(ends.theirs.get(), sent.output);
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
  Ends ends;
  ends.ours = {};
  Answer sent(10, true, 1);
  CHECK_THROWS_AS(send_answer(ends.theirs.get(), sent.output), std::system_error);
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

TEST_CASE("after an answer that does not fit into memory, a small one has buffers again") {
  AnswerCopy copy;
  CHECK(copy.output({.vertices = 1000}).distances != nullptr);
  CHECK_THROWS_AS(copy.output({.vertices = 0x8000'0001U, .rows = 0x7fff'ffffU}), std::bad_alloc);
  CHECK(copy.output({.vertices = 1000}).distances != nullptr);
}

}  // namespace channel_test
}  // namespace wayfront::host
