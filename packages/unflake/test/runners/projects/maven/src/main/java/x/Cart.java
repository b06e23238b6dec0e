package x;

/** What a test leaves behind for the next one. */
public final class Cart {
  public static int items;

  private Cart() {}
}
