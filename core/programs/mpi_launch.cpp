#include "programs/mpi_launch.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <sstream>

namespace wayfront::programs {
namespace {

std::string variable(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

bool is_in_path(const std::string& program) {
  std::istringstream folders(variable("PATH"));
  for (std::string folder; std::getline(folders, folder, ':');)
    if (::access((std::filesystem::path(folder) / program).c_str(), X_OK) == 0) return true;
  return false;
}

bool in_slurm() { return !variable("SLURM_JOB_ID").empty(); }

bool is_srun(const MpiLaunch& launch) { return std::filesystem::path(launch.launcher).filename() == "srun"; }

/// Words of ssh and mpirun that stand in the line with the reason, far in front of their advice.
constexpr std::string_view reasons[] = {"ssh:",
                                        "Permission denied (",
                                        "Host key verification failed",
                                        "not enough slots",
                                        "lost communication",
                                        "unable to reliably start",
                                        "No route to host",
                                        " CANCELLED AT ",
                                        "srun: error:"};

/// What Open MPI says where srun started it with a kind of MPI that it was not built for.
constexpr std::string_view wrong_kind = "SLURM's PMI support";

}  // namespace

MpiLaunch resolved(MpiLaunch asked) {
  if (asked.launcher == "auto")
    asked.launcher = in_slurm() && asked.host_file.empty() && is_in_path("srun") ? "srun" : "mpirun";
  if (asked.host_file.empty() && !is_srun(asked)) asked.host_file = variable("PBS_NODEFILE");
  return asked;
}

bool is_for_several_machines(const MpiLaunch& launch) {
  return !launch.host_file.empty() || is_srun(launch) || in_slurm();
}

std::vector<std::string> command_for(const MpiLaunch& launch, const std::vector<std::string>& program) {
  std::vector<std::string> command = {launch.launcher};
  if (is_srun(launch)) {
    // Standard input is for rank 0 alone, and lines are passed on at once.
    command.insert(command.end(),
                   {"--ntasks=" + std::to_string(launch.ranks), "--input=0", "--unbuffered", "--kill-on-bad-exit=1"});
    if (!launch.host_file.empty()) command.push_back("--nodefile=" + launch.host_file);
  } else {
    command.insert(command.end(), {"-n", std::to_string(launch.ranks)});
    if (!launch.host_file.empty()) command.insert(command.end(), {"--hostfile", launch.host_file});
  }
  command.insert(command.end(), program.begin(), program.end());
  return command;
}

/// They are variables that other MPIs do not mind. On one machine: more ranks than processors are welcome, none is tied
/// to a processor, and no network is looked for, which starts in half the time. What one process reads from another's
/// memory needs rights that containers do not have. On several: a machine that vanishes is noticed after 14 seconds, and the run ends within 20.
std::vector<std::string> settings_for(const MpiLaunch& launch, const std::string& folder) {
  std::vector<std::string> settings = {"OMPI_ALLOW_RUN_AS_ROOT=1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1"};
  if (!is_srun(launch)) settings.push_back("TMPDIR=" + folder);  // srun would pass it on to machines that lack it
  if (in_slurm()) {                         // mpirun asks Slurm to start it on other machines, so it needs them, too
    settings.push_back("SLURM_OVERLAP=1");  // ranks of several runs share the allocation; those that wait sleep
    // Since Slurm 22.05 srun does not take over what the job asks for each task.
    if (const std::string processors = variable("SLURM_CPUS_PER_TASK"); !processors.empty())
      settings.push_back("SRUN_CPUS_PER_TASK=" + processors);
  }
  if (is_for_several_machines(launch))
    settings.insert(settings.end(), {"OMPI_MCA_oob_tcp_keepalive_time=6", "OMPI_MCA_oob_tcp_keepalive_intvl=4",
                                     "OMPI_MCA_oob_tcp_keepalive_probes=2"});
  else
    settings.insert(settings.end(), {"OMPI_MCA_rmaps_base_oversubscribe=1", "OMPI_MCA_hwloc_base_binding_policy=none",
                                     "OMPI_MCA_plm=isolated", "OMPI_MCA_pml=ob1", "OMPI_MCA_btl=self,vader",
                                     "OMPI_MCA_btl_vader_single_copy_mechanism=none",
                                     "OMPI_MCA_btl_vader_backing_directory=" + folder});
  return settings;
}

std::string reason_in(const std::string& said, std::string_view marker) {
  if (said.find(marker) == said.npos && said.find(wrong_kind) != said.npos)
    return "srun started the ranks with a kind of MPI that this Open MPI does not have";
  std::istringstream lines(said);
  std::string about;
  std::string reason;
  std::string rest;
  for (std::string line; std::getline(lines, line);) {
    if (const std::size_t at = line.find(marker); at != std::string::npos) return line.substr(at + marker.size());
    if (line.find("exited on signal") != std::string::npos) about = line;
    const auto is_in_line = [&](std::string_view words) { return line.find(words) != std::string::npos; };
    if (reason.empty() && std::ranges::any_of(reasons, is_in_line)) reason = line;
    if (line.find_first_not_of("- \t\r") == std::string::npos) continue;
    rest += (rest.empty() ? "" : " ") + line;
  }
  if (!about.empty()) return about;
  if (!reason.empty()) return reason.substr(std::min(reason.find_first_not_of(" \t"), reason.size()));
  constexpr std::size_t max = 600;
  return rest.size() <= max ? rest : rest.substr(0, max) + " ...";
}

std::string advice_on(const std::string& said) {
  const std::string kind =
      "export SLURM_MPI_TYPE=pmix, or another kind that srun --mpi=list names and this Open MPI has, or start them with "
      "launcher = \"mpirun\"";
  if (said.find(wrong_kind) != said.npos) return "; " + kind;
  // Refused before a rank started: the reason is whole.
  for (const std::string_view refused :
       {"srun: error: Unable to", "specified plugin name for mpi/", "not enough slots"})
    if (said.find(refused) != said.npos) return {};
  // srun may end the other ranks before it has passed on what the first one said.
  const bool unsaid = said.find(": Exited with exit code") != said.npos;
  return (unsaid ? "; if srun's kind of MPI is one that this Open MPI does not have, " + kind : "") +
         "; let firewalls pass all ports between these machines, or name the network that joins them in the "
         "environment: OMPI_MCA_btl_tcp_if_include and OMPI_MCA_oob_tcp_if_include, 10.0.0.0/24 for example";
}

}  // namespace wayfront::programs
