// How the ranks of an MPI job are started, on this machine, on those of a host file, or in an allocation of a batch
// system; and why they ended.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace wayfront::programs {

struct MpiLaunch {
  std::uint64_t ranks = 1;
  std::string launcher = "auto";  // mpirun, srun or a path; "auto": srun in an allocation of Slurm that has it
  std::string host_file;          // "": the allocation's machines, or this one alone
};

/// What the environment says: "auto" becomes a program, and PBS's list of machines the host file.
MpiLaunch resolved(MpiLaunch asked);

/// Whether the ranks may run on other machines than this one. `launch` is resolved.
bool is_for_several_machines(const MpiLaunch& launch);

/// The command that starts `program`, a program with its arguments, on all ranks. `launch` is resolved.
std::vector<std::string> command_for(const MpiLaunch& launch, const std::vector<std::string>& program);

/// Variables for its environment. What mpirun and the ranks of this machine leave in files, they leave in `folder`.
std::vector<std::string> settings_for(const MpiLaunch& launch, const std::string& folder);

/// The sentence in what the launcher and the ranks said: what stands behind `marker`, which begins a rank's own words;
/// or else the line that names a rank that was killed, or the reason; or the beginning of it all.
std::string reason_in(const std::string& said, std::string_view marker);

/// What to do where the ranks do not meet, as the end of a sentence, from what the launcher said; "" where that is all.
std::string advice_on(const std::string& said);

}  // namespace wayfront::programs
