package x;

import static org.junit.Assert.assertNotNull;

import java.util.Arrays;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;
import org.junit.runners.Parameterized.Parameters;

@RunWith(Parameterized.class)
public class AwkwardTest {
  private final String word;

  public AwkwardTest(String word) {
    this.word = word;
  }

  @Parameters(name = "{index}: {0}")
  public static Iterable<Object[]> words() {
    return Arrays.asList(new Object[][] {{"it's \"quoted\""}, {"a > b :: c"}, {"back\\slash\n(two) [1]"}, {"größe 試験 🎉"}});
  }

  @Test
  public void reads() {
    assertNotNull(word);
  }

  @Test
  public void writes_$() {
    assertNotNull(word);
  }
}
