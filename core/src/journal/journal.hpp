// The results directory of a run: each sample appended as soon as it is made, the reports at the end.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "journal/case_folders.hpp"
#include "journal/disk_sync.hpp"
#include "results/result.hpp"

namespace wayfront::host {

/// What happens to results that the directory already holds.
enum class Earlier : std::uint8_t {
  refuse,
  overwrite,  // they are dropped when the first line comes
  resume,     // their samples are used; what was made of a line that is cut off is dropped
};

class Journal {
 public:
  static constexpr const char* samples_name = samples_file_name;

  /// Makes the directory. `folders` are those in it that will hold reports (case_folders.hpp). A directory that another
  /// run writes to is refused, and so is a folder that has samples of its own. Throws UserError: usage with the path
  /// and the reason, input where a journal to be resumed cannot be read.
  Journal(std::filesystem::path directory, Earlier earlier, std::span<const std::filesystem::path> folders = {});
  ~Journal();
  Journal(const Journal&) = delete;
  Journal& operator=(const Journal&) = delete;

  /// Appends one line to samples.jsonl; it is the system's once this returns, whatever becomes of this process, and on
  /// the disk (should the machine lose power), too, unless that would take more than a tenth of the time: then within a
  /// second (disk_sync.hpp). Where it fails the file ends with the line before. Throws UserError (failed_run) naming
  /// what was saved until then.
  void append(std::string_view line);
  /// Writes a whole file, or leaves the old one (file_replacement.hpp). `name` may be in a folder of the directory,
  /// which is made. Throws UserError (failed_run); other files can be written all the same.
  void write(const std::filesystem::path& name, std::string_view content);

  /// What is known of a run of this label and key on the graph of `results`, with all its samples, of whichever case:
  /// those of its own case first. What its workers used is that of its own case alone.
  std::optional<RunResult> find(const RunResult& run, const Results& results) const;
  /// How devices and machine were in the blocks that are known of the graph of `results`; of blocks that its own case
  /// does not have, as the other cases tell.
  Readings readings(const Results& results) const;
  /// Whether such a sample is there already as one of this case.
  bool has(const Results& results, const RunResult& run, const Sample& sample) const;
  /// From now on find() knows these, too.
  void remember(Results results) { known_.push_back(std::move(results)); }
  /// Sentences about what was found in the journal that is resumed.
  const std::vector<std::string>& notes() const { return notes_; }

  const std::filesystem::path& directory() const { return directory_; }
  std::filesystem::path samples_file() const { return directory_ / samples_name; }

 private:
  std::vector<const Results*> of_same_graph(const Results& results) const;
  void take_up();
  void start();
  void require_synced(int error) const;
  void drop_earlier_cases() const;
  void remove_if_empty() const;

  std::filesystem::path directory_;
  bool made_directory_ = false;
  int samples_ = -1;  // locked
  Earlier earlier_;
  bool complete_ = true;  // whether every line that was appended is saved
  std::vector<Results> known_;
  std::vector<std::string> notes_;
  std::optional<DiskSync> disk_;  // of samples_, once something is written
};

}  // namespace wayfront::host
