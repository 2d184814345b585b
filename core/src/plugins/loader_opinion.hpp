// What loader plugins say of a file's first bytes. To ask a loader is to open it, so a program may have them asked in
// another process: see AskLoaders.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace wayfront::host {

struct Plugin;

struct LoaderOpinion {
  int confidence = 0;      // as in Match
  std::string reason{};    // what it saw
  std::string unusable{};  // why it cannot be opened, a sentence; else ""
  std::string
      left_out{};  // what it did instead of answering, "crashed: segmentation fault when it was opened"; else ""
};

/// The opinions of `loaders`, one each, of a file that begins with `head`. Throws UserError where they cannot be asked.
using AskLoaders =
    std::function<std::vector<LoaderOpinion>(std::span<const Plugin* const> loaders, std::string_view head)>;

/// Opens the loader in this process and asks it. `opened` is called in between.
LoaderOpinion opinion_of(
    const Plugin& loader, std::string_view head, const std::function<void()>& opened = [] {});

/// The same for each of them.
std::vector<LoaderOpinion> ask_loaders_here(std::span<const Plugin* const> loaders, std::string_view head);

/// From now on this process asks loaders in that way; before, it does so in itself. For a program, once, before it has
/// threads.
void ask_loaders_by(AskLoaders ask);
std::vector<LoaderOpinion> ask_loaders(std::span<const Plugin* const> loaders, std::string_view head);

}  // namespace wayfront::host
