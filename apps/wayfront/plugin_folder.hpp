// The folder of a plugin's source, while its author works in it: built by its own CMake, and watched for changes.
#pragma once

#include <filesystem>

#include "files/byte_source.hpp"

namespace wayfront::app {

class PluginFolder {
 public:
  /// Throws UserError where it is not the folder of a CMake project, or cannot be watched.
  explicit PluginFolder(std::filesystem::path folder);

  /// Builds it in its folder `build`, which is configured first, and returns the plugin's file. What CMake says goes to
  /// standard error. Throws UserError: failed_run where it cannot be built, interrupted once this program is to stop.
  std::filesystem::path build();
  /// Whether a file of it has changed since the last build() began.
  bool changed();
  /// Waits for a change, and for the end of it. False once this program is to stop.
  bool await_change();

 private:
  void cover(const std::filesystem::path& folder);

  std::filesystem::path folder_, build_;
  host::FileHandle events_;
  bool configured_ = false;
};

}  // namespace wayfront::app
