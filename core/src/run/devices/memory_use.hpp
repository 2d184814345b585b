// Device memory that a plugin takes, as the library that CUDA plugins share counts it. This program is not linked with
// it: it is looked for where a plugin has brought it into the process.
#pragma once

#include "call/call.hpp"
#include "wayfront/run.hpp"

namespace wayfront::host {

class DeviceMemoryUse {
 public:
  /// `library`: as its soname has it, for tests. It is never loaded here.
  explicit DeviceMemoryUse(const char* library = shared_by_plugins) : library_(library) {}

  /// Calls with this new context begin: what was counted for an earlier one with the same address is forgotten.
  void start(const RunContext& context) const;
  /// Of all calls with this context; zeros where nothing was counted.
  DeviceBytes of(const RunContext& context) const;

 private:
  static const char* const shared_by_plugins;
  const char* library_;
};

}  // namespace wayfront::host
