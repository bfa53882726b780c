// SPDX-License-Identifier: MIT
#include "cli/subprocess.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>

extern char** environ;

namespace tilewright::cli {
namespace {

/// What posix_spawn wants: pointers to words that outlive it.
std::vector<char*> pointers(std::vector<std::string>& words) {
  std::vector<char*> list;
  for (std::string& word : words) list.push_back(word.data());
  list.push_back(nullptr);
  return list;
}

std::vector<std::string> extended_environment(
    const std::vector<std::pair<std::string, std::string>>& more) {
  std::vector<std::string> all;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string text = *entry;
    bool replaced = false;
    for (const auto& [name, value] : more) replaced |= text.starts_with(name + "=");
    if (!replaced) all.push_back(text);
  }
  for (const auto& [name, value] : more) all.push_back(name + "=" + value);
  return all;
}

int wait_for(pid_t child) {
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

volatile sig_atomic_t running_child = 0;

extern "C" void pass_on(int signal) {
  if (running_child > 0) ::kill(static_cast<pid_t>(running_child), signal);
}

/// While a child runs, the terminal's signals are the child's, and a request to end is passed on.
/// What was ignored before stays ignored, here and there.
class ChildSignals {
 public:
  ChildSignals() {
    struct sigaction ignore{};
    ignore.sa_handler = SIG_IGN;
    struct sigaction pass{};
    pass.sa_handler = pass_on;
    ::sigaction(SIGINT, &ignore, &interrupt_);
    ::sigaction(SIGQUIT, &ignore, &quit_);
    ::sigaction(SIGTERM, &pass, &terminate_);
  }
  ~ChildSignals() {
    ::sigaction(SIGINT, &interrupt_, nullptr);
    ::sigaction(SIGQUIT, &quit_, nullptr);
    ::sigaction(SIGTERM, &terminate_, nullptr);
    running_child = 0;
  }
  /// Those of the terminal that the child does not inherit as ignored.
  [[nodiscard]] sigset_t defaults() const {
    sigset_t set;
    ::sigemptyset(&set);
    if (interrupt_.sa_handler != SIG_IGN) ::sigaddset(&set, SIGINT);
    if (quit_.sa_handler != SIG_IGN) ::sigaddset(&set, SIGQUIT);
    return set;
  }
  ChildSignals(const ChildSignals&) = delete;
  ChildSignals& operator=(const ChildSignals&) = delete;

 private:
  struct sigaction interrupt_{}, quit_{}, terminate_{};
};

tl::unexpected<Error> not_started(const std::string& program, int error) {
  return fail("{} cannot be started: {}", program, std::strerror(error));
}

}  // namespace

Result<std::string> run_for_output(const std::vector<std::string>& command) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return not_started(command[0], errno);
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  ::posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO);
  std::vector<std::string> words = command;
  pid_t child = 0;
  const int error =
      ::posix_spawn(&child, words[0].c_str(), &actions, nullptr, pointers(words).data(), environ);
  ::posix_spawn_file_actions_destroy(&actions);
  ::close(ends[1]);
  std::string output;
  std::array<char, 4096> buffer{};
  for (ssize_t got = 0; error == 0 && ((got = ::read(ends[0], buffer.data(), buffer.size())) > 0 ||
                                       (got < 0 && errno == EINTR));) {
    if (got > 0) output.append(buffer.data(), static_cast<size_t>(got));
  }
  ::close(ends[0]);
  if (error != 0) return not_started(command[0], error);
  wait_for(child);
  return output;
}

Result<int> run_to_end(const std::vector<std::string>& command,
                       const std::vector<std::pair<std::string, std::string>>& environment) {
  const ChildSignals signals;
  const sigset_t defaults = signals.defaults();
  posix_spawnattr_t attributes;
  ::posix_spawnattr_init(&attributes);
  ::posix_spawnattr_setsigdefault(&attributes, &defaults);
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
  std::vector<std::string> words = command;
  std::vector<std::string> variables = extended_environment(environment);
  pid_t child = 0;
  const int error = ::posix_spawn(&child, words[0].c_str(), nullptr, &attributes,
                                  pointers(words).data(), pointers(variables).data());
  ::posix_spawnattr_destroy(&attributes);
  if (error != 0) return not_started(command[0], error);
  running_child = child;
  return wait_for(child);
}

}  // namespace tilewright::cli
