#include "run/devices/source_deal.hpp"
#include "../../test.hpp"
#include "run/devices/dealt_call.hpp"

namespace wayfront::host {
namespace source_deal_test {

using Hand = SourceDeal::Hand;
using Piece = SourceDeal::Piece;
using Pieces = SourceDeal::Pieces;

/// What each hand got, in turns, until nothing is left.
std::vector<std::vector<Piece>> deal_in_turns(SourceDeal& deal, std::size_t hands) {
  std::vector<std::vector<Piece>> got(hands);
  for (bool any = true; any;) {
    any = false;
    for (std::size_t hand = 0; hand < hands; ++hand) {
      const auto piece = deal.take(hand);
      if (!piece) continue;
      deal.done();
      got[hand].push_back(*piece);
      any = true;
    }
  }
  return got;
}

std::uint32_t sources_of(const std::vector<Piece>& pieces) {
  std::uint32_t sum = 0;
  for (const Piece& piece : pieces) sum += piece.count;
  return sum;
}

/// Whether each source is in one piece.
bool are_whole(const std::vector<std::vector<Piece>>& got, std::uint32_t sources) {
  std::vector<int> seen(sources, 0);
  for (const auto& pieces : got)
    for (const Piece& piece : pieces)
      for (std::uint32_t i = 0; i < piece.count; ++i) ++seen[piece.first + i];
  return std::ranges::count(seen, 1) == sources;
}

TEST_CASE("each source is dealt once, whatever their number, the hands and the size of pieces") {
  for (const std::uint32_t sources : {1U, 2U, 3U, 31U, 32U, 33U, 1000U, 1024U, 16'384U})
    for (const std::size_t hands : {1U, 2U, 3U, 8U})
      for (const Pieces pieces : {Pieces::single, Pieces::large})
        for (const double speed : {0.0, 10.0, 1e5}) {
          const std::vector<Hand> all(hands, {.speed = speed});
          SourceDeal deal(sources, all, pieces);
          CHECK(are_whole(deal_in_turns(deal, hands), sources));
        }
}

TEST_CASE("few sources are one piece for each hand, as each call leaves a device empty at its end") {
  const Hand hands[2];
  SourceDeal deal(1024, hands, Pieces::large);
  const auto got = deal_in_turns(deal, 2);
  REQUIRE(got[0].size() == 1);
  REQUIRE(got[1].size() == 1);
  CHECK(got[0][0].count == 512);
  CHECK(got[1][0].count == 512);
}

TEST_CASE("parts are as large as the hands are fast; speeds that differ by little count as equal") {
  const Hand unequal[] = {{.speed = 30'000}, {.speed = 10'000}};
  SourceDeal deal(4000, unequal, Pieces::large);
  const auto got = deal_in_turns(deal, 2);
  CHECK(sources_of(got[0]) == 3000);
  CHECK(sources_of(got[1]) == 1000);
  const Hand nearly[] = {{.speed = 30'000}, {.speed = 29'000}};
  SourceDeal other(1000, nearly, Pieces::large);
  CHECK(sources_of(deal_in_turns(other, 2)[0]) == 500);
  const Hand half_known[] = {{.speed = 30'000}, {}};
  SourceDeal third(1000, half_known, Pieces::large);
  CHECK(sources_of(deal_in_turns(third, 2)[0]) == 500);
}

TEST_CASE("who is done takes from the part of another one") {
  const Hand hands[2];
  SourceDeal deal(16'384, hands, Pieces::large);
  const auto slow = deal.take(1);
  REQUIRE(slow);
  CHECK(slow->count == 4096);
  std::uint32_t others = 0;
  for (int i = 0; i < 100 && others < 16'384 - 4096; ++i) {
    const auto piece = deal.take(0);
    REQUIRE(piece);
    others += piece->count;
    deal.done();
  }
  CHECK(others == 16'384 - 4096);
  deal.done();
  CHECK(!deal.take(0));
  CHECK(!deal.take(1));
}

TEST_CASE("a hand that is not in gets nothing, and its part is that of the others") {
  const Hand hands[] = {{.in = false}, {}, {}};
  SourceDeal deal(100, hands, Pieces::large);
  CHECK(!deal.take(0));
  const auto got = deal_in_turns(deal, 3);
  CHECK(sources_of(got[0]) == 0);
  CHECK(sources_of(got[1]) + sources_of(got[2]) == 100);
}

TEST_CASE("what a failed hand held goes to one that waits for the end, and the last hand to fail says so") {
  const Hand hands[2];
  SourceDeal deal(10, hands, Pieces::large);
  const auto own = deal.take(0), lost = deal.take(1);
  REQUIRE(own);
  REQUIRE(lost);
  deal.done();
  std::vector<Piece> later;
  std::thread waits([&] {
    while (const auto piece = deal.take(0)) {
      later.push_back(*piece);
      deal.done();
    }
  });
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  CHECK(deal.give_back(1, *lost));
  waits.join();
  CHECK(sources_of(later) == lost->count);
  CHECK(!deal.take(1));

  SourceDeal other(10, hands, Pieces::large);
  const auto a = other.take(0), b = other.take(1);
  CHECK(other.give_back(0, *a));
  CHECK(!other.give_back(1, *b));
}

TEST_CASE("stop() ends all, those too that wait") {
  const Hand hands[2];
  SourceDeal deal(10, hands, Pieces::large);
  REQUIRE(deal.take(0));
  REQUIRE(deal.take(1));
  std::thread waits([&] { CHECK(!deal.take(1)); });
  std::this_thread::sleep_for(std::chrono::milliseconds(10));
  deal.stop();
  waits.join();
  CHECK(!deal.take(0));
}

TEST_CASE("many threads, some of which fail, solve each source once") {
  constexpr std::uint32_t sources = 5000;
  constexpr std::size_t hands = 6;
  for (const Pieces pieces : {Pieces::single, Pieces::large}) {
    const std::vector<Hand> all(hands, {.speed = 1000});
    SourceDeal deal(sources, all, pieces);
    std::vector<std::atomic<int>> solved(sources);
    std::vector<std::thread> threads;
    for (std::size_t hand = 0; hand < hands; ++hand)
      threads.emplace_back([&, hand] {
        for (int calls = 0; const auto piece = deal.take(hand); ++calls) {
          if (hand % 2 == 1 && calls == static_cast<int>(hand)) {
            deal.give_back(hand, *piece);
            return;
          }
          for (std::uint32_t i = 0; i < piece->count; ++i) ++solved[piece->first + i];
          deal.done();
        }
      });
    for (std::thread& thread : threads) thread.join();
    CHECK(std::ranges::all_of(solved, [](const std::atomic<int>& it) { return it == 1; }));
  }
}

constexpr Vertex vertices = 6;

/// Writes what stands for the answer of each row.
void write(Piece piece, Output& rows) {
  for (std::uint32_t row = 0; row < rows.rows; ++row)
    std::ranges::fill(rows.distances_as<std::int32_t>(row), static_cast<std::int32_t>(piece.first + row));
  rows.work.relaxed = rows.rows;
}

bool is_whole(const Output& output) {
  for (std::uint32_t row = 0; row < output.rows; ++row)
    if (!std::ranges::all_of(output.distances_as<std::int32_t>(row),
                             [&](std::int32_t it) { return it == static_cast<std::int32_t>(row); }))
      return false;
  return true;
}

struct Call {
  explicit Call(std::uint32_t rows, std::size_t hands, SourceDeal::Pieces pieces = SourceDeal::Pieces::single)
      : output(buffers.fresh(rows)),
        deal(rows, std::vector<SourceDeal::Hand>(hands, {.speed = 100}), pieces),
        shares(hands) {}

  template <class Solve>
  Status run(AfterFailure after, const Solve& solve) {
    return deal_out(deal, buffers, output, after, shares, solve);
  }
  std::uint32_t solved() const {
    std::uint32_t sum = 0;
    for (const HandShare& share : shares) sum += share.sources;
    return sum;
  }

  OutputBuffers buffers{WeightKind::int32, vertices, false};
  Output& output;
  SourceDeal deal;
  std::vector<HandShare> shares;
};

TEST_CASE("each hand writes its rows, and the output has the work of all") {
  for (const auto pieces : {SourceDeal::Pieces::single, SourceDeal::Pieces::large})
    for (const std::size_t hands : {1U, 2U, 5U}) {
      Call call(500, hands, pieces);
      CHECK(call.run(AfterFailure::others,
                     [](std::size_t, Piece piece, Output& rows) {
                       CHECK(rows.rows == piece.count);
                       write(piece, rows);
                       return Status{};
                     })
                .ok());
      CHECK(is_whole(call.output));
      CHECK(call.output.work.relaxed == 500);
      CHECK(call.solved() == 500);
      CHECK(call.buffers.damage().empty());
    }
}

TEST_CASE("others solve what a failed hand held; where nobody takes over, its failure is that of the call") {
  const auto fails = [](std::size_t hand, Piece piece, Output& rows) {
    if (hand == 1) return Status::with(StatusCode::device_lost, "gone");
    write(piece, rows);
    return Status{};
  };
  Call goes_on(300, 3);
  CHECK(goes_on.run(AfterFailure::others, fails).ok());
  CHECK(is_whole(goes_on.output));
  CHECK(goes_on.solved() == 300);
  for (const std::size_t hand : {0U, 2U}) CHECK(!goes_on.shares[hand].failure);
  CHECK(goes_on.shares[1].sources == 0);

  Call ends(300, 2, SourceDeal::Pieces::large);
  const Status status = ends.run(AfterFailure::nobody, [](std::size_t, Piece piece, Output&) {
    return Status::with(StatusCode::failed, piece.first == 0 ? "the first" : "another");
  });
  CHECK(status.code == StatusCode::failed);

  Call all(300, 3);
  CHECK(all.run(AfterFailure::others,
                [](std::size_t, Piece, Output&) { return Status::with(StatusCode::out_of_memory, "too little"); })
            .text() == "too little");
}

TEST_CASE("a cancelled piece ends the call, whatever failed before") {
  Call call(300, 3);
  const Status status = call.run(AfterFailure::others, [](std::size_t hand, Piece, Output&) {
    return hand == 0 ? Status::with(StatusCode::failed, "fails") : Status::with(StatusCode::cancelled, "");
  });
  CHECK(status.code == StatusCode::cancelled);
}

TEST_CASE("a negative cycle and exchanged buffers end the call") {
  Call cycle(40, 2);
  CHECK(cycle
            .run(AfterFailure::others,
                 [](std::size_t, Piece piece, Output& rows) {
                   write(piece, rows);
                   if (piece.first != 7) return Status{};
                   rows.outcome = Outcome::negative_cycle;
                   rows.cycle = {3, 4};
                   return Status{};
                 })
            .ok());
  CHECK(cycle.output.outcome == Outcome::negative_cycle);
  CHECK(cycle.output.cycle.size() == 2);

  Call exchanged(40, 2);
  exchanged.run(AfterFailure::others, [](std::size_t, Piece, Output& rows) {
    rows.distances = nullptr;
    return Status{};
  });
  CHECK(contains(exchanged.buffers.damage(), "exchanged"));
}

}  // namespace source_deal_test
}  // namespace wayfront::host
