#include "worker_contender.hpp"

#include <fmt/format.h>

#include <chrono>
#include <stdexcept>
#include <utility>

#include "errors.hpp"
#include "result_json.hpp"

namespace wayfront::host {
namespace {

using nlohmann::json;
using Clock = std::chrono::steady_clock;

Ending no_answer(std::string_view what) {
  return {RunStatus::failed,
          fmt::format("its worker's reply makes no sense ({}); the plugin writes where it must not", what)};
}

}  // namespace

Ending WorkerContender::ask(json question, double limit, const std::string& doing, json& answer) {
  question["limit"] = limit;
  Worker::Reply reply = worker_->ask(question, limit, doing);
  if (!reply.message) return reply.ending;
  answer = std::move(*reply.message);
  try {
    const int status = answer.at("status").get<int>();
    if (status < 0 || status > static_cast<int>(RunStatus::interrupted)) return no_answer("an unknown status");
    if (answer.contains("peak_bytes")) peak_bytes_ = answer.at("peak_bytes").get<std::uint64_t>();
    return {static_cast<RunStatus>(status), answer.at("reason").get<std::string>()};
  } catch (const json::exception& error) {
    return no_answer(error.what());
  }
}

Ending WorkerContender::prepare(double limit, double& seconds) {
  const auto start = Clock::now();
  try {
    worker_.emplace(shared_.rules, shared_.graph, shared_.answers.descriptor(), sinks_);
  } catch (const std::runtime_error& error) {
    return {RunStatus::failed, fmt::format("its worker process cannot be started: {}", error.what())};
  }
  json reply;
  Ending ending = ask({{"setup", setup_}}, limit, "preparing", reply);
  if (ending.status == RunStatus::ok) {
    if (!reply.contains("seconds") || !reply["seconds"].is_number()) return no_answer("no seconds");
    const auto prepared = reply["seconds"].get<double>();
    seconds += prepared;
    if (reply.contains("opening") && reply["opening"].is_number()) opening_ = reply["opening"].get<double>();
    start_ = std::chrono::duration<double>(Clock::now() - start).count() - prepared;
  }
  return ending;
}

Ending WorkerContender::solve(Vertex source, double limit, Sample& sample) {
  const auto start = Clock::now();
  json reply;
  Ending ending =
      ask({{"source", source}}, limit, fmt::format("solving from source {}", shared_.ids.text(source)), reply);
  if (ending.status != RunStatus::ok) return ending;
  const VertexId id = sample.source;
  const unsigned repeat = sample.repeat;
  Output& output = shared_.copy.output(own_predecessors_);
  try {
    sample = sample_from_json(reply.at("sample"), "the worker's sample");
    for (const json& v : reply.at("cycle")) output.cycle.push_back(v.get<Vertex>());
  } catch (const std::exception& error) {  // a UserError, or one of the JSON library
    return no_answer(error.what());
  }
  sample.source = id;
  sample.repeat = repeat;
  sample.cycle.clear();  // the judge's
  output.outcome = sample.outcome;
  if (!shared_.answers.read(output)) return no_answer("the answer is not there");
  sample.host = std::chrono::duration<double>(Clock::now() - start).count() - sample.solve;
  return shared_.judge.judge(source, output, sample);
}

void WorkerContender::dismiss() {
  if (worker_) worker_->dismiss();
}

Usage WorkerContender::usage() const {
  Usage usage = worker_ ? worker_->usage() : Usage{};
  usage.peak_bytes = peak_bytes_;
  usage.start = start_;
  usage.opening = opening_;
  return usage;
}

}  // namespace wayfront::host
