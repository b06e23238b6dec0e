package unflake;

import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/** The driver's instructions for this JVM, read from the file that the driver wrote. */
final class Settings {
  final String stream;
  /** This file exists once every test has run. Null if no other JVM belongs to the trial, so that the stream itself says so. */
  final String finished;
  /** `platform` or `junit4`. */
  final String junit;
  /** Prefix of class names in ids: empty, or ending in a slash. */
  final String module;
  final int repeat;
  final List<String> classes;
  /** The tests to run, in order; null to list all. */
  final List<String> tests;
  /** What other JVMs of this trial have run before this one, as often as they have. */
  final List<String> before;
  final List<String> outputs;
  final List<String> sources;
  final List<String> tags;
  final List<String> notTags;
  final List<String> engines;
  final List<String> notEngines;
  final Map<String, String> parameters;
  /** Set after the JVM has started, as the build tool does. */
  final Map<String, String> system;

  Settings(String path) throws IOException {
    Properties file = new Properties();
    try (Reader reader = Files.newBufferedReader(Paths.get(path), StandardCharsets.UTF_8)) {
      file.load(reader);
    }
    stream = file.getProperty("stream");
    finished = file.getProperty("finished");
    junit = file.getProperty("junit");
    module = file.getProperty("module");
    repeat = Integer.parseInt(file.getProperty("repeat"));
    classes = list(file, "classes");
    tests = file.getProperty("list") == null ? list(file, "tests") : null;
    before = list(file, "before");
    outputs = list(file, "outputs");
    sources = list(file, "sources");
    tags = list(file, "tags");
    notTags = list(file, "notTags");
    engines = list(file, "engines");
    notEngines = list(file, "notEngines");
    parameters = map(file, "parameters.");
    system = map(file, "system.");
  }

  private static List<String> list(Properties file, String name) {
    List<String> values = new ArrayList<>();
    for (int at = 0; file.getProperty(name + "." + at) != null; at += 1) values.add(file.getProperty(name + "." + at));
    return values;
  }

  private static Map<String, String> map(Properties file, String prefix) {
    Map<String, String> values = new TreeMap<>();
    for (String name : file.stringPropertyNames())
      if (name.startsWith(prefix)) values.put(name.substring(prefix.length()), file.getProperty(name));
    return values;
  }
}
