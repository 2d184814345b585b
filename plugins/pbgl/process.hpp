// The program that starts the ranks. What it says goes to memory, where it blocks nobody.
#pragma once

#include <string>
#include <vector>

#include "programs/program.hpp"

namespace wayfront::pbgl {

using programs::Descriptor;

class Process {
 public:
  /// As programs::Program, with no input. Throws Failure with the reason.
  Process(const std::vector<std::string>& command, const std::vector<std::string>& settings);

  std::optional<int> status() { return program_.status(); }
  std::optional<int> wait(std::chrono::milliseconds time) { return program_.wait(time); }
  void signal(int number) const { program_.signal(number); }
  /// Stdout and stderr so far.
  std::string said() const;

 private:
  Descriptor output_;
  programs::Program program_;
};

}  // namespace wayfront::pbgl
