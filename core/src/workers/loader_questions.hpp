// Loaders are asked what a file is in processes of their own, one each: what a loader does when it is opened or asked
// costs its own answer and at most a few seconds. The host asks a worker process, and that one starts the others.
#pragma once

#include <filesystem>

#include <nlohmann/json.hpp>

#include "plugins/loader_opinion.hpp"

namespace wayfront::host {

/// Asks in processes of `program`, whose command `worker` serves (worker_process.hpp), and in this process where none
/// can be started. A loader that was left out is not asked again, and the same question is asked once.
AskLoaders ask_loaders_apart(std::filesystem::path program);

/// The worker's side: the reply to a question that contains "loaders". For a process of one thread: it forks.
nlohmann::json opinions_apart(const nlohmann::json& question);

}  // namespace wayfront::host
