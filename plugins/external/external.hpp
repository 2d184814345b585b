// The plugin that asks another program; external.cpp says how.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "answer.hpp"
#include "folder.hpp"
#include "peer.hpp"
#include "wayfront/plugin.hpp"

namespace wayfront {

class External {
 public:
  static constexpr PluginAbout about{.name = "external",
                                     .version = "1.0.0",
                                     .summary = "Any program as a contender: it is asked over pipes.",
                                     .capabilities = capability::any_weights | capability::negative_weights};

  enum class DistanceType : std::int64_t { as_weights = -1, int32, float32, int64, float64 };

  struct Options {
    std::string program;
    std::vector<std::string> command;
    DistanceType distances;
    std::string folder;
  };
  static constexpr NamedValue<DistanceType> types[] = {{"float64", DistanceType::float64},
                                                       {"float32", DistanceType::float32},
                                                       {"int64", DistanceType::int64},
                                                       {"int32", DistanceType::int32},
                                                       {"weights", DistanceType::as_weights}};
  static constexpr OptionRow rows[] = {
      path<&Options::program>("command", "", "The program that is asked, without arguments."),
      paths<&Options::command>("command", "The same with arguments: a list of words."),
      choice<&Options::distances>("distances", DistanceType::float64, types,
                                  "Type of the file for distances; \"weights\": that of the graph's weights."),
      path<&Options::folder>("folder", "",
                             "Where the graph's files are made; \"\": in memory, or the folder for temporary files.")};

  explicit External(const Options& options) : options_(options) {
    if (!options_.program.empty()) options_.command = {options_.program};
  }

  void prepare(const Graph& graph, RunContext& context) {
    peer_.reset();
    folder_.reset();
    graph_ = &graph;
    if (options_.command.empty() || options_.command.front().empty())
      throw Unsupported("external: name the program to ask in the option 'command'");
    if (graph.info().vertices == 0) return;
    folder_ = std::make_unique<external::Folder>(options_.folder, external::bytes_of_graph(graph.info()));
    external::write_graph(*folder_, graph.info(), graph.csr(), distance_kind());
    start(context);
    context.host().note("asks " + peer_->name());
  }

  void solve(const Problem& problem, Output& output, RunContext& context) {
    if (peer_ == nullptr) start(context);  // after one that was cancelled or failed
    try {
      external::PeerAnswer answer = peer_->ask(problem.source, output.vertices, context);
      context.phase(Phase::download);
      if (answer.seconds) context.host().peer_seconds(*answer.seconds);
      if (answer.cycle.empty()) {
        external::read_distances(folder_->path() / external::distances_file, peer_->name(), output);
      } else {
        output.outcome = Outcome::negative_cycle;
        output.cycle.assign(answer.cycle.begin(), answer.cycle.end());
      }
      pass_on_remarks(context);
    } catch (...) {
      peer_.reset();
      throw;
    }
  }

 private:
  WeightKind distance_kind() const {
    return options_.distances == DistanceType::as_weights ? graph_->info().weights
                                                          : static_cast<WeightKind>(options_.distances);
  }

  void start(RunContext& context) {
    peer_ = std::make_unique<external::Peer>(options_.command, folder_->path(), context);
    pass_on_remarks(context);
  }

  void pass_on_remarks(RunContext& context) {
    for (const std::string& line : peer_->take_remarks()) context.log(Level::info, line);
  }

  Options options_;
  const Graph* graph_ = nullptr;
  std::unique_ptr<external::Folder> folder_;
  std::unique_ptr<external::Peer> peer_;  // null: start one first
};

}  // namespace wayfront
