#include "workers/channel.hpp"

#include <doctest/doctest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <limits>
#include <stdexcept>
#include <string>
#include <thread>

#include "call/call.hpp"
#include "workers/worker_process.hpp"

namespace wayfront::host {
namespace {

using nlohmann::json;

struct Ends {
  int sockets[2] = {-1, -1};
  Ends() { REQUIRE(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) == 0); }
};

TEST_CASE("messages arrive whole and in order, whatever their size") {
  const Ends ends;
  Channel host(ends.sockets[0]);
  Channel worker(ends.sockets[1]);
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
  const Ends ends;
  Channel host(ends.sockets[0]);
  Channel worker(ends.sockets[1], 1000);
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
  const Ends ends;
  Channel host(ends.sockets[0]);
  Channel worker(ends.sockets[1]);
  CHECK(host.take_in());
  CHECK_FALSE(host.next());
  CHECK(worker.send({{"a", 1}}));
  CHECK(host.take_in());
  CHECK(*host.next() == json{{"a", 1}});
  CHECK_FALSE(host.next());
}

TEST_CASE("the end of the other side is an end, also in the middle of a message") {
  const Ends ends;
  Channel host(ends.sockets[0]);
  REQUIRE(::write(ends.sockets[1], "\x20\0\0\0abc", 7) == 7);
  ::close(ends.sockets[1]);
  CHECK_FALSE(host.receive());
  CHECK_FALSE(host.send({{"a", 1}}));
}

TEST_CASE("what is no message is refused, before memory is taken for it") {
  const auto after = [](std::string_view bytes) {
    const Ends ends;
    Channel host(ends.sockets[0]);
    REQUIRE(::write(ends.sockets[1], bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size()));
    ::close(ends.sockets[1]);
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

}  // namespace
}  // namespace wayfront::host
