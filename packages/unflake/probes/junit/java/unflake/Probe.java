package unflake;

import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Lists a project's JUnit tests, or runs them in exactly the given order, in this JVM: `unflake.Probe <settings file>`. */
public final class Probe {
  // Surefire gives shutdown hooks and leftover threads the same time.
  private static final long MAX_GOODBYE_MS = 30_000;

  private Probe() {}

  public static void main(String[] args) throws Exception {
    Settings settings = new Settings(args[0]);
    for (Map.Entry<String, String> property : settings.system.entrySet()) System.setProperty(property.getKey(), property.getValue());
    Stream stream = new Stream(settings.stream);
    Frames frames = new Frames(settings.outputs, settings.sources, settings.module);
    ResultRecorder recorder = new ResultRecorder(stream, frames, settings.before);
    // The other JUnit may be absent, also at compile time.
    String name = settings.junit.equals("platform") ? "unflake.PlatformTests" : "unflake.JUnit4Tests";
    Tests tests = (Tests) Class.forName(name).getDeclaredConstructor(Settings.class).newInstance(settings);
    List<Test> known = tests.of(classes(settings, recorder), recorder);
    if (settings.tests == null) stream.write("ev", "collected", "ids", Stream.list(idsOf(known)));
    else run(tests, ordered(settings, known, recorder), recorder);
    if (settings.finished == null) stream.write("ev", "done");
    else Files.createFile(Paths.get(settings.finished));
    leave();
  }

  private static void run(Tests tests, List<Test> order, ResultRecorder recorder) throws Exception {
    for (Test test : order) Retries.refuse(test, recorder);
    for (List<Test> piece : tests.pieces(order)) {
      recorder.enter(piece);
      tests.run(piece, recorder);
    }
  }

  private static List<Class<?>> classes(Settings settings, ResultRecorder recorder) {
    List<Class<?>> classes = new ArrayList<>();
    for (String name : settings.classes) {
      try {
        classes.add(Classes.load(name));
      } catch (ClassNotFoundException | LinkageError error) {
        recorder.problem(name + " cannot be loaded: " + error);
      }
    }
    return classes;
  }

  private static List<Test> ordered(Settings settings, List<Test> known, ResultRecorder recorder) {
    Map<String, Test> byId = new HashMap<>();
    for (Test test : known) byId.put(test.id, test);
    List<Test> once = new ArrayList<>();
    for (String id : settings.tests) {
      if (byId.containsKey(id)) once.add(byId.get(id));
      else recorder.problem("missing: there is no test " + id);
    }
    List<Test> order = new ArrayList<>();
    for (int run = 0; run < settings.repeat; run += 1) order.addAll(once);
    return order;
  }

  private static List<String> idsOf(List<Test> tests) {
    List<String> ids = new ArrayList<>();
    for (Test test : tests) ids.add(test.id);
    return ids;
  }

  private static void leave() {
    Thread watch = new Thread(() -> {
      try {
        Thread.sleep(MAX_GOODBYE_MS);
      } catch (InterruptedException error) {
        Thread.currentThread().interrupt();
      }
      Runtime.getRuntime().halt(0);
    });
    watch.setDaemon(true);
    watch.start();
    System.exit(0);
  }
}
