package x;

import junit.framework.TestCase;

/** As JUnit 3 has it. */
public class OldTest extends TestCase {
  private String ready;

  @Override
  protected void setUp() {
    ready = "yes";
  }

  public void testReady() {
    assertEquals("yes", ready);
  }
}
