#include "measure/slices/rank_team.hpp"

#include <fmt/format.h>
#include <signal.h>
#include <sys/wait.h>

#include <cmath>
#include <cstdint>
#include <system_error>
#include <utility>

#include "base/characters.hpp"
#include "base/errors.hpp"
#include "measure/slices/rank_interface.hpp"
#include "results/machine.hpp"
#include "settings/settings.hpp"

namespace wayfront::host {
namespace {

using nlohmann::json;
using std::chrono::milliseconds;

constexpr const char* marker = "wayfront-rank: ";  // before what a rank says about its end
constexpr std::string_view engine = "pbgl", algorithm = "aggregated";
constexpr std::uint64_t bytes_per_rank = std::uint64_t{4} << 20;  // of shared memory, on one machine

/// The value of an option that every plugin of that name has.
json value_of(const json& options, const char* name) { return options.at(name).at("value"); }

}  // namespace

std::string why_not_on_slices(const Plugin& plugin, const Settings& options) {
  const std::string_view name = plugin.about().name;
  if (name == engine && value_of(options.to_json(), "algorithm") == algorithm) return {};
  return fmt::format(
      "{} needs the whole graph in one process, and graph.slices = true leaves it in slices; the plugin "
      "{} with algorithm = \"{}\" solves on them",
      name, engine, algorithm);
}

RankLaunch launch_of(const Settings& options, std::span<const std::string> graph,
                     const std::filesystem::path& program) {
  const json all = options.to_json();
  RankLaunch launch;
  launch.mpi = programs::resolved({.ranks = value_of(all, "ranks").get<std::uint64_t>(),
                                   .launcher = value_of(all, "launcher").get<std::string>(),
                                   .host_file = value_of(all, "host_file").get<std::string>()});
  std::error_code unresolved;  // it may be /proc/self/exe
  const std::filesystem::path whole = std::filesystem::canonical(program, unresolved);
  launch.program = {((unresolved ? program : whole).parent_path() / "wayfront-rank").string()};
  launch.program.insert(launch.program.end(), graph.begin(), graph.end());
  launch.program.insert(launch.program.end(), {"--serve", "--threads", value_of(all, "threads").dump(), "--balance",
                                               value_of(all, "balance").get<std::string>()});
  if (const double delta = value_of(all, "delta").get<double>(); delta > 0)
    launch.program.insert(launch.program.end(), {"--delta", fmt::format("{}", delta)});
  launch.start_timeout = milliseconds(std::llround(value_of(all, "start_timeout").get<double>() * 1000));
  return launch;
}

RankTeam::RankTeam(RankLaunch launch, RunContext& context) : launch_(std::move(launch)) {
  try {
    folder_ = std::make_unique<programs::TemporaryFolder>("wayfront-ranks-", "", launch_.mpi.ranks * bytes_per_rank);
    conversation_ =
        std::make_unique<programs::Conversation>(programs::command_for(launch_.mpi, launch_.program),
                                                 programs::settings_for(launch_.mpi, folder_->path().string()));
  } catch (const std::system_error& error) {
    const bool missing = error.code() == std::errc::no_such_file_or_directory;
    throw UserError(
        ExitCode::failed_run,
        std::string(error.what()) +
            (missing ? "; install Open MPI (openmpi-bin), or put it into PATH, or name another launcher" : ""));
  }
  const json greeting = next(context, "they were started");
  if (greeting.value("interface", 0U) != rank_interface)
    throw UserError(ExitCode::failed_run,
                    fmt::format("{} is of another version ({}) than this program ({}); install both from one build",
                                launch_.program.front(), greeting.value("version", "unknown"), version_line()));
  met_ = true;
}

RankTeam::~RankTeam() {
  if (!conversation_) return;
  programs::Program& program = conversation_->program();
  // Asked, they end by themselves. In the middle of a solve they do not listen: the launcher ends them.
  conversation_->say("quit");
  conversation_->close_input();
  const auto ends_within = [&](milliseconds time) {
    const auto end = std::chrono::steady_clock::now() + time;
    while (!program.status() && std::chrono::steady_clock::now() < end) conversation_->listen(milliseconds(10));
    return program.status().has_value();
  };
  if (ends_within(milliseconds(400))) return;
  program.signal(SIGTERM);
  ends_within(milliseconds(2000));
}

json RankTeam::ask(const std::string& question, RunContext& context) {
  if (!conversation_->say(question)) fail("it was asked '" + question + "'");
  json answer = next(context, "they were asked '" + question + "'");
  if (!answer.contains("error")) return answer;
  throw UserError(static_cast<ExitCode>(answer.value("exit", 1)), answer.at("error").get<std::string>());
}

json RankTeam::next(RunContext& context, const std::string& doing) {
  constexpr milliseconds look(20);  // at whether the run was cancelled
  for (;;) {
    while (const std::optional<std::string> line = conversation_->line()) {
      json answer = json::parse(*line, nullptr, false);
      if (answer.is_object()) return answer;  // mpirun may say something of its own
    }
    if (conversation_->ended()) fail(doing);
    context.throw_if_cancelled();
    conversation_->listen(look);
    if (!met_) throw_if_late();
  }
}

void RankTeam::throw_if_late() const {
  if (!programs::is_for_several_machines(launch_.mpi) ||
      std::chrono::steady_clock::now() - start_ < launch_.start_timeout)
    return;
  const std::string said = programs::reason_in(conversation_->errors(), marker);
  throw UserError(
      ExitCode::failed_run,
      fmt::format("the ranks{} do not reach each other after {} seconds{}{}",
                  launch_.mpi.host_file.empty() ? "" : " of " + launch_.mpi.host_file,
                  std::chrono::duration_cast<std::chrono::seconds>(launch_.start_timeout).count(),
                  programs::advice_on(conversation_->errors()),
                  said.empty() ? "" : fmt::format("; {} said: {}", launch_.mpi.launcher, on_one_line(said))));
}

void RankTeam::fail(const std::string& doing) {
  died_ = true;
  // The launcher says why when it ends, a second or two after it told the other ranks to, on a busy machine later.
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(10);
  programs::Program& program = conversation_->program();
  while (!program.status() && std::chrono::steady_clock::now() < end) conversation_->listen(milliseconds(20));
  conversation_->listen(milliseconds(0));
  const std::string reason = on_one_line(programs::reason_in(conversation_->errors(), marker));
  const std::optional<int> status = program.status();
  if (conversation_->errors().find(marker) != std::string::npos) {  // a rank's own words, with its exit code
    const bool input = status && WIFEXITED(*status) && WEXITSTATUS(*status) == static_cast<int>(ExitCode::input);
    throw UserError(input ? ExitCode::input : ExitCode::failed_run, reason);
  }
  const std::string how = status ? programs::how_it_ended(launch_.mpi.launcher, *status) : "rank 0 is gone";
  const bool may_be_network = !met_ && programs::is_for_several_machines(launch_.mpi);
  throw UserError(ExitCode::failed_run,
                  fmt::format("{}{} when {}{}", reason.empty() ? "" : reason + "; ", how, doing,
                              may_be_network ? programs::advice_on(conversation_->errors()) : ""));
}

}  // namespace wayfront::host
