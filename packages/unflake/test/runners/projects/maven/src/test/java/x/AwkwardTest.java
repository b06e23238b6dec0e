package x;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class AwkwardTest {
  @Test
  @DisplayName("it's \"quoted\" > and [bracketed] :: twice")
  void shown_otherwise$() {}

  @Test
  void größe試験() {}

  @Test
  void adds(TestInfo info) {
    assertEquals("adds(TestInfo)", info.getDisplayName());
  }

  @ParameterizedTest(name = "{0} > [{1}]")
  @CsvSource({"1, a b", "2, '\"'", "3, ü"})
  void adds(int number, String word) {
    assertEquals(number, number);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a::b", "back\\slash\n"})
  void adds(String word) {}

  @ParameterizedTest
  @NullSource
  void twice(java.util.Date date) {
    assertNull(date);
  }

  @ParameterizedTest
  @NullSource
  void twice(java.sql.Date date) {
    assertNull(date);
  }

  @RepeatedTest(2)
  void again() {}

  @TestFactory
  List<DynamicTest> made() {
    return List.of(dynamicTest("one > two", () -> {}), dynamicTest("one > two", () -> {}));
  }

  @Nested
  class Inner {
    @Test
    void deep() {}

    @Nested
    class Deeper {
      @Test
      void deep() {}
    }
  }
}
