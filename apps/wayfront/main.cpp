// The wayfront program: its commands, its signals, and how errors become exit codes.
#include <time.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <new>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "base/characters.hpp"
#include "base/errors.hpp"
#include "base/process.hpp"
#include "commands.hpp"
#include "plugins/plugin_work.hpp"
#include "workers/worker_process.hpp"

namespace {

using namespace wayfront;
using host::ExitCode;

std::atomic<int> first_signal{0};
std::atomic<std::int64_t> first_signal_ms{0};

/// The first Ctrl-C asks everything to stop and keeps what was measured; the second ends the program at once. Some
/// programs, such as timeout, send a signal to the process and to its group: the same within 0.2 s counts once.
void on_signal(int signal) {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  const std::int64_t ms = std::int64_t{now.tv_sec} * 1000 + now.tv_nsec / 1'000'000;
  if (host::stop_requested.exchange(true)) {
    if (signal == first_signal && ms - first_signal_ms < 200) return;
    _exit(static_cast<int>(ExitCode::interrupted));
  }
  first_signal = signal;
  first_signal_ms = ms;
  constexpr std::string_view text = "\nwayfront: stopping; press Ctrl-C again to end at once\n";
  [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, text.data(), text.size());
}

void install_signal_handlers() {
  struct sigaction action = {};
  action.sa_handler = on_signal;
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  struct sigaction earlier = {};
  if (sigaction(SIGHUP, nullptr, &earlier) == 0 && earlier.sa_handler != SIG_IGN) sigaction(SIGHUP, &action, nullptr);
  std::signal(SIGPIPE, SIG_IGN);  // `wayfront ... | head` ends by a write error, not by a signal in the middle of a run
  std::signal(SIGXFSZ, SIG_IGN);  // the same for a limit on the size of files
}

constexpr std::string_view quickstart = "configs/quickstart.toml";
constexpr std::string_view about =
    "Runs, compares and checks single-source shortest path algorithms; each algorithm is a plugin.\n"
    "First steps:\n"
    "  wayfront run configs/quickstart.toml     run a pipeline\n"
    "  wayfront bench graph.gr dijkstra delta-stepping   compare plugins\n"
    "  wayfront solve graph.gr --from 1         print distances, certified\n"
    "  wayfront list                            list the plugins\n"
    "  wayfront describe dijkstra --toml        print a [[run]] table to paste\n"
    "  wayfront report results/ny --format html -o ny.html   make a page of the results\n";

/// The same, with the quickstart where it is: in the current folder, or where it was installed with this program.
std::string about_here() {
  namespace fs = std::filesystem;
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  const fs::path installed = program.parent_path().parent_path() / "share" / "wayfront" / quickstart;
  std::string text(about);
  if (!fs::exists(quickstart, error) && fs::exists(installed, error))
    text.replace(text.find(quickstart), quickstart.size(), installed.string());
  return text;
}

int dispatch(int argc, char** argv) {
  const app::Command commands[] = {
      app::run_command(),     app::list_command(),       app::describe_command(), app::check_command(),
      app::info_command(),    app::cache_command(),      app::path_command(),     app::cycle_command(),
      app::map_command(),     app::solve_command(),      app::matrix_command(),   app::certify_command(),
      app::convert_command(), app::generate_command(),   app::report_command(),   app::compare_command(),
      app::bench_command(),   app::new_plugin_command(), app::split_command(),    app::tune_command(),
  };
  if (argc > 1 && std::string_view(argv[1]) == "complete") {  // what shells ask while a line is typed
    const std::vector<std::string> words(argv + 2, argv + argc);
    app::print_completions(commands, words);
    return 0;
  }
  return app::run_command_line(argc, argv, about_here().c_str(), commands);
}

}  // namespace

int main(int argc, char** argv) {
  host::other_threads_are_plugins = true;
  if (argc == 2 && std::string_view(argv[1]) == "worker") return host::serve_as_worker();  // see worker_process.hpp
  install_signal_handlers();
  app::set_up_output();
  try {
    const int code = dispatch(argc, argv);
    const int error = app::finish_output();
    if (error == 0) return code;
    if (error != EPIPE)  // a reader that has gone away needs no message
      app::say(std::string("error: cannot write to standard output: ") + std::strerror(error));
    return code != 0 ? code : static_cast<int>(ExitCode::failed_run);
  } catch (const host::ConfigurationErrors& errors) {
    std::fprintf(stderr, "%s\n", host::printable(errors.what(), "\n\t").c_str());
    return static_cast<int>(errors.code());
  } catch (const host::UserError& error) {
    app::say(std::string("error: ") + error.what());
    return static_cast<int>(error.code());
  } catch (const std::bad_alloc&) {
    std::fprintf(stderr, "wayfront: error: out of memory\n");
    return static_cast<int>(ExitCode::failed_run);
  } catch (const std::exception& error) {
    app::say(std::string("error: ") + error.what());
    return static_cast<int>(ExitCode::failed_run);
  }
}
