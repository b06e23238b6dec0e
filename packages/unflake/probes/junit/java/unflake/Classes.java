package unflake;

/** The project's classes by name, without running their static parts. */
final class Classes {
  private Classes() {}

  /** Null when it cannot be loaded. */
  static Class<?> named(String name) {
    try {
      return load(name);
    } catch (ClassNotFoundException | LinkageError error) {
      return null;
    }
  }

  static Class<?> load(String name) throws ClassNotFoundException {
    return Class.forName(name, false, Thread.currentThread().getContextClassLoader());
  }
}
