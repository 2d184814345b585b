#include "call/call.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace wayfront::host {
namespace {

/// The value up to `last` with the name `text`.
template <class Enum>
std::optional<Enum> named(std::string_view text, Enum last) {
  for (int i = 0; i <= static_cast<int>(last); ++i)
    if (name(static_cast<Enum>(i)) == text) return static_cast<Enum>(i);
  return std::nullopt;
}

}  // namespace

std::string_view name(RunStatus status) {
  switch (status) {
    case RunStatus::ok:
      return "ok";
    case RunStatus::skipped:
      return "skipped";
    case RunStatus::failed:
      return "failed";
    case RunStatus::wrong:
      return "wrong";
    case RunStatus::timeout:
      return "timeout";
    case RunStatus::interrupted:
      return "interrupted";
  }
  return "?";
}

std::string_view name(Finding finding) {
  switch (finding) {
    case Finding::right:
      return "right";
    case Finding::wrong:
      return "wrong";
    case Finding::overflow:
      return "overflow";
    case Finding::undecided:
      return "undecided";
  }
  return "?";
}

std::string_view name(Outcome outcome) { return outcome == Outcome::solved ? "solved" : "negative_cycle"; }

std::optional<RunStatus> run_status(std::string_view name) { return named(name, RunStatus::interrupted); }
std::optional<Finding> finding(std::string_view name) { return named(name, Finding::undecided); }
std::optional<Outcome> outcome(std::string_view name) { return named(name, Outcome::negative_cycle); }

std::string sentence_on(const Ending& ending, std::string_view plugin, std::string_view doing) {
  switch (ending.status) {
    case RunStatus::skipped:
      if (ending.reason.find(plugin) != std::string::npos) return ending.reason;
      return fmt::format("{}: {}", plugin, ending.reason);
    case RunStatus::interrupted:
      return fmt::format("{} with '{}' was interrupted", doing, plugin);
    case RunStatus::wrong:
      return fmt::format("the answer of plugin '{}' is wrong: {}", plugin, ending.reason);
    default:
      return fmt::format("plugin '{}' failed: {}", plugin, ending.reason);
  }
}

void add_share(std::vector<DeviceShare>& all, const DeviceShare& share) {
  const auto found = std::ranges::find(all, share.device, &DeviceShare::device);
  if (found == all.end()) {
    all.push_back(share);
    return;
  }
  found->sources += share.sources;
  found->calls += share.calls;
  found->seconds += share.seconds;
  if (found->failure.empty()) found->failure = share.failure;
}

}  // namespace wayfront::host
