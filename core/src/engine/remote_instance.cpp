#include "engine/remote_instance.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <stdexcept>
#include <utility>

#include "base/characters.hpp"
#include "base/errors.hpp"
#include "call/call_json.hpp"
#include "engine/verifier.hpp"

namespace wayfront::host {
namespace {

using nlohmann::json;
Ending no_answer(std::string_view what) {
  return {RunStatus::failed,
          fmt::format("its worker's reply is invalid ({}); the plugin writes outside its buffers", what)};
}

void add_process(const Usage& process, Usage& sum) {
  sum.workers += process.workers;
  sum.user += process.user;
  sum.system += process.system;
  sum.peak_resident_bytes = std::max(sum.peak_resident_bytes, process.peak_resident_bytes);
}

}  // namespace

/// Seconds, of all its threads; 0 if its process has ended.
double RemoteInstance::processor_time() const {
  clockid_t clock{};
  timespec time{};
  const auto id = process();
  if (!id || ::clock_getcpuclockid(*id, &clock) != 0 || ::clock_gettime(clock, &time) != 0) return 0;
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

std::optional<pid_t> RemoteInstance::process() const {
  return worker_ && !worker_->gone() ? std::optional(worker_->id()) : std::nullopt;
}

/// Of calls.
void RemoteInstance::count_time_between() {
  if (replied_ == Clock::time_point{}) return;
  used_.outside += std::max(0.0, processor_time() - told_);
  used_.waiting += std::chrono::duration<double>(Clock::now() - replied_).count();
}

Ending RemoteInstance::ask(json question, double limit, const std::string& doing, json& answer, const Output* buffers) {
  question["limit"] = limit;
  count_time_between();
  Worker::Reply reply = worker_->ask(question, limit, doing, buffers);
  told_ = processor_time();
  replied_ = Clock::now();
  if (!reply.message) return reply.ending;
  answer = std::move(*reply.message);
  try {
    const int status = answer.at("status").get<int>();
    if (status < 0 || status > static_cast<int>(RunStatus::interrupted)) return no_answer("an unknown status");
    if (answer.contains("peak_bytes")) used_.peak_bytes = answer.at("peak_bytes").get<std::uint64_t>();
    if (answer.contains("device_bytes")) {
      const json& bytes = answer.at("device_bytes");
      used_.device = {.peak = bytes.at(0).get<std::uint64_t>(), .estimate = bytes.at(1).get<std::uint64_t>()};
    }
    if (answer.contains("called")) used_.called = answer.at("called").get<std::vector<std::string>>();
    if (answer.contains("notes")) take_notes(answer.at("notes"));
    return {static_cast<RunStatus>(status), answer.at("reason").get<std::string>(),
            answer.value("out_of_resources", false)};
  } catch (const json::exception& error) {
    return no_answer(error.what());
  }
}

/// All that it has said so far.
void RemoteInstance::take_notes(const json& notes) {
  notes_.clear();
  for (const json& note : notes)
    if (note.is_string()) notes_.push_back(on_one_line(note.get<std::string>()));
}

/// Its worker ends, and with it what its plugin has started.
void RemoteInstance::rest() {
  needed_ = held_bytes();
  count_time_between();
  replied_ = {};
  worker_->dismiss();
  const Ending end = worker_->finish(
      Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(rules_.grace)));
  if (end_of_rest_.status == RunStatus::ok) end_of_rest_ = end;
  put_away();
  restarts_.rested();
}

void RemoteInstance::put_away() {
  add_process(worker_->usage(), used_);
  worker_.reset();
}

/// Before a call; the time that this takes is none of the call's.
Ending RemoteInstance::wake(double limit) {
  if (worker_) return {};
  const auto start = Clock::now();
  double seconds = 0;
  const Ending ending = prepare(limit, seconds);
  restarts_.add(std::chrono::duration<double>(Clock::now() - start).count());
  return ending;
}

Ending RemoteInstance::prepare(double limit, double& seconds) {
  if (worker_) put_away();
  room_.make(needed_.value_or(std::max(graph_bytes_, room_.largest())), *this);
  const auto start = Clock::now();
  try {
    worker_.emplace(rules_, graph_, sinks_);
  } catch (const std::runtime_error& error) {
    return {RunStatus::failed, fmt::format("its worker process cannot be started: {}", error.what())};
  }
  json reply;
  Ending ending = ask({{"setup", setup_}}, limit, "preparing", reply);
  if (ending.status == RunStatus::ok) {
    if (!reply.contains("seconds") || !reply["seconds"].is_number()) return no_answer("no seconds");
    const auto prepared = reply["seconds"].get<double>();
    seconds += prepared;
    if (reply.contains("opening") && reply["opening"].is_number()) used_.opening += reply["opening"].get<double>();
    used_.start += std::chrono::duration<double>(Clock::now() - start).count() - prepared;
  }
  return ending;
}

Ending RemoteInstance::solve(std::span<const Vertex> sources, double limit, Call& figures, Projection projection,
                             Output& output, Arena& arena) {
  constexpr std::size_t large = std::size_t{1} << 20;  // bytes of an answer: less comes as fast through the socket
  if (Ending awake = wake(limit); awake.status != RunStatus::ok) return awake;
  const auto start = Clock::now();
  json reply;
  const bool reads = reads_ && answer_bytes(output) >= large;
  const json question = {{"sources", std::vector<Vertex>(sources.begin(), sources.end())},
                         {"whole", projection == Projection::none},
                         {"stays", reads}};
  const std::string doing = fmt::format("solving from {}", sources_text(sources, ids_));
  Ending ending = ask(question, limit, doing, reply, reads ? nullptr : &output);
  if (ending.status != RunStatus::ok) return ending;
  try {
    if (reads && !read_answer(worker_->id(), reply.at("places").get<std::vector<std::uint64_t>>(), output, arena)) {
      reads_ = false;
      json sent;
      ending = ask({{"send", true}}, limit, doing, sent, &output);
      if (ending.status != RunStatus::ok) return ending;
    }
    figures = call_from_json({reply.at("call"), "the worker's reply"});
    for (const json& v : reply.at("cycle")) output.cycle.push_back(v.get<Vertex>());
  } catch (const std::exception& error) {  // a UserError, or one of the JSON library
    return no_answer(error.what());
  }
  figures.sources = output.rows;
  figures.cycle.clear();  // comes from the verifier, like its arcs
  figures.cycle_arcs.clear();
  figures.cycle_weight = 0;
  output.outcome = figures.outcome;
  figures.host = std::chrono::duration<double>(Clock::now() - start).count() - figures.solve;
  return worker_->answered() ? Ending{} : no_answer("the answer is missing");
}

Ending RemoteInstance::try_call(std::span<const Vertex> sources, double limit, Call& figures) {
  if (Ending awake = wake(limit); awake.status != RunStatus::ok) return awake;
  json reply;
  const json question = {{"try", std::vector<Vertex>(sources.begin(), sources.end())}};
  Ending ending = ask(question, limit, "solving", reply);
  if (ending.status != RunStatus::ok) return ending;
  try {
    figures = call_from_json({reply.at("call"), "the worker's reply"});
  } catch (const std::exception& error) {  // a UserError, or one of the JSON library
    return no_answer(error.what());
  }
  return ending;
}

void RemoteInstance::dismiss() {
  if (worker_) worker_->dismiss();
}

void RemoteInstance::stop_by(const std::stop_token& stop) {
  rules_.stop = stop;
  if (worker_) worker_->stop_by(stop);
}

Ending RemoteInstance::end(Clock::time_point deadline) {
  restarts_.close();
  dismiss();
  Ending last = worker_ ? worker_->finish(deadline) : Ending{};
  return end_of_rest_.status != RunStatus::ok ? end_of_rest_ : last;
}

std::vector<std::string> RemoteInstance::notes() const {
  std::vector<std::string> all = notes_;
  restarts_.add_to(all);
  return all;
}

Usage RemoteInstance::usage() const {
  Usage usage = used_;
  if (worker_) add_process(worker_->usage(), usage);
  return usage;
}

}  // namespace wayfront::host
