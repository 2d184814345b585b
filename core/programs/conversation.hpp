// A program that is asked over pipes, a line at a time, and ended with all that it started.
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "programs/program.hpp"

namespace wayfront::programs {

class Conversation {
 public:
  /// Starts `command` as Program does. If this process ends without ending it, it is killed with its process group.
  /// Throws std::system_error with the reason.
  Conversation(const std::vector<std::string>& command, const std::vector<std::string>& settings);
  /// Ends it by force if it still runs.
  ~Conversation();
  Conversation(const Conversation&) = delete;
  Conversation& operator=(const Conversation&) = delete;

  Program& program() { return *program_; }
  /// Adds the end of a line. False where it does not take the line: it reads too little, or has ended.
  bool say(std::string_view line);
  /// No more lines will come: it reads the end of its input.
  void close_input() { input_.write = Descriptor(); }

  /// Waits until there is news, up to `time`, and takes what has come.
  void listen(std::chrono::milliseconds time);
  /// The next line that it said, without its end; nothing if there is no whole one.
  std::optional<std::string> line();
  /// What it said that was not handed out yet, up to the end of a line or of all.
  std::string next_said() const { return said_.substr(taken_, said_.find('\n', taken_) - taken_); }
  /// Whether it has closed its output, or has ended. There may still be lines.
  bool ended();
  /// The last that it wrote to its standard error, up to some kilobytes.
  const std::string& errors() const { return errors_; }
  /// The whole lines of its standard error that were not handed out yet, as far as they are not too many.
  std::vector<std::string> take_remarks();

 private:
  struct Pipe {
    Descriptor read, write;
    static Pipe make();
  };

  bool take_output();
  void take_errors();

  Pipe input_, output_, error_;
  std::optional<Program> program_;
  Pipe guarded_;
  std::optional<Program> guard_;  // ends the group if this process ends without doing so
  Descriptor process_;            // a pidfd, to be told of its end
  bool open_ = true;              // its output
  std::string said_;              // of this, the first `taken_` bytes were handed out
  std::size_t taken_ = 0;
  std::string errors_;
  std::string remarks_;
};

}  // namespace wayfront::programs
