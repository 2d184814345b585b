#include "run/devices/dealt_call.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace wayfront::host {
namespace {

constexpr Vertex vertices = 6;
using Piece = SourceDeal::Piece;

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
  CHECK(exchanged.buffers.damage().find("exchanged") != std::string::npos);
}

}  // namespace
}  // namespace wayfront::host
