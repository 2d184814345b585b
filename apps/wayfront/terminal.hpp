// What a run shows on stderr: notes as lines, and on a terminal one line of progress with the time left.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "journal/journal.hpp"
#include "load/loaded_graph.hpp"
#include "measure/experiment.hpp"
#include "measure/observer.hpp"

namespace wayfront::app {

/// "7 s", "3 min 20 s", "2 h 05 min".
std::string duration(double seconds);

class Terminal final : public host::Observer {
 public:
  enum class Says : std::uint8_t {
    all,
    errors,  // runs that failed
    nothing,
  };
  /// `journal` may be null. `when_stuck` reports what was measured.
  Terminal(Says says, host::Journal* journal, std::function<void(const host::Results&)> when_stuck);
  ~Terminal() override;

  void loaded(const host::LoadedGraph& graph) override;
  void begins(const host::Results& results) override;
  bool has_earlier() const override { return journal_ != nullptr && journal_->any(); }
  std::optional<host::RunResult> earlier(const host::RunResult& run, const host::Results& results) override;
  host::Readings earlier_readings(const host::Results& results) override;
  void read(const host::Readings& readings) override;
  void step(std::string_view text) override;
  void progress(std::uint64_t done, std::uint64_t total, std::string_view label) override;
  /// Of a file, once it has taken two seconds.
  void loading(std::uint64_t read, std::uint64_t bytes, std::string_view name);
  void measured(const host::RunResult& run, const host::Sample& sample) override;
  void ended(const host::RunResult& run) override;
  void settled(const host::RunResult& run) override;
  void printed(std::string_view label, std::string_view line) override;
  void note(std::string_view text) override;
  void stuck(const host::Results& results) override;

  /// Removes the progress line.
  void finish();

  /// Why samples could not be saved, or "". The run was asked to stop then.
  const std::string& journal_error() const { return journal_error_; }

 private:
  using Clock = std::chrono::steady_clock;
  void show(std::string_view text);
  void show_line(std::string_view text);
  void append(const std::string& line);

  Says says_;
  bool live_;  // stderr is a terminal that can redraw a line
  host::Journal* journal_;
  std::function<void(const host::Results&)> when_stuck_;
  std::string head_;         // the first lines of the case, until they are in the journal
  host::Readings readings_;  // until the next line takes them into the journal
  std::string journal_error_;
  Clock::time_point made_ = Clock::now();
  Clock::time_point first_progress_{};
  Clock::time_point last_shown_{};
  bool shown_ = false;
};

}  // namespace wayfront::app
