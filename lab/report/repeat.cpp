#include "report/repeat.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>

#include "base/available_memory.hpp"
#include "base/characters.hpp"
#include "report/figures/texts.hpp"
#include "report/run_columns.hpp"

namespace wayfront::host {
namespace {

using nlohmann::json;

std::string shell_word(std::string_view text) {
  const bool plain = !text.empty() && std::ranges::all_of(text, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("-_./=:,+%@").find(c) != std::string_view::npos;
  });
  if (plain) return std::string(text);
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

std::vector<std::string> commands_of(const json& pipeline) {
  const std::string file = text_at(pipeline, "/file");
  const bool saved = file.ends_with(".toml");  // else it came through a pipe, or a command made it
  std::string run = "wayfront run " + (saved ? shell_word(file) : std::string("pipeline.toml"));
  if (const std::string graph = text_at(pipeline, "/graph_file"); !graph.empty())
    run += " --graph " + shell_word(graph);
  for (const json& it : pipeline.value("overrides", json::array()))
    if (it.is_string()) run += " --set " + shell_word(it.get<std::string>());
  if (const std::string filter = text_at(pipeline, "/filter"); !filter.empty())
    run += " --filter " + shell_word(filter);
  if (!saved) run += "  # the text below";
  std::vector<std::string> commands = {run};
  if (const std::string folder = text_at(pipeline, "/report/directory/value"); !folder.empty())
    commands.push_back(fmt::format("wayfront report {0} --figures {0}/figures", shell_word(folder)));
  return commands;
}

std::string program_text(const json& machine) {
  return fmt::format("wayfront {}, commit {}, {}, {}", text_at(machine, "/wayfront"), text_at(machine, "/revision"),
                     text_at(machine, "/compiler"), text_at(machine, "/build_type"));
}

/// Caches are counted in powers of two.
std::string binary_text(double bytes) {
  constexpr double kibi = 1024;
  return bytes >= kibi * kibi ? fmt::format("{:.4g} MiB", bytes / kibi / kibi)
                              : fmt::format("{:.4g} KiB", bytes / kibi);
}

std::string processor_text(const json& machine) {
  std::string text = text_at(machine, "/processor");
  if (const std::string threads = text_at(machine, "/threads"); !threads.empty())
    text += fmt::format(", {} threads", threads);
  constexpr double gibibyte = 1 << 30;
  if (const double bytes = number_at(machine, "/memory_bytes"); bytes >= 0)
    text += fmt::format(", {:.0f} GiB", bytes / gibibyte);
  const json caches = machine.value("caches", json::object());
  for (const auto& [name, bytes] : caches.items())
    if (bytes.is_number()) text += fmt::format(", {} {}", name, binary_text(bytes.get<double>()));
  if (const std::string governor = text_at(machine, "/governor"); !governor.empty()) text += ", governor " + governor;
  if (const std::string turbo = text_at(machine, "/turbo"); !turbo.empty())
    text += turbo == "true" ? ", turbo on" : ", turbo off";
  return text + ", " + text_at(machine, "/system");
}

std::string device_text(const json& device) {
  std::string text = text_at(device, "/name");
  if (const std::string count = text_at(device, "/multiprocessors"); !count.empty())
    text += fmt::format(", {} multiprocessors", count);
  if (const double mhz = number_at(device, "/max_mhz"); mhz > 0) text += fmt::format(", up to {:.0f} MHz", mhz);
  if (const double bytes = number_at(device, "/l2_bytes"); bytes > 0)
    text += fmt::format(", L2 {}", binary_text(bytes));
  if (const double bytes = number_at(device, "/memory_bytes"); bytes > 0)
    text += fmt::format(", {}", bytes_text(bytes));
  if (const double rate = number_at(device, "/bytes_per_second"); rate > 0)
    text += fmt::format(" at {}/s", bytes_text(rate));
  if (const std::string capability = text_at(device, "/compute_capability"); !capability.empty())
    text += fmt::format(", compute capability {}", capability);
  return text + fmt::format(", driver {}", text_at(device, "/driver"));
}

/// What tells two machines apart.
std::string machine_text(const json& machine) {
  std::string text;
  for (const auto& [what, value] : hardware(machine)) text += value + '\n';
  return text;
}

std::string graph_text(const Results& results) {
  const json& graph = results.graph;
  if (!graph.is_object()) return "unknown";
  std::string text =
      fmt::format("{} vertices, {} arcs, digest {}", results.vertices, results.edges, results.graph_digest());
  if (const std::string rule = text_at(graph, "/weight_rule"); !rule.empty()) text += ", weights by rule " + rule;
  return text;
}

/// How the sources were chosen: "max_degree", or "random = 8, seed = 1".
std::string rule_text(const json& pipeline) {
  const json& rule = json_at(pipeline, "/problem/sources/value");
  if (!rule.is_object()) return rule.is_string() ? rule.get<std::string>() : "";
  std::vector<std::string> parts;
  for (const auto& [key, setting] : rule.items()) {
    const json& value = plain_value(setting);
    if (value != 0 && value != "") parts.push_back(fmt::format("{} = {}", key, value.dump()));
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string sources_text(const Results& results) {
  constexpr std::size_t max = 16;
  std::vector<std::string> ids;
  for (const VertexId& id : results.sources) {
    if (ids.size() == max) break;
    ids.push_back(to_text(id));
  }
  std::string text = fmt::format("{}{}", fmt::join(ids, ", "), results.sources.size() > max ? ", ..." : "");
  if (const std::string rule = rule_text(results.pipeline); !rule.empty()) text += fmt::format(" ({})", rule);
  return text;
}

/// Results with the same key are of one pipeline, run once.
std::string key_of(const Results& results) {
  std::string key;
  for (const char* place : {"/file", "/text", "/overrides", "/graph_file", "/filter"})
    key += text_at(results.pipeline, place) + '\n';
  return key + program_text(results.machine) + machine_text(results.machine);
}

Repetition begun(const Results& results) {
  Repetition it{.commands = {}, .facts = {}, .pipeline = text_at(results.pipeline, "/text")};
  if (!text_at(results.pipeline, "/file").empty()) it.commands = commands_of(results.pipeline);
  if (!text_at(results.machine, "/wayfront").empty()) it.facts.emplace_back("program", program_text(results.machine));
  std::ranges::move(hardware(results.machine), std::back_inserter(it.facts));
  if (const auto& readings = results.readings.machine; !readings.empty() && readings.front().load)
    it.facts.emplace_back("load when it began", fmt::format("{:.2f} in the last minute", *readings.front().load));
  it.facts.emplace_back("measured", results.started);
  if (const std::string seed = text_at(results.pipeline, "/measure/seed/value"); !seed.empty())
    it.facts.emplace_back("seed of the order of runs", seed);
  return it;
}

constexpr std::string_view repeat_title = "How to repeat this";

/// A block of code whose fence no line of the text can end.
std::string fenced(std::string_view kind, const std::string& text) {
  std::string fence = "```";
  while (text.find(fence) != std::string::npos) fence += '`';
  return fmt::format("{0}{1}\n{2}{3}{0}\n\n", fence, kind, text, text.ends_with('\n') ? "" : "\n");
}

}  // namespace

std::vector<std::pair<std::string, std::string>> hardware(const json& machine) {
  std::vector<std::pair<std::string, std::string>> all;
  if (!machine.is_object()) return all;
  if (!text_at(machine, "/processor").empty()) all.emplace_back("processor", processor_text(machine));
  const json devices = machine.value("devices", json::array());
  for (const json& device : devices) all.emplace_back("GPU " + text_at(device, "/index"), device_text(device));
  return all;
}

std::vector<Repetition> repetitions_of(std::span<const Results> all) {
  std::vector<Repetition> found;
  std::vector<std::string> keys;
  for (const Results& results : all) {
    const std::string key = key_of(results);
    const auto known = static_cast<std::size_t>(std::ranges::find(keys, key) - keys.begin());
    if (known == keys.size()) {
      keys.push_back(key);
      found.push_back(begun(results));
    }
    auto& facts = found[known].facts;
    const std::string name = results.graph.is_object() ? case_name(results) : "a graph";
    facts.emplace_back("graph " + name, graph_text(results));
    facts.emplace_back("sources of " + name, sources_text(results));
  }
  return found;
}

std::string repeat_html(std::span<const Results> all) {
  std::string text = fmt::format("<details id=\"repeat\"><summary>{}</summary>\n", repeat_title);
  for (const Repetition& it : repetitions_of(all)) {
    if (!it.commands.empty())
      text +=
          fmt::format("<pre class=\"commands\">{}</pre>\n", xml_text(fmt::format("{}", fmt::join(it.commands, "\n"))));
    text += "<dl>\n";
    for (const auto& [what, value] : it.facts)
      text += fmt::format("<dt>{}</dt><dd>{}</dd>\n", xml_text(on_one_line(what)), xml_text(on_one_line(value)));
    text += "</dl>\n";
    if (!it.pipeline.empty()) text += fmt::format("<pre class=\"pipeline\">\n{}</pre>\n", xml_text(it.pipeline));
  }
  return text + "</details>\n";
}

std::string repeat_markdown(std::span<const Results> all) {
  std::string text = fmt::format("<details>\n<summary>{}</summary>\n\n", repeat_title);
  for (const Repetition& it : repetitions_of(all)) {
    if (!it.commands.empty()) text += fenced("sh", fmt::format("{}", fmt::join(it.commands, "\n")));
    std::string facts;
    for (const auto& [what, value] : it.facts) facts += fmt::format("{}: {}\n", on_one_line(what), on_one_line(value));
    text += fenced("", facts);
    if (!it.pipeline.empty()) text += fenced("toml", it.pipeline);
  }
  return text + "</details>\n";
}

}  // namespace wayfront::host
