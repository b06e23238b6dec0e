package x;

import org.junit.Before;
import org.junit.Test;

public class SetUpTest {
  @Before
  public void open() {
    throw new IllegalStateException("no database");
  }

  @Test
  public void errors() {}
}
