// Two devices that share the sources of a call, by the real program: rows as one device gives them, and what happens
// when one of the two is lost in the middle. Skipped where there are not two.
#include "gpu_test.hpp"

namespace wayfront::host {
namespace {

bool two_devices_here() {
  if (!cuda::device_here()) return false;
  int count = 0;
  WAYFRONT_CUDA(cudaGetDeviceCount(&count));
  if (count < 2) MESSAGE("skipped: this machine has one CUDA device");
  return count >= 2;
}

/// The folder with bin/ and lib/ that the running program belongs to.
std::filesystem::path build() { return std::filesystem::read_symlink("/proc/self/exe").parent_path().parent_path(); }

class Folder {
 public:
  /// Runs `wayfront ARGUMENTS` there; its exit code.
  int run(const std::string& arguments) const {
    const std::string command = "cd " + scratch_.path().string() + " && " + (build() / "bin/wayfront").string() + " " +
                                arguments + " --plugins " + (build() / "lib/wayfront/wrecks").string() +
                                " > said.txt 2>&1";
    return WEXITSTATUS(std::system(command.c_str()));
  }
  std::string content(const std::string& file) const {
    std::ifstream in(scratch_.path() / file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  bool said(const std::string& words) const { return contains(content("said.txt"), words); }

 private:
  Scratch scratch_;
};

TEST_CASE("rows and reductions from two devices are those of one, for plugins with batches and without") {
  if (!two_devices_here()) return;
  const Folder it;
  REQUIRE(it.run("generate rmat g.wfg --set scale=13") == 0);
  for (const std::string plugin : {"near-far", "push-pull", "hbf"}) {
    for (const std::string what : {"-o D.npy --batch 200", "-o D.csv --reduce max,reached,sum"}) {
      const std::string file = what.substr(3, 5);
      const std::string question = "matrix g.wfg --from random:200 -q --plugin " + plugin + " " + what;
      REQUIRE_MESSAGE(it.run(question + " --devices 0") == 0, it.content("said.txt"));
      const std::string one = it.content(file);
      REQUIRE(!one.empty());
      for (const std::string devices : {"0,1", "1,0", "all", "1"}) {
        CHECK_MESSAGE(it.run(question + " --devices " + devices) == 0, it.content("said.txt"));
        CHECK(it.content(file) == one);
      }
    }
  }
}

TEST_CASE("a device that fails or has no memory leaves its part to the other one; an illegal access ends the process") {
  if (!two_devices_here()) return;
  const Folder it;
  REQUIRE(it.run("generate rmat g.wfg --set scale=13") == 0);
  REQUIRE(it.run("matrix g.wfg --from random:100 -q --plugin near-far -o W.npy") == 0);
  CHECK(it.run("matrix g.wfg --from random:100 --plugin wreck-one --option how=address --option device=1 --batch 50 "
               "--devices 0,1 -o D.npy") == 1);
  for (const std::string how : {"failed", "exhaust"})
    for (const std::string device : {"0", "1"}) {
      CHECK(it.run("matrix g.wfg --from random:100 --plugin wreck-one --option how=" + how +
                   " --option device=" + device + " --batch 50 --devices 0,1 -o D.npy") == 0);
      CHECK(it.content("D.npy") == it.content("W.npy"));
      CHECK_MESSAGE(it.said("device " + device), it.content("said.txt"));
    }
}

}  // namespace
}  // namespace wayfront::host
