#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>
#include <unistd.h>

TEST(Crash, ExitsWithSeven) { exit(7); }
TEST(Crash, ExitsWithZero) { _exit(0); }
TEST(Crash, KillsItself) { kill(getpid(), SIGKILL); }
TEST(Crash, Hangs) {
  for (;;) pause();
}
