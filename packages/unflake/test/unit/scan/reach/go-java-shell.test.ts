import { expect, test } from 'vitest';
import { reaching } from './small-repository.ts';

test('Go: packages by folder, methods by receiver, TestMain, files of a package together', async () => {
  const { sure, may } = await reaching({
    'go.mod': 'module example.com/shop\n\ngo 1.22\n',
    'clock/clock.go':
      'package clock\n\nimport "time"\n\ntype Clock struct{}\n\nfunc New() *Clock { return &Clock{} }\n\nfunc (c *Clock) Read() int64 {\n\treturn time.Now().Unix() // HERE\n}\n',
    'cart/cart.go':
      'package cart\n\nimport "example.com/shop/clock"\n\ntype Cart struct {\n\tclock *clock.Clock\n}\n\nfunc (c *Cart) Stamp() int64 { return c.clock.Read() }\n\nfunc stamp() int64 { return clock.New().Read() }\n',
    'cart/cart_test.go':
      'package cart\n\nimport "testing"\n\nfunc TestField(t *testing.T) { cart := &Cart{}; cart.Stamp() }\n\nfunc TestUnknown(t *testing.T) { stamp() }\n\nfunc TestPlain(t *testing.T) { t.Log("x") }\n\nfunc helper() {}\n',
    'main/main_test.go':
      'package main\n\nimport (\n\t"testing"\n\tc "example.com/shop/clock"\n)\n\nfunc TestMain(m *testing.M) { k := c.New(); k.Read(); m.Run() }\n',
    'main/other_test.go': 'package main\n\nimport "testing"\n\nfunc TestAround(t *testing.T) {}\n',
  });
  expect(sure).toEqual(['TestField', 'TestAround']);
  expect(may).toEqual(['TestUnknown']);
});

test('Go: who imports a package does not load its tests', async () => {
  const { sure } = await reaching({
    'go.mod': 'module example.com/shop\n\ngo 1.22\n',
    'dice/dice.go': 'package dice\n\nfunc Roll() int { return 4 }\n',
    'dice/dice_test.go':
      'package dice\n\nimport (\n\t"testing"\n\t"time"\n)\n\nvar began = time.Now() // HERE\n\nfunc TestRoll(t *testing.T) { Roll() }\n',
    'game/game_test.go':
      'package game\n\nimport (\n\t"testing"\n\n\t"example.com/shop/dice"\n)\n\nfunc TestGame(t *testing.T) { dice.Roll() }\n',
  });
  expect(sure).toEqual(['TestRoll']);
});

test('Java: classes by import and package, fields, inherited set-up, interfaces', async () => {
  const { sure, may } = await reaching({
    'src/main/java/com/acme/Clock.java':
      'package com.acme;\npublic class Clock implements Reads {\n  public long read() {\n    return System.currentTimeMillis(); // HERE\n  }\n}\n',
    'src/main/java/com/acme/Reads.java': 'package com.acme;\npublic interface Reads { long read(); }\n',
    'src/test/java/com/acme/it/BaseTest.java':
      'package com.acme.it;\nimport com.acme.Clock;\nimport org.junit.jupiter.api.*;\nabstract class BaseTest {\n  private final Clock clock = new Clock();\n  @BeforeEach void up() { clock.read(); }\n}\n',
    'src/test/java/com/acme/it/ChildTest.java':
      'package com.acme.it;\nimport org.junit.jupiter.api.Test;\nclass ChildTest extends BaseTest {\n  @Test void inherits() { }\n}\n',
    'src/test/java/com/acme/ReadsTest.java':
      'package com.acme;\nimport org.junit.jupiter.api.Test;\nclass ReadsTest {\n  @Test void perhaps() { Reads reads = Fakes.any(); reads.read(); }\n  @Test void own() { helper(); }\n  @Test void none() { Math.abs(1); }\n  private static void helper() { new Clock().read(); var clock = new Clock(); clock.read(); }\n}\n',
  });
  expect(sure).toEqual(['ReadsTest.own', 'ChildTest.inherits']);
  expect(may).toEqual(['ReadsTest.perhaps']);
});

test('shell: functions that are sourced, `run`, set-up; BATS tests by their titles', async () => {
  const { sure } = await reaching({
    'lib/db.sh': 'make_db() {\n  name="db_$(date +%N)" # HERE\n}\n',
    'test/helper.bash': 'source "$BATS_TEST_DIRNAME/../lib/db.sh"\nfresh() { make_db; }\n',
    'test/a.bats': 'load helper\n@test "with run" {\n  run fresh\n}\n@test "plain" {\n  [ 1 -eq 1 ]\n}\n',
    'test/b.bats': 'load helper\nsetup() { make_db; }\n@test "around" {\n  true\n}\n',
  });
  expect(sure).toEqual(['with run', 'around']);
});
