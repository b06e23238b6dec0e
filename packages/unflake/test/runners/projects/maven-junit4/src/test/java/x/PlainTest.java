package x;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.fail;

import org.junit.Ignore;
import org.junit.Test;

public class PlainTest {
  @Test
  public void passes() {}

  @Test
  public void fails() {
    assertEquals("the total", 3, 1 + 1);
  }

  @Test
  @Ignore("not here")
  public void skips() {
    fail("was run");
  }
}
