// The results directory of a run: each sample appended as soon as it is made, the reports at the end.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace wayfront::host {

class Journal {
 public:
  /// Makes the directory. One that another run writes to is refused, and one that already holds results unless
  /// `overwrite`, which drops them when the first sample comes. Throws UserError (usage) with the path and the reason.
  Journal(std::filesystem::path directory, bool overwrite);
  ~Journal();
  Journal(const Journal&) = delete;
  Journal& operator=(const Journal&) = delete;

  /// Appends one line to samples.jsonl; it is the system's once this returns. Throws UserError (failed_run) naming what
  /// was saved until then.
  void append(std::string_view line);
  /// Writes a whole file, or leaves the old one: under a temporary name, then renamed.
  void write(std::string_view name, std::string_view content);

  const std::filesystem::path& directory() const { return directory_; }
  std::filesystem::path samples_file() const { return directory_ / samples_name; }

 private:
  static constexpr const char* samples_name = "samples.jsonl";

  void start();
  void remove_if_empty() const;

  std::filesystem::path directory_;
  bool made_directory_ = false;
  bool started_ = false;  // something was written
  int samples_ = -1;      // locked
  std::size_t lines_ = 0;
};

}  // namespace wayfront::host
