#include "report/device_lines.hpp"

#include <fmt/format.h>

#include <vector>

#include "call/call.hpp"

namespace wayfront::host {

std::string shares_line(const RunResult& run) {
  std::vector<DeviceShare> all;
  for (const Sample& sample : run.samples)
    for (const DeviceShare& share : sample.devices) add_share(all, share);
  std::string text;
  for (const DeviceShare& it : all)
    text += fmt::format("{} device {} solved {} sources in {} calls and {:.3g} s", text.empty() ? "" : ",", it.device,
                        it.sources, it.calls, it.seconds);
  return text.empty() ? "" : fmt::format("{}:{}", run.label, text);
}

}  // namespace wayfront::host
