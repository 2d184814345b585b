// One call from several sources, solved by several instances at the same time, each on a thread of its own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "run/devices/source_deal.hpp"
#include "run/output_buffers.hpp"
#include "wayfront/function_ref.hpp"
#include "wayfront/status.hpp"

namespace wayfront::host {

/// What one of them did.
struct HandShare {
  std::uint32_t sources = 0;
  std::uint32_t pieces = 0;
  double seconds = 0;               // in its calls
  std::uint32_t largest = 0;        // sources of a piece
  double speed = 0;                 // sources per second in that piece
  std::optional<Status> failure{};  // it did nothing after this
};

/// Who solves the sources of a failed hand.
enum class AfterFailure : std::uint8_t { others, nobody };

/// Calls solve(hand, piece, rows) until all that `deal` has is solved into the rows of `output`, which are those of
/// `buffers`. Ok, or the failure of the first row that nobody solved. A negative cycle, exchanged buffers or a cancelled
/// piece end the call. The output receives the sum of the work, and the first cycle. `shares`: of each hand.
Status deal_out(SourceDeal& deal, OutputBuffers& buffers, Output& output, AfterFailure after,
                std::span<HandShare> shares,
                FunctionRef<Status(std::size_t hand, SourceDeal::Piece piece, Output& rows)> solve);

}  // namespace wayfront::host
