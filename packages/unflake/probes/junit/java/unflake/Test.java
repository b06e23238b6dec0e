package unflake;

/** One test in this JVM: its id and the location of its body. */
final class Test {
  final String id;
  /** The class that the id starts with. */
  final String file;
  /** The class that declares or inherits the body; null where a runner does not report it. */
  final Class<?> owner;
  /** The name of the body's method; null if there is none. */
  final String method;

  Test(String id, String file, Class<?> owner, String method) {
    this.id = id;
    this.file = file;
    this.owner = owner;
    this.method = method;
  }
}
