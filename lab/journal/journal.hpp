// The results directory of a run: each sample is appended as soon as it is measured, reports are written at the end.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "journal/result_file.hpp"

namespace wayfront::host {

// The folders of a report directory that hold the reports of one case each.

/// A folder for each label: the label without characters that a file name cannot have; all folders are different, and
/// none has the name of a report. "" gives "", the report directory itself.
std::vector<std::filesystem::path> case_folders(std::span<const std::string> labels);

/// Removes the report files in the folders of these cases, and folders that are then empty. Keeps everything else,
/// folders with their own samples, and links.
void drop_case_reports(const std::filesystem::path& directory, std::span<const std::string> labels);

/// What to do with results that the directory already holds.
enum class Earlier : std::uint8_t {
  refuse,
  overwrite,  // they are deleted with the first new line
  resume,     // their samples are used; an incomplete last line is dropped
};

class Journal {
 public:
  /// Creates the directory. `folders` are those in it that will hold reports (case_folders()). A directory that
  /// another run writes to is refused, and so is a folder that has its own samples. Throws UserError: usage with the
  /// path and the reason, input if the journal to resume cannot be read.
  Journal(std::filesystem::path directory, Earlier earlier, std::span<const std::filesystem::path> folders = {});
  ~Journal();
  Journal(const Journal&) = delete;
  Journal& operator=(const Journal&) = delete;

  /// Appends one line to samples.jsonl. Once this returns, the system has the line, even if this process dies. The line
  /// is also on the disk (in case the machine loses power), unless syncing would take more than a tenth of the time:
  /// then it is with a later line. After a failure the file ends with the previous line. Throws UserError
  /// (failed_run) that names what was saved until then.
  void append(std::string_view line);
  /// Writes a complete file, or leaves the old one (file_replacement.hpp). `name` may be in a folder of the directory,
  /// which is created. Throws UserError (failed_run); other files can still be written.
  void write(const std::filesystem::path& name, std::string_view content);

  /// Whether find() could return anything.
  bool any() const { return !known_.empty(); }
  /// The earlier results of a run with this label and key on the graph of `results`, with all samples of all cases:
  /// those of its own case first. The figures on its workers are only those of its own case.
  std::optional<RunResult> find(const RunResult& run, const Results& results) const;
  /// The readings of devices and machine in the known blocks on the graph of `results`; blocks that its own case lacks
  /// come from the other cases.
  Readings readings(const Results& results) const;
  /// Whether this case already has such a sample.
  bool has(const Results& results, const RunResult& run, const Sample& sample) const;
  /// From now on find() returns these, too.
  void remember(Results results) { known_.push_back(std::move(results)); }
  /// Notes on the resumed journal.
  const std::vector<std::string>& notes() const { return notes_; }

  const std::filesystem::path& directory() const { return directory_; }
  std::filesystem::path samples_file() const { return directory_ / samples_file_name; }

 private:
  std::vector<const Results*> of_same_graph(const Results& results) const;
  void take_up();
  void start();
  bool takes_too_long_to_sync() const;
  void sync();
  void drop_earlier_cases() const;
  void remove_if_empty() const;

  std::filesystem::path directory_;
  bool made_directory_ = false;
  int samples_ = -1;  // locked
  Earlier earlier_;
  bool complete_ = true;  // whether every line that was appended is saved
  std::vector<Results> known_;
  std::vector<std::string> notes_;
  bool started_ = false;  // something is written
  using Clock = std::chrono::steady_clock;
  Clock::time_point synced_{};
  Clock::duration cost_{};  // of the last sync
};

}  // namespace wayfront::host
