package x;

import org.junit.jupiter.api.Test;

class CrashTest {
  @Test
  void exitsWithSeven() {
    System.exit(7);
  }

  @Test
  void exitsWithZero() {
    System.exit(0);
  }

  @Test
  void killsItself() throws Exception {
    new ProcessBuilder("kill", "-KILL", String.valueOf(ProcessHandle.current().pid())).start();
    Thread.sleep(60_000);
  }

  @Test
  void hangs() throws Exception {
    Thread.sleep(Long.MAX_VALUE);
  }
}
