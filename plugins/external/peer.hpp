// A program that is asked for distances: started, asked a line at a time, ended with all that it started.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "programs/conversation.hpp"
#include "wayfront/run.hpp"

namespace wayfront::external {

struct PeerAnswer {
  std::optional<double> seconds;  // by the peer's own clock, if it says so
  std::vector<Vertex> cycle;      // of negative weight; if empty, the distances are in their file
};

/// Every call throws Failure with the reason if the peer ended or said something that the protocol does not have,
/// Unsupported if it declined, and Cancelled if the run was cancelled. The object is of no more use then and has to be
/// destroyed, which takes less than a second.
class Peer {
 public:
  /// Starts `command` with the name of `folder` as its last argument. Returns when it is ready.
  Peer(const std::vector<std::string>& command, const std::filesystem::path& folder, const RunContext& context);
  ~Peer();
  Peer(const Peer&) = delete;
  Peer& operator=(const Peer&) = delete;

  /// How it calls itself, with its program: "SciPy 1.10.1 (scipy_dijkstra.py)".
  const std::string& name() const { return name_; }
  /// Asks for the distances from `source`.
  PeerAnswer ask(Vertex source, Vertex vertices, const RunContext& context);
  /// What it wrote to its standard error and was not handed out yet, in whole lines.
  std::vector<std::string> take_remarks();

 private:
  /// The next line, of at most `max` bytes. `doing` completes "it ended when ...".
  std::string next_line(std::size_t max, const std::string& doing, const RunContext& context);
  void decline(std::string_view line) const;
  [[noreturn]] void fail(const std::string& what);
  [[noreturn]] void fail_about(std::string_view line, const std::string& expected);
  [[noreturn]] void fail_at_end(const std::string& doing);

  std::string program_name_, name_;
  bool failed_ = false;
  std::optional<programs::Conversation> conversation_;
};

}  // namespace wayfront::external
