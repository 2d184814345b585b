#include "journal/result_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

#include "base/errors.hpp"
#include "base/json/json_reader.hpp"
#include "base/json/json_text.hpp"
#include "files/file_replacement.hpp"
#include "record/result_fields.hpp"
#include "record/result_json.hpp"
#include "settings/option_text.hpp"
#include "settings/value.hpp"

namespace wayfront::host {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr const char* report_name = "report.json";

[[noreturn]] void refuse_results(const fs::path& path, std::string_view what) {
  throw UserError(ExitCode::input, fmt::format("{}: {}", path.string(), what));
}

/// The program makes files of these names: nobody writes to a FIFO of that name, and reading it would wait for that.
void refuse_fifo(const fs::path& file) {
  std::error_code error;
  if (fs::is_fifo(file, error)) refuse_results(file, "is a FIFO, not a file; remove it");
}

std::string whole_text(const fs::path& file) {
  if (file.filename() == report_name || file.filename() == samples_file_name) refuse_fifo(file);
  std::optional<std::string> text = read_whole(file);
  if (!text) refuse_results(file, errno != 0 ? std::strerror(errno) : "cannot be read");
  return *std::move(text);
}

/// Whether this is a pipeline file, be it one with mistakes; `document` is what could be read of it.
bool is_pipeline(const fs::path& path, std::string_view text, Document& document) {
  try {
    document = Document(text, path.string());
    return document.root().get("run") || document.root().get("graph");
  } catch (const ParseError&) {
    return path.extension() == ".toml";
  }
}

/// A result begins with a brace. If the file does not and is not named like a result, says what it is instead.
void refuse_other_files(const fs::path& path, std::string_view text) {
  if (text[text.find_first_not_of(" \t\r\n")] == '{') return;
  if (path.extension() == ".json" || path.extension() == ".jsonl") return;
  Document document;
  if (!is_pipeline(path, text, document))
    refuse_results(path, fmt::format("is not a result (JSON); name a {}, a {} or the folder that contains them",
                                     report_name, samples_file_name));
  const std::string run = fmt::format("wayfront run {}", path.string());
  if (const Value directory = document.root().get("report").get("directory");
      directory && directory.is_text() && !directory.text().empty())
    refuse_results(
        path, fmt::format("is a pipeline file, not a result; {} writes its results to the folder {}: name that folder",
                          run, as_toml(directory.text())));
  refuse_results(
      path, fmt::format("is a pipeline file, not a result; {} runs it, and keeps results only if [report] directory "
                        "names a folder",
                        run));
}

/// What read_journal collects: the results of each head, and the head to which the current lines belong.
class JournalReader {
 public:
  void line(const json& value, const std::string& where) {
    const JsonReader at(value, where);
    if (at.has("schema")) return head(at);
    if (at.has("status"))
      ending(run_from_json(at));
    else
      sample(at);
    Readings made = readings_from_json(at), &all = results_[static_cast<std::size_t>(now_)].readings;
    std::ranges::move(made.devices, std::back_inserter(all.devices));
    std::ranges::move(made.machine, std::back_inserter(all.machine));
  }

  std::vector<Results> finish() {
    for (Results& results : results_)
      for (RunResult& run : results.runs) {
        if (run.status == RunStatus::interrupted) results.interrupted = true;
        if (std::ranges::find(ended_, std::pair(&results - results_.data(), run.label)) != ended_.end()) continue;
        if (run.status != RunStatus::ok) continue;
        results.interrupted = true;
        run.status = RunStatus::interrupted;
        run.reason = fmt::format("its journal ends after {} sample(s)", run.samples.size());
      }
    return std::move(results_);
  }

 private:
  void head(const JsonReader& at) {
    Results head = results_from_json(at);
    const auto identity = [](const Results& it) { return std::pair(it.graph_digest(), it.case_label()); };
    const auto known = std::ranges::find(results_, identity(head), identity);
    now_ = known - results_.begin();
    if (known == results_.end()) {
      results_.push_back(std::move(head));
      return;
    }
    for (RunResult& run : head.runs) {
      const auto before = std::ranges::find(known->runs, run.label, &RunResult::label);
      std::erase(ended_, std::pair(now_, run.label));
      if (before == known->runs.end()) {
        known->runs.push_back(std::move(run));
        continue;
      }
      if (before->key == run.key) {  // it continues
        run.samples = std::move(before->samples);
        run.prepare = before->prepare;
        run.usage = before->usage;
      }
      *before = std::move(run);
    }
    for (const VertexId& source : head.sources)
      if (std::ranges::find(known->sources, source) == known->sources.end()) known->sources.push_back(source);
    known->machine = std::move(head.machine);
    known->pipeline = std::move(head.pipeline);
  }

  void sample(const JsonReader& at) {
    RunResult& it = run(at.at("label").text());
    it.samples.push_back(sample_from_json(at));
    if (at.has("prepare_seconds")) it.prepare = at.at("prepare_seconds").seconds();
  }

  RunResult& run(const std::string& label) {
    if (results_.empty()) {  // no head: only the label of a run is known
      results_.emplace_back();
      results_[0].machine = results_[0].pipeline = json::object();
    }
    std::vector<RunResult>& runs = results_[static_cast<std::size_t>(now_)].runs;
    const auto found = std::ranges::find(runs, label, &RunResult::label);
    if (found != runs.end()) return *found;
    RunResult& made = runs.emplace_back();
    made.label = label;
    made.options = json::object();
    return made;
  }

  void ending(RunResult end) {
    RunResult& it = run(end.label);
    end.samples = std::move(it.samples);
    ended_.emplace_back(now_, end.label);
    it = std::move(end);
  }

  std::vector<Results> results_;
  std::ptrdiff_t now_ = 0;  // the index of the head that lines belong to
  std::vector<std::pair<std::ptrdiff_t, std::string>> ended_;
};

void append(ReadResults& all, ReadResults one) {
  std::ranges::move(one.results, std::back_inserter(all.results));
  std::ranges::move(one.notes, std::back_inserter(all.notes));
}

/// The folders of `directory`, sorted by name.
std::vector<fs::path> folders_of(const fs::path& directory) {
  std::error_code error;
  std::vector<fs::path> folders;
  for (const fs::directory_entry& entry : fs::directory_iterator(directory, error)) {
    std::error_code ignored;
    if (entry.is_directory(ignored)) folders.push_back(entry.path());
  }
  if (error) refuse_results(directory, error.message());
  std::ranges::sort(folders);
  return folders;
}

/// What a journal next to reports of several graphs adds: the order in which the graphs were measured, and those that
/// were not finished.
void complete_by_journal(ReadResults& all, const fs::path& journal) {
  ReadResults more = read_journal(journal);
  const auto place_of = [&more](const Results& it) {
    return std::ranges::find(more.results, case_key(it), case_key) - more.results.begin();
  };
  std::ranges::stable_sort(all.results, {}, place_of);
  std::erase_if(more.results, [&](const Results& it) {
    return std::ranges::any_of(all.results, [&](const Results& known) { return case_key(known) == case_key(it); });
  });
  for (const Results& it : more.results)
    more.notes.push_back(fmt::format("{}: has samples{} that are in no report; they are read from there",
                                     journal.string(),
                                     it.graph.is_object() ? " of " + text_at(it.graph, "/name") : ""));
  append(all, std::move(more));
}

ReadResults read_directory(const fs::path& directory) {
  std::error_code error;
  for (const char* const name : {report_name, samples_file_name}) refuse_fifo(directory / name);
  if (fs::is_regular_file(directory / report_name, error)) return read_results(directory / report_name);
  const fs::path journal = directory / samples_file_name;
  const bool has_journal = fs::is_regular_file(journal, error);
  ReadResults all;
  for (const fs::path& folder : folders_of(directory)) {
    for (const char* const name : {report_name, samples_file_name}) refuse_fifo(folder / name);
    if (fs::is_regular_file(folder / report_name, error))
      append(all, read_results(folder / report_name));
    else if (fs::is_regular_file(folder / samples_file_name, error))
      append(all, read_journal(folder / samples_file_name));
  }
  if (has_journal && all.results.empty()) return read_journal(journal);
  if (has_journal) complete_by_journal(all, journal);
  if (all.results.empty())
    refuse_results(directory, fmt::format("has neither {} nor {}", report_name, samples_file_name));
  return all;
}

ReadResults journal_of(std::string_view text, const std::string& name) {
  ReadResults read;
  JournalReader reader;
  std::size_t number = 0;
  bool any = false;
  const std::size_t size = text.size();
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    const std::string where = fmt::format("{}:{}", name, ++number);
    text.remove_prefix(std::min(text.size(), end == text.npos ? text.size() : end + 1));
    if (line.find_first_not_of(" \t\r") == line.npos) continue;
    json value;
    try {
      value = parse_json(line, name, number);
    } catch (const UserError&) {
      if (end != text.npos) throw;
      read.notes.push_back(
          fmt::format("{}: the last line is incomplete, it ends after {} bytes; it is left out", where, line.size()));
      break;
    }
    reader.line(value, where);
    read.journal_bytes = size - text.size();
    any = true;
  }
  if (!any) refuse_results(name, "has no samples");
  read.results = reader.finish();
  return read;
}

}  // namespace

std::string journal_head(const Results& results) {
  Results head = results;
  for (RunResult& run : head.runs) run.samples.clear();
  return json_text(to_json(head), -1);
}

std::string journal_sample(const RunResult& run, const Sample& sample, const Readings& readings) {
  json line = to_json(sample);
  add_fields(line, readings, fields<Readings>);
  line["label"] = run.label;
  line["prepare_seconds"] = run.prepare;  // an interrupted run has no ending that says so
  return json_text(line, -1);
}

std::string journal_ending(const RunResult& run, const Readings& readings) {
  json line = to_json(run);
  add_fields(line, readings, fields<Readings>);
  return json_text(line, -1);
}

ReadResults read_journal(const fs::path& file) { return journal_of(whole_text(file), file.string()); }

ReadResults read_results(const fs::path& path) {
  std::error_code error;
  if (path == "-") return read_results("/dev/stdin");
  if (!fs::exists(path, error)) refuse_results(path, "no such file or directory");
  if (fs::is_directory(path, error)) return read_directory(path);
  const std::string name = path.string();
  const std::string text = whole_text(path);
  if (text.find_first_not_of(" \t\r\n") == text.npos) refuse_results(path, "is empty");
  refuse_other_files(path, text);
  // A journal's first line is a complete value; a report, as this program writes it, is one value over many lines.
  const std::string_view first = std::string_view(text).substr(0, text.find('\n'));
  if (name.ends_with(".jsonl") || (json::accept(first) && first.size() + 1 < text.size()))
    return journal_of(text, name);
  const json whole = parse_json(text, name);
  ReadResults read;
  if (!JsonReader(whole, name).has("results")) {
    read.results.push_back(results_from_json({whole, name}));
    return read;
  }
  const JsonReader several = JsonReader(whole, name).at("results");
  for (std::size_t i = 0; i < several.size(); ++i)
    read.results.push_back(results_from_json({several.at(i).json(), fmt::format("{}: results[{}]", name, i)}));
  if (read.results.empty()) refuse_results(path, "has no results");
  return read;
}

}  // namespace wayfront::host
