#include "measure/slices/rank_contender.hpp"

#include <fmt/format.h>

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <set>
#include <utility>

#include "base/errors.hpp"
#include "base/process.hpp"
#include "graph/weight_kind.hpp"
#include "measure/slices/sliced_claims.hpp"
#include "wayfront/distance.hpp"

namespace wayfront::host {
namespace {

using nlohmann::json;

std::string this_host() {
  std::array<char, 256> name{};
  ::gethostname(name.data(), name.size() - 1);
  return name.data();
}

MessageCount count_of(const json& traffic) {
  return {.messages = traffic.at("messages").get<std::uint64_t>(),
          .bytes = traffic.at("bytes").get<std::uint64_t>(),
          .collectives = traffic.at("collectives").get<std::uint64_t>()};
}

}  // namespace

RankContender::RankContender(Job job, const LoadedGraph& graph, MemoryRoom& room, SpareTeam* spare,
                             std::stop_token stop)
    : unfit_(std::move(job.unfit)),
      launch_(std::move(job.launch)),
      bytes_(job.bytes),
      scope_(job.scope),
      predecessors_(job.predecessors),
      ids_(graph.ids),
      room_(room),
      spare_(spare),
      targets_(graph.graph->info().weights, job.scope.targets.size()) {
  context_.stop_by(std::move(stop));
  room_.enter(*this);
}

RankContender::~RankContender() { room_.leave(*this); }

/// The ranks, with their slices.
double RankContender::start() {
  std::optional<SpareTeam::Opened> opened = spare_ != nullptr ? spare_->take(launch_) : std::nullopt;
  if (!opened) {
    const bool known = !usage_.ranks.empty();
    room_.make(known ? bytes_ : std::max(bytes_, room_.largest()), *this);
    opened = SpareTeam::open(launch_, context_);
  }
  team_ = std::move(opened->team);
  ++usage_.workers;
  usage_.start += opened->start;
  take_members(opened->answer.at("members"));
  json wanted{{"limit", nullptr}, {"targets", json::array()}, {"predecessors", predecessors_}};
  if (std::isfinite(scope_.limit)) wanted["limit"] = scope_.limit;
  for (const Vertex target : scope_.targets) wanted["targets"].push_back(ids_.first() + target);
  team_->ask("want " + wanted.dump(), context_);
  return opened->loaded;
}

void RankContender::rest() {
  team_.reset();
  restarts_.rested();
}

/// Calls f, which asks the ranks, for at most `limit` seconds. Whatever ends it early ends the ranks, too.
template <class F>
Ending RankContender::guarded(double limit, F&& f) {
  context_.start(limit, false);
  Ending ending;
  try {
    f();
    return ending;
  } catch (const Cancelled&) {
    const bool late = context_.timed_out() && !stop_requested && !context_.stopped();
    ending = late ? Ending{RunStatus::timeout, fmt::format("its ranks were ended after its timeout of {} s", limit)}
                  : Ending{RunStatus::interrupted, "interrupted"};
  } catch (const UserError& error) {
    ending = {RunStatus::failed, error.what()};
    died_ = team_ != nullptr && team_->died();
    if (!died_ && team_ != nullptr) return ending;
  } catch (const json::exception& error) {
    ending = {RunStatus::failed,
              fmt::format("wayfront-rank is of another version than this program: {}", error.what())};
  }
  team_.reset();
  return ending;
}

Ending RankContender::prepare(double limit, double& seconds) {
  if (!unfit_.empty()) return {RunStatus::skipped, unfit_};
  return guarded(limit, [&] {
    seconds += start();
    std::set<std::string> hosts;
    for (const RankMember& member : usage_.ranks) hosts.insert(member.host);
    notes_ = {fmt::format("{} ranks on {} machine{}", usage_.ranks.size(), hosts.size(), hosts.size() == 1 ? "" : "s")};
  });
}

void RankContender::take_members(const json& members) {
  usage_.ranks.clear();
  std::uint64_t here = 0;
  for (const json& it : members) {
    RankMember& member = usage_.ranks.emplace_back();
    member.host = it.at("host").get<std::string>();
    member.vertices = it.at("vertices").get<std::uint64_t>();
    member.edges = it.at("edges").get<std::uint64_t>();
    member.ghosts = it.at("ghosts").get<std::uint64_t>();
    member.share_bytes = it.at("share_bytes").get<std::uint64_t>();
    member.peak_bytes = it.at("peak_bytes").get<std::uint64_t>();
    usage_.peak_resident_bytes = std::max(usage_.peak_resident_bytes, member.peak_bytes);
    if (member.host == this_host()) here += member.peak_bytes;
  }
  bytes_ = here;
}

void RankContender::take_targets(const json& distances) {
  const Output& row = targets_.output();
  with_weight_type(row.kind, [&]<WeightType W>() {
    for (std::size_t i = 0; i < row.vertices; ++i)
      row.distances_as<W>()[i] = distances.at(i).is_null() ? unreached<W> : distances.at(i).get<W>();
    row.exact_to_as<W>() = unreached<W>;
  });
}

Ending RankContender::solve(std::span<const Vertex> sources, double limit, Sample& sample) {
  auto start = Clock::now();
  Ending ending = guarded(limit, [&] {
    if (team_ == nullptr) {  // after a rest; ranks start within the timeout, but not in the host's time
      restarts_.add(this->start());
      start = Clock::now();
    }
    const json answer = team_->ask("solve " + to_text(ids_[sources.front()]), context_);
    take_members(answer.at("members"));
    if (!scope_.targets.empty()) take_targets(answer.at("targets"));
    sample.certificate = certificate_of(answer);
    sample.solve = sample.compute = answer.at("solve_seconds").get<double>();
    sample.verify = answer.at("certify_seconds").get<double>();
    sample.work.rounds = answer.at("rounds").get<std::uint64_t>();
    sample.work.relaxed = answer.at("relaxed").get<std::uint64_t>();
    sample.ranks = RankTraffic{.crossing = answer.at("crossing").get<std::uint64_t>(),
                               .solve = count_of(answer.at("traffic")),
                               .certificate = count_of(answer.at("certificate_traffic"))};
  });
  if (ending.status != RunStatus::ok) return ending;
  const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
  sample.host = std::max(0.0, seconds - sample.solve - sample.verify);
  const Certificate& certificate = sample.certificate;
  if (certificate.finding == Finding::right) return ending;
  return {certificate.finding == Finding::overflow ? RunStatus::failed : RunStatus::wrong,
          fmt::format("from source {}: {}", sample.source, certificate.reason)};
}

Ending RankContender::repeat(std::span<const Vertex> /*sources*/, std::size_t /*batch*/, double /*seconds*/,
                             double /*limit*/, Repeats& /*made*/) {
  return {RunStatus::failed, "ranks do not solve again and again without answers"};
}

void RankContender::write_part(AnswerPart part, const std::filesystem::path& file, double limit) {
  const char* const what = part == AnswerPart::distances ? "distances" : "predecessors";
  const Ending ending = guarded(
      limit, [&] { team_->ask(fmt::format("write {} {}", what, std::filesystem::absolute(file).string()), context_); });
  if (ending.status != RunStatus::ok) throw UserError(ExitCode::failed_run, ending.reason);
}

std::optional<pid_t> RankContender::process() const {
  return team_ != nullptr ? std::optional(team_->process()) : std::nullopt;
}

Ending RankContender::finish(Clock::time_point /*deadline*/) {
  team_.reset();
  restarts_.close();
  return {};
}

std::vector<std::string> RankContender::notes() const {
  std::vector<std::string> all = notes_;
  restarts_.add_to(all);
  return all;
}

}  // namespace wayfront::host
