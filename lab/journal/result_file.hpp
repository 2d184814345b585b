// Result files: report.json, and the samples.jsonl that a run writes while it is measuring.
//
// A line of samples.jsonl is one of
//   a head     what report.json says, its runs without samples; has "schema". What follows it belongs to it; one with
//              the digest of an earlier head's graph (and its case) goes on with that one, as a resumed run does; the
//              samples of a run whose key is another since then no longer count
//   a sample   Sample as JSON, and the "label" of its run
//   an ending  a run as JSON, without samples: its state from here on; has "status"
// The last two also have the "device_readings" and "machine_readings" taken since the previous line.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "record/result.hpp"

namespace wayfront::host {

/// The name of the file with the samples, in a report directory or in the folder of another pipeline.
inline constexpr const char* samples_file_name = "samples.jsonl";

/// The three lines of a journal; each ends with a newline.
std::string journal_head(const Results& results);
/// `readings`: those taken since the previous line.
std::string journal_sample(const RunResult& run, const Sample& sample, const Readings& readings = {});
std::string journal_ending(const RunResult& run, const Readings& readings = {});

struct ReadResults {
  std::vector<Results> results;    // one per graph; at least one
  std::vector<std::string> notes;  // notes on what was recovered: an incomplete last line
  /// For a journal: the end of its last readable line. To append, truncate the file there and check the newline.
  std::size_t journal_bytes = 0;
};

/// Throws UserError (input) naming file, line and place. A last line without a newline that does not parse was
/// truncated by a crash or a full disk: it is left out, and the notes say so. Without a head only labels are known, so
/// there is no baseline. A run without an ending counts as interrupted.
ReadResults read_journal(const std::filesystem::path& file);

/// Reads report.json, samples.jsonl, or a directory: its report.json; else those of its folders, one per graph, in the
/// order of its samples.jsonl, and of this the graphs that have no report; else its samples.jsonl. "-" is standard
/// input. Throws UserError (input).
ReadResults read_results(const std::filesystem::path& path);

}  // namespace wayfront::host
