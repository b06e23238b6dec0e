package unflake;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Writes each event with one write(2), so that it survives whatever the test does next: exit, halt, a signal. */
final class Stream {
  private static final int TEXT_LIMIT = 8000;

  private final FileOutputStream file;

  Stream(String path) throws IOException {
    file = new FileOutputStream(path, true);
  }

  /** Names and values alternate. A value is a text, a number, or the JSON of another object. */
  synchronized void write(Object... fields) {
    try {
      file.write((object(fields) + "\n").getBytes(StandardCharsets.UTF_8));
    } catch (IOException error) {
      throw new UncheckedIOException(error);
    }
  }

  void problem(String text) {
    write("ev", "problem", "text", bounded(text));
  }

  void retried(String text) {
    write("ev", "retried", "text", bounded(text));
  }

  /** `stack` in the format that our reports parse. */
  static Json failure(Throwable error, String stack) {
    String message = error.getMessage() == null ? "" : error.getMessage().trim();
    return new Json(object("type", error.getClass().getName(), "message", bounded(message), "stack", stack));
  }

  static Json list(Iterable<String> texts) {
    StringBuilder out = new StringBuilder("[");
    for (String text : texts) out.append(out.length() > 1 ? "," : "").append(quoted(text));
    return new Json(out.append(']').toString());
  }

  static String bounded(String text) {
    return text.length() > TEXT_LIMIT ? text.substring(0, TEXT_LIMIT) : text;
  }

  /** Text that is JSON already. */
  static final class Json {
    final String text;

    Json(String text) {
      this.text = text;
    }
  }

  private static String object(Object... fields) {
    StringBuilder out = new StringBuilder("{");
    for (int at = 0; at < fields.length; at += 2) {
      Object value = fields[at + 1];
      if (value == null) continue;
      out.append(out.length() > 1 ? "," : "").append(quoted((String) fields[at])).append(':');
      if (value instanceof Json) out.append(((Json) value).text);
      else if (value instanceof Number) out.append(value);
      else out.append(quoted((String) value));
    }
    return out.append('}').toString();
  }

  private static String quoted(String text) {
    StringBuilder out = new StringBuilder("\"");
    for (int at = 0; at < text.length(); at += 1) {
      char c = text.charAt(at);
      if (c == '"' || c == '\\') out.append('\\').append(c);
      else if (c < ' ' || Character.isSurrogate(c)) out.append(String.format("\\u%04x", (int) c));
      else out.append(c);
    }
    return out.append('"').toString();
  }
}
