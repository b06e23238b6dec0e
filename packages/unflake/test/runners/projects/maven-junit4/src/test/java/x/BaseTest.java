package x;

import org.junit.Test;

public abstract class BaseTest {
  @Test
  public void inherited() {}
}
