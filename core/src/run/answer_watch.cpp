#include "run/answer_watch.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include "wayfront/graph.hpp"

namespace wayfront::host {

void AnswerWatch::begin(const Output& output) {
  *this = {};
  distances_ = output.distances;
  size_ = weight_size(output.kind);
  order_.steps.reserve(AnswerOrder::max_steps + 1);
  order_.last.assign(output.vertices, 0);
  // Poisoned entries differ from those that a plugin writes.
  if (size_ == sizeof(std::uint32_t))
    seen_.assign(static_cast<const std::uint32_t*>(distances_),
                 static_cast<const std::uint32_t*>(distances_) + output.vertices);
  else
    seen_long_.assign(static_cast<const std::uint64_t*>(distances_),
                      static_cast<const std::uint64_t*>(distances_) + output.vertices);
}

template <class Bits>
void AnswerWatch::compare(std::vector<Bits>& seen) {
  const auto* const entries = static_cast<const Bits*>(distances_);
  const auto step = static_cast<std::uint32_t>(order_.steps.size());
  for (std::size_t v = 0; v < seen.size(); ++v) {
    const Bits entry = __atomic_load_n(entries + v, __ATOMIC_RELAXED);
    if (entry == seen[v]) continue;
    seen[v] = entry;
    order_.last[v] = step;
  }
}

void AnswerWatch::look(double seconds) {
  if (size_ == sizeof(std::uint32_t))
    compare(seen_);
  else
    compare(seen_long_);
  now_.seconds = std::max(seconds, order_.steps.empty() ? 0.0 : order_.steps.back().seconds);
  order_.steps.push_back(now_);
}

void AnswerWatch::round(const RoundRecord& record) noexcept {
  ++now_.rounds;
  now_.relaxed += record.relaxed;
  if (distances_ == nullptr || now_.rounds % stride_ != 0) return;
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  if (order_.steps.size() == AnswerOrder::max_steps) {  // every second one goes; its changes belong to the next one
    for (std::size_t i = 0; 2 * i + 1 < order_.steps.size(); ++i) order_.steps[i] = order_.steps[2 * i + 1];
    order_.steps.resize(order_.steps.size() / 2);
    for (std::uint32_t& it : order_.last) it /= 2;
    stride_ *= 2;
  }
  if (now_.rounds % stride_ == 0) look(record.seconds - spent_);
  spent_ += std::chrono::duration<double>(Clock::now() - start).count();
}

AnswerOrder AnswerWatch::end(double seconds) {
  if (distances_ != nullptr) look(seconds - spent_);
  return std::move(order_);
}

}  // namespace wayfront::host
