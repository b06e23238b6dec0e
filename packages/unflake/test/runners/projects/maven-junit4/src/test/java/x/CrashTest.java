package x;

import org.junit.Test;

public class CrashTest {
  @Test
  public void exitsWithSeven() {
    System.exit(7);
  }

  @Test
  public void exitsWithZero() {
    System.exit(0);
  }

  @Test
  public void killsItself() throws Exception {
    new ProcessBuilder("kill", "-KILL", String.valueOf(ProcessHandle.current().pid())).start();
    Thread.sleep(60_000);
  }

  @Test
  public void hangs() throws Exception {
    Thread.sleep(Long.MAX_VALUE);
  }
}
