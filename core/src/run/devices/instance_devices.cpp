#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "run/devices/dealt_call.hpp"
#include "run/devices/source_deal.hpp"
#include "run/driver_library.hpp"
#include "run/instance.hpp"

namespace wayfront::host {
namespace {

// The library that CUDA plugins share counts the device memory that they take. This program is not linked with it: it
// is looked for where a plugin has brought it into the process.

DriverLibrary::Symbol shared_by_plugins(const char* symbol) {
  return DriverLibrary(WAYFRONT_CUDA_LIBRARY, RTLD_LAZY | RTLD_NOLOAD).find(symbol);
}

}  // namespace

std::string text_of(const DeviceRule& rule) {
  if (rule.all) return "all";
  return rule.indices.empty() ? "first" : fmt::format("{}", fmt::join(rule.indices, ", "));
}

void PluginInstance::add_seats(const PluginRegistry& plugins, unsigned threads, const HostContext::LogSink& log) {
  const bool given = plugin_.has(capability::device) && rules_.devices.given();
  const std::vector<int> devices = given ? this->devices() : std::vector<int>{-1};
  shares_ = devices.size() > 1;
  const unsigned at_once = rules_.parallel_sources == 0 ? threads : rules_.parallel_sources;
  const unsigned seats = shares_                          ? static_cast<unsigned>(devices.size())
                         : plugin_.has(capability::batch) ? 1
                                                          : std::max(at_once, 1U);
  for (unsigned i = 0; i < seats; ++i) {
    HostContext& context = seats_.emplace_back(std::make_unique<Seat>(std::max(threads / seats, 1U)))->context;
    context.set_plugins(plugins, plugin_.about().name);
    context.set_log(log);
    context.set_counting(rules_.work);
    context.set_store(store_ ? &*store_ : nullptr);
    context.set_device(devices[shares_ ? i : 0]);
  }
}

/// Those of the rules, at least one.
std::vector<int> PluginInstance::devices() const {
  if (!rules_.devices.all) return rules_.devices.indices;
  std::vector<int> found;
  try {
    while (!obstacle(plugin_, graph_.info(), static_cast<int>(found.size())))
      found.push_back(static_cast<int>(found.size()));
  } catch (const std::exception&) {  // prepare() says why
  }
  if (found.empty()) found.push_back(0);
  return found;
}

/// All at the same time.
Ending PluginInstance::prepare_devices(double limit, double& seconds) {
  for (const auto& seat : seats_)
    if (Ending ending = open(*seat, limit); ending.status != RunStatus::ok) return ending;
  std::vector<Status> statuses(seats_.size());
  const auto start = std::chrono::steady_clock::now();
  {
    std::vector<std::jthread> others;
    for (std::size_t i = 1; i < seats_.size(); ++i)
      others.emplace_back([&, i] { statuses[i] = prepare(*seats_[i], limit); });
    statuses.front() = prepare(*seats_.front(), limit);
  }
  const double spent = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  seconds += spent;
  std::vector<Ending> endings;
  for (std::size_t i = 0; i < seats_.size(); ++i) {
    take_notes(*seats_[i]);
    const std::string& misuse = seats_[i]->context.misuse();
    endings.push_back(misuse.empty() ? ending(statuses[i], limit) : Ending{RunStatus::failed, misuse});
  }
  const auto is_ok = [](const Ending& ending) { return ending.status == RunStatus::ok; };
  const bool none = std::ranges::none_of(endings, is_ok);
  for (const Ending& ending : endings)
    if (none || ending.status == RunStatus::interrupted || ending.status == RunStatus::timeout) return ending;
  for (std::size_t i = 0; i < seats_.size(); ++i) {
    Seat& seat = *seats_[i];
    if (!is_ok(endings[i]))
      leave_out(seat, fmt::format("device {} takes no part: it could not be prepared: {}", seat.context.device(),
                                  endings[i].reason));
    else if (spent >= rules_.keep.min_seconds)
      seat.context.write_kept();
  }
  return {};
}

/// Nothing is asked of it any more.
void PluginInstance::leave_out(Seat& seat, std::string note) {
  seat.is_out = true;
  seat.instance = {};
  notes_.push_back(std::move(note));
}

/// By several instances at the same time, or in one call per source.
Status PluginInstance::solve_dealt(std::span<const Vertex> sources, Projection projection, Output& output,
                                   std::span<HandShare> shares) {
  std::vector<SourceDeal::Hand> hands;
  for (std::size_t i = 0; i < shares.size(); ++i) hands.push_back({seats_[i]->speed, !seats_[i]->is_out});
  const bool together = (taken_ & capability::batch) != 0;
  SourceDeal deal(static_cast<std::uint32_t>(sources.size()), hands,
                  together ? SourceDeal::Pieces::large : SourceDeal::Pieces::single);
  return deal_out(deal, *used_, output, is_shared() ? AfterFailure::others : AfterFailure::nobody, shares,
                  [&](std::size_t hand, SourceDeal::Piece piece, Output& rows) {
                    return call(*seats_[hand], problem(sources.subspan(piece.first, piece.count), projection), rows);
                  });
}

/// Notes what the devices did in a call, and leaves out those that failed.
void PluginInstance::settle(std::span<const HandShare> shares, std::size_t sources, Call& figures) {
  for (std::size_t i = 0; i < shares.size(); ++i) {
    const HandShare& share = shares[i];
    Seat& seat = *seats_[i];
    if (seat.is_out) continue;
    DeviceShare& it = figures.devices.emplace_back();
    it.device = static_cast<unsigned>(seat.context.device());
    it.sources = share.sources;
    it.calls = share.pieces;
    it.seconds = share.seconds;
    if (share.largest * 2 >= seat.largest && share.largest != 0) {
      seat.speed = share.speed;
      seat.largest = std::max(seat.largest, share.largest);
    }
    if (!share.failure || share.failure->code == StatusCode::cancelled) continue;
    it.failure = ending(*share.failure, 0).reason;
    leave_out(seat, fmt::format("device {} failed after {} of the {} sources of a call, and is left out: {}; the other "
                                "devices solve its part",
                                it.device, it.sources, sources, it.failure));
  }
}

/// What was counted for an earlier context with the same address is forgotten.
PluginInstance::Seat::Seat(unsigned threads) : context(threads) {
  void (*start)(const void*) = shared_by_plugins("wayfront_cuda_memory_start");
  if (start != nullptr) start(&context);
}

/// Zeros where nothing was counted.
DeviceBytes PluginInstance::Seat::device_bytes() const {
  using Figures = std::uint64_t[3];  // now, peak, estimate
  void (*use)(const void*, Figures*) = shared_by_plugins("wayfront_cuda_memory_use");
  Figures figures = {};
  if (use != nullptr) use(&context, &figures);
  return {.peak = figures[1], .estimate = figures[2]};
}

PluginInstance::Seat& PluginInstance::first_in() const {
  const auto found = std::ranges::find(seats_, false, [](const auto& seat) { return seat->is_out; });
  return found != seats_.end() ? **found : *seats_.front();
}

}  // namespace wayfront::host
