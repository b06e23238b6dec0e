/** Tests that tell what they see of their JVM, for the module `core` of the Maven project, and a class that the project has in place of a library's. */
const TELLS = `package x;
import java.net.URL;
import java.util.*;
import java.util.stream.*;
import org.junit.jupiter.api.*;
import static org.junit.jupiter.api.Assertions.*;
class TellsTest {
  static final long DRAWN = new Random().nextLong() ^ System.nanoTime();
  static {
    Thread beside = new Thread(() -> { try { Thread.sleep(600000); } catch (InterruptedException error) {} }, "beside");
    beside.setDaemon(true);
    beside.start();
    Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("the hook ran")));
  }
  @Test void whatItDrew() { fail("" + DRAWN); }
  @Test void threads() { fail(Thread.getAllStackTraces().keySet().stream().map(Thread::getName).sorted().collect(Collectors.joining(","))); }
  @Test void properties() {
    assertEquals(System.getenv("HOME"), System.getProperty("user.home"));
    assertEquals(System.getenv("TMPDIR"), System.getProperty("java.io.tmpdir"));
    fail(Stream.of("java.class.path", "flag", "user.dir", "place").map(System::getProperty).collect(Collectors.joining(" "))
      + " " + Runtime.getRuntime().maxMemory() + " " + new TreeMap<>(System.getenv()).keySet());
  }
  @Test void places() throws Exception {
    List<String> seen = new ArrayList<>();
    for (URL one : Collections.list(getClass().getClassLoader().getResources("META-INF/LICENSE.md"))) seen.add(one.toString());
    seen.add("" + getClass().getResource("/"));
    for (Class<?> type : List.of(Shop.class, Test.class)) seen.add("" + type.getProtectionDomain().getCodeSource().getLocation());
    fail(String.join(" ", seen));
  }
  @Test void whoseClass() { fail("" + new org.opentest4j.AssertionFailedError("", 1, 2).getExpected()); }
  @Test void library() { fail(isThere() ? "it is there" : "it is gone"); }
  private static boolean isThere() {
    try { return Class.forName("org.hamcrest.core.IsNull") != null; } catch (ClassNotFoundException error) { return false; }
  }
  @Test void conditions() { fail(java.time.ZoneId.systemDefault() + " " + java.time.LocalDate.now()); }
}
`;

const WRAPPER = `package org.opentest4j;
public final class ValueWrapper implements java.io.Serializable {
  public static ValueWrapper create(Object value) { return new ValueWrapper(); }
  public static ValueWrapper create(Object value, String text) { return new ValueWrapper(); }
  public String getStringRepresentation() { return "ours"; }
  public String toString() { return "the project's"; }
}
`;

export const TELLING_FILES: Readonly<Record<string, string>> = {
  'core/src/test/java/x/TellsTest.java': TELLS,
  'core/src/test/java/x/ExitsTest.java': `package x; class ExitsTest { @org.junit.jupiter.api.Test void exits() {
  Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("the hook ran")));
  System.exit(3); } }\n`,
  'core/src/test/java/org/opentest4j/ValueWrapper.java': WRAPPER,
  'core/src/test/resources/META-INF/LICENSE.md': "the project's\n",
};
