#include "measure/slices/rank_contender.hpp"

#include <fmt/format.h>

#include <unistd.h>

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "base/errors.hpp"
#include "base/process.hpp"

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

Certificate certificate_of(const json& answer) {
  Certificate it;
  if (!answer.at("right").get<bool>()) {
    it.finding = answer.value("overflow", false) ? Finding::overflow : Finding::wrong;
    it.reason = answer.at("reason").get<std::string>();
  }
  it.reached = answer.at("reached").get<std::uint64_t>();
  it.reached_edges = answer.at("reached_edges").get<std::uint64_t>();
  it.distance_sum = answer.at("sum").get<double>();
  it.max_distance = answer.at("max").get<double>();
  it.digest = answer.at("answer_digest").get<std::string>();
  return it;
}

}  // namespace

RankContender::RankContender(std::string unfit, RankLaunch launch, const VertexIds& ids, std::uint64_t bytes,
                             RankRoom& room, std::stop_token stop)
    : unfit_(std::move(unfit)), launch_(std::move(launch)), ids_(ids), bytes_(bytes), room_(room) {
  context_.stop_by(std::move(stop));
  room_.enter(*this);
}

RankContender::~RankContender() { room_.leave(*this); }

/// The ranks, with their slices.
void RankContender::start() {
  room_.make(bytes_, *this);
  const auto begin = Clock::now();
  team_ = std::make_unique<RankTeam>(launch_, context_);
  ++usage_.workers;
  usage_.start += std::chrono::duration<double>(Clock::now() - begin).count();
  take_members(team_->ask("load", context_).at("members"));
}

void RankContender::rest() {
  team_.reset();
  const std::string note = "its ranks ended between solves, because those of another run needed the memory";
  if (std::ranges::find(notes_, note) == notes_.end()) notes_.push_back(note);
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
  const auto start = Clock::now();
  Ending ending = guarded(limit, [&] {
    this->start();
    std::set<std::string> hosts;
    for (const RankMember& member : usage_.ranks) hosts.insert(member.host);
    notes_ = {fmt::format("{} ranks on {} machine{}", usage_.ranks.size(), hosts.size(), hosts.size() == 1 ? "" : "s")};
  });
  seconds += std::chrono::duration<double>(Clock::now() - start).count();
  return ending;
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

Ending RankContender::solve(std::span<const Vertex> sources, double limit, Sample& sample) {
  auto start = Clock::now();
  Ending ending = guarded(limit, [&] {
    if (team_ == nullptr) {  // after a rest; ranks start within the timeout, but not in the host's time
      this->start();
      start = Clock::now();
    }
    const json answer = team_->ask("solve " + to_text(ids_[sources.front()]), context_);
    take_members(answer.at("members"));
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

void RankContender::write_distances(const std::filesystem::path& file, double limit) {
  const Ending ending =
      guarded(limit, [&] { team_->ask("write " + std::filesystem::absolute(file).string(), context_); });
  if (ending.status != RunStatus::ok) throw UserError(ExitCode::failed_run, ending.reason);
}

std::optional<pid_t> RankContender::process() const {
  return team_ != nullptr ? std::optional(team_->process()) : std::nullopt;
}

Ending RankContender::finish(Clock::time_point /*deadline*/) {
  team_.reset();
  return {};
}

}  // namespace wayfront::host
