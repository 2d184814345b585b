#include "terminal.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <utility>

#include "base/characters.hpp"
#include "base/errors.hpp"
#include "base/process.hpp"
#include "journal/result_file.hpp"
#include "output.hpp"

namespace wayfront::app {
namespace {

bool can_redraw() {
  const char* const terminal = std::getenv("TERM");
  return isatty(STDERR_FILENO) != 0 && (terminal == nullptr || std::string_view(terminal) != "dumb");
}

std::size_t width() {
  winsize size{};
  if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col < 2) return 79;
  return size.ws_col - 1U;
}

}  // namespace

std::string duration(double seconds) {
  const auto whole = static_cast<std::uint64_t>(seconds + 0.5);
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{} min {:02} s", whole / 60, whole % 60);
  return fmt::format("{} h {:02} min", whole / 3600, whole / 60 % 60);
}

Terminal::Terminal(Says says, host::Journal* journal, std::function<void(const host::Results&)> when_stuck)
    : says_(says), live_(says == Says::all && can_redraw()), journal_(journal), when_stuck_(std::move(when_stuck)) {
  if (journal_ != nullptr)
    for (const std::string& text : journal_->notes()) note(text);
}

Terminal::~Terminal() { finish(); }

void Terminal::finish() {
  if (shown_) std::fputs("\r\033[K", stderr);
  shown_ = false;
}

void Terminal::show(std::string_view text) {
  finish();
  text = host::first_characters(text, width());  // a wrapped line could not be overwritten
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fflush(stderr);
  shown_ = true;
}

void Terminal::loaded(const host::LoadedGraph& graph) {
  if (!graph.weight_rule.empty() && !graph.weighted)
    note(fmt::format("{} has no weights; weights by rule: {}", graph.name, graph.weight_rule));
  for (const std::string& text : graph.notes) note(fmt::format("{}: {}", graph.name, text));
}

void Terminal::step(std::string_view text) {
  now_going_on(text);
  if (live_) show(text);
}

void Terminal::progress(std::uint64_t done, std::uint64_t total, std::string_view label) {
  now_going_on(fmt::format("solving with {}", label));
  if (!live_) return;
  const auto now = Clock::now();
  if (done <= 1 || first_progress_ == Clock::time_point{}) first_progress_ = now;
  if (now - last_shown_ < std::chrono::milliseconds(100)) return;
  last_shown_ = now;
  const double elapsed = std::chrono::duration<double>(now - first_progress_).count();
  const double left = done > 1 ? elapsed / static_cast<double>(done - 1) * static_cast<double>(total - done + 1) : 0;
  show(fmt::format("[{}/{}] {}{}", done, total, label, done > 1 ? fmt::format(", {} left", duration(left)) : ""));
}

void Terminal::loading(std::uint64_t read, std::uint64_t bytes, std::string_view name) {
  const double elapsed = std::chrono::duration<double>(Clock::now() - made_).count();
  if (!live_ || elapsed < 2) return;
  const bool is_known = read != 0 && bytes != 0;
  show(fmt::format("loading {}, {}{}", host::printable(name, ""),
                   is_known ? fmt::format("{} % read, ", 100 * read / bytes) : "", duration(elapsed)));
}

/// The first lines of a case wait for its first sample: a pipeline that ends before that leaves nothing. Samples shared
/// with another case are written for this case, too.
void Terminal::begins(const host::Results& results) {
  if (journal_ == nullptr) return;
  head_ = host::journal_head(results);
  for (const host::RunResult& run : results.runs)
    for (const host::Sample& sample : run.samples)
      if (!journal_->has(results, run, sample)) head_ += host::journal_sample(run, sample);
}

std::optional<host::RunResult> Terminal::earlier(const host::RunResult& run, const host::Results& results) {
  if (journal_ == nullptr) return {};
  return journal_->find(run, results);
}

host::Readings Terminal::earlier_readings(const host::Results& results) {
  return journal_ != nullptr ? journal_->readings(results) : host::Readings();
}

void Terminal::read(const host::Readings& readings) {
  std::ranges::copy(readings.devices, std::back_inserter(readings_.devices));
  std::ranges::copy(readings.machine, std::back_inserter(readings_.machine));
}

void Terminal::append(const std::string& line) {
  if (journal_ == nullptr || !journal_error_.empty()) return;
  try {
    if (!head_.empty()) journal_->append(std::exchange(head_, {}));
    journal_->append(line);
  } catch (const host::UserError& error) {  // samples in memory are still reported
    journal_error_ = error.what();
    host::stop_requested = true;
  }
}

void Terminal::measured(const host::RunResult& run, const host::Sample& sample) {
  if (journal_ != nullptr) append(host::journal_sample(run, sample, std::exchange(readings_, {})));
}

void Terminal::settled(const host::RunResult& run) {
  if (journal_ != nullptr) append(host::journal_ending(run, std::exchange(readings_, {})));
}

void Terminal::printed(std::string_view label, std::string_view line) {
  finish();
  std::fprintf(stderr, "%s\n", host::printable(fmt::format("{}: {}", label, line), "\t").c_str());
}

void Terminal::ended(const host::RunResult& run) {
  // Where no table follows, this is all that says what went wrong.
  if (says_ == Says::all || (says_ == Says::errors && run.status != host::RunStatus::skipped))
    show_line(fmt::format("{}: {}: {}", run.label, host::name(run.status), run.reason));
}

void Terminal::stuck(const host::Results& results) {
  finish();
  try {
    when_stuck_(results);
  } catch (const host::UserError& error) {
    say(fmt::format("error: {}", error.what()));
  }
  _exit(static_cast<int>(host::ExitCode::timeout));
}

void Terminal::note(std::string_view text) {
  if (says_ == Says::all) show_line(text);
}

void Terminal::show_line(std::string_view text) {
  finish();
  say(text);
}

}  // namespace wayfront::app
