#include "output.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cstdio>

#include "base/characters.hpp"
#include "files/file_replacement.hpp"
#include "plugins/plugin_opening.hpp"

namespace wayfront::app {
namespace {

int data = STDOUT_FILENO;
int first_error = 0;

}  // namespace

void set_up_output() {
  constexpr int first_free = STDERR_FILENO + 1;
  const bool writable = ::fcntl(STDOUT_FILENO, F_GETFD) >= 0;
  for (int file = ::open("/dev/null", O_RDWR); file >= 0; file = ::open("/dev/null", O_RDWR)) {
    if (file < first_free) continue;
    ::close(file);
    break;
  }
  data = writable ? ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, first_free) : -1;
  ::dup2(STDERR_FILENO, STDOUT_FILENO);
}

void print(std::string_view text) {
  if (first_error == 0) first_error = host::write_bytes(data, text);
}

void say(std::string_view text) { std::fprintf(stderr, "wayfront: %s\n", host::printable(text, "\n\t").c_str()); }

void print_opening_notes() {
  for (const std::string& note : host::take_opening_notes()) say(note);
}

int data_descriptor() { return data; }

std::unique_ptr<host::WrittenFile> open_output(const std::string& name) {
  if (name == "-") return std::make_unique<host::WrittenFile>(data, "standard output");
  return std::make_unique<host::WrittenFile>(name);
}

void write_output(const std::string& name, std::string_view text) {
  const auto output = open_output(name);
  output->write(text);
  output->finish();
}

int finish_output() { return first_error; }

}  // namespace wayfront::app
