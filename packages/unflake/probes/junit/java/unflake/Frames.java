package unflake;

import java.io.File;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/** Reads the frames of an exception: where in the project it was thrown, and whether inside the test's body or in a fixture. */
final class Frames {
  private static final int MAX_FRAMES = 30;
  private static final Set<String> AROUND = new HashSet<>(Arrays.asList(
      "Before", "After", "BeforeClass", "AfterClass", "BeforeEach", "AfterEach", "BeforeAll", "AfterAll"));

  private final List<File> outputs;
  private final List<String> sources;
  private final String module;

  /** `outputs`: folders of the project's compiled classes; `sources`: folders of its source files, relative to the working folder. */
  Frames(List<String> outputs, List<String> sources, String module) {
    this.outputs = new ArrayList<>();
    for (String folder : outputs) this.outputs.add(new File(folder));
    this.sources = sources;
    this.module = module;
  }

  /** The project's own frames, innermost first. */
  String stackOf(Throwable error) {
    StringBuilder out = new StringBuilder();
    int count = 0;
    for (Throwable one : chain(error)) {
      for (StackTraceElement frame : one.getStackTrace()) {
        if (count == MAX_FRAMES || frame.getFileName() == null || !isOwn(frame.getClassName())) continue;
        out.append(count == 0 ? "" : "\n").append("    at ").append(frame.getClassName()).append('.');
        out.append(frame.getMethodName()).append(" (").append(place(frame)).append(':').append(frame.getLineNumber()).append(')');
        count += 1;
      }
    }
    return out.toString();
  }

  /** True if no frame is in the body and one is in a set-up, a tear-down or a constructor. */
  boolean isAround(Throwable error, Test test) {
    if (test.owner == null) return false;
    Set<String> classes = new HashSet<>();
    Set<String> around = new HashSet<>(Arrays.asList("<init>", "<clinit>"));
    collect(test.owner, classes, around);
    boolean found = false;
    for (Throwable one : chain(error)) {
      for (StackTraceElement frame : one.getStackTrace()) {
        if (!classes.contains(frame.getClassName())) continue;
        String name = frame.getMethodName().replaceFirst("^lambda\\$(.*)\\$\\d+$", "$1");
        if (name.equals(test.method)) return false;
        found |= around.contains(name);
      }
    }
    return found;
  }

  private static void collect(Class<?> type, Set<String> classes, Set<String> around) {
    for (Class<?> one = type; one != null && one != Object.class; one = one.getSuperclass()) {
      classes.add(one.getName());
      for (Method method : one.getDeclaredMethods()) if (isAround(method)) around.add(method.getName());
      for (Class<?> parent : one.getInterfaces()) collect(parent, classes, around);
    }
    if (type.getEnclosingClass() != null) collect(type.getEnclosingClass(), classes, around);
  }

  private static boolean isAround(Method method) {
    for (Annotation annotation : method.getAnnotations())
      if (AROUND.contains(annotation.annotationType().getSimpleName())) return true;
    String name = method.getName();
    // The method names that JUnit 3 recognizes.
    return method.getParameterCount() == 0 && (name.equals("setUp") || name.equals("tearDown"));
  }

  private boolean isOwn(String name) {
    for (File folder : outputs) if (new File(folder, name.replace('.', '/') + ".class").isFile()) return true;
    return false;
  }

  private String place(StackTraceElement frame) {
    int cut = frame.getClassName().lastIndexOf('.');
    String folder = cut < 0 ? "" : frame.getClassName().substring(0, cut).replace('.', '/') + "/";
    String file = folder + frame.getFileName();
    for (String source : sources) if (new File(source, file).isFile()) return module + source + "/" + file;
    return module + file;
  }

  private static List<Throwable> chain(Throwable error) {
    Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    List<Throwable> chain = new ArrayList<>();
    for (Throwable one = error; one != null && seen.add(one); one = one.getCause()) chain.add(one);
    return chain;
  }
}
