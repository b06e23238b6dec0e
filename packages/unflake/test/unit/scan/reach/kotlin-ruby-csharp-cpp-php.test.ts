import { expect, test } from 'vitest';
import { reaching } from './small-repository.ts';

test('Kotlin: functions and classes by package, properties, set-up, tests as calls', async () => {
  const { sure, may } = await reaching({
    'src/main/kotlin/com/acme/Clock.kt':
      'package com.acme\n\nclass Clock {\n  fun read(): Long {\n    return System.currentTimeMillis() // HERE\n  }\n}\n\nfun stamp(): Long {\n  val clock = Clock()\n  return clock.read()\n}\n',
    'src/main/kotlin/com/acme/shop/Cart.kt':
      'package com.acme.shop\n\nimport com.acme.Clock\n\nclass Cart(private val clock: Clock) {\n  fun touch() = clock.read()\n}\n',
    'src/test/kotlin/com/acme/StampTest.kt':
      'package com.acme\n\nclass StampTest {\n  private val clock = Clock()\n  @Test fun direct() { stamp() }\n  @Test fun `by property`() { clock.read() }\n  @Test fun unknown() { make().read() }\n  @Test fun none() { println("x") }\n}\n',
    'src/test/kotlin/com/acme/HookTest.kt':
      'package com.acme\n\nclass HookTest {\n  @BeforeEach fun up() { stamp() }\n  @Test fun around() { }\n}\n',
    'src/test/kotlin/com/acme/CartSpec.kt':
      'package com.acme\n\nclass CartSpec : FunSpec({\n  test("as a call") { stamp() }\n  test("as nothing") { 1 + 1 }\n})\n',
  });
  expect(sure).toEqual(['CartSpec.as a call', 'HookTest.around', 'StampTest.direct', 'StampTest.by property']);
  expect(may).toEqual(['StampTest.unknown']);
});

test('Ruby: classes of the project, what lets and hooks lend, methods that look like variables', async () => {
  const { sure, may } = await reaching({
    'lib/clock.rb':
      'module Shop\n  class Clock\n    def initialize(zone)\n      @at = Time.now # HERE\n    end\n  end\nend\n',
    'spec/clock_spec.rb':
      "require_relative '../lib/clock'\n\nRSpec.describe Shop::Clock do\n  it 'makes one' do\n    Shop::Clock.new(:utc)\n  end\n  it 'makes none' do\n    1 + 1\n  end\nend\n",
    'spec/cart_spec.rb':
      "RSpec.describe 'Cart' do\n  let(:clock) { Shop::Clock.new(:utc) }\n  it 'asks for it' do\n    expect(clock.at).to eq(1)\n  end\n  it 'does not' do\n    expect(1).to eq(1)\n  end\nend\n",
    'test/cart_test.rb':
      'class CartTest < Minitest::Test\n  def setup\n    @clock = Shop::Clock.new(:utc)\n  end\n  def test_around\n    assert true\n  end\nend\n',
  });
  expect(sure).toEqual(['Shop::Clock makes one', 'CartTest test_around']);
  expect(may).toEqual(['Cart asks for it']);
});

test('C#: types by name, fields, constructors around tests, set-up', async () => {
  const { sure, may } = await reaching({
    'src/Clock.cs':
      'namespace Acme;\npublic class Clock : IReads {\n  public long Read() {\n    return DateTime.UtcNow.Ticks; // HERE\n  }\n}\n',
    'src/IReads.cs': 'namespace Acme;\npublic interface IReads { long Read(); }\n',
    'tests/ClockTests.cs':
      'namespace Acme.Tests;\npublic class ClockTests {\n  private readonly Clock clock = new Clock();\n  [Fact] public void Field() { clock.Read(); }\n  [Fact] public void Helped() { Help(); }\n  [Fact] public void Perhaps() { IReads reads = Any(); reads.Read(); }\n  [Fact] public void None() { Math.Abs(1); }\n  private void Help() { var made = new Clock(); made.Read(); }\n}\n',
    'tests/HookTests.cs':
      'namespace Acme.Tests;\npublic class HookTests {\n  public HookTests() { new Clock().Read(); }\n  [Fact] public void Around() { }\n}\n',
  });
  expect(sure).toEqual(['ClockTests.Field', 'ClockTests.Helped']);
  expect(may).toEqual(['ClockTests.Perhaps', 'HookTests.Around']);
});

test('C++: functions in namespaces, methods outside of their class, fixtures, titles', async () => {
  const { sure, may } = await reaching({
    'src/clock.h': 'namespace shop {\nclass Clock { public: long read(); };\nlong stamp();\n}\n',
    'src/clock.cpp':
      '#include "clock.h"\nnamespace shop {\nlong Clock::read() {\n  return std::time(nullptr); // HERE\n}\nlong stamp() { Clock clock; return clock.read(); }\n}\n',
    'tests/clock_test.cpp':
      '#include <gtest/gtest.h>\nTEST(Clock, Direct) { shop::stamp(); }\nTEST(Clock, Typed) { shop::Clock clock; clock.read(); }\nTEST(Clock, Unknown) { make()->read(); }\nTEST(Clock, None) { EXPECT_EQ(1, 1); }\n',
    'tests/hook_test.cpp':
      'class HookTest : public ::testing::Test {\n protected:\n  void SetUp() override { shop::stamp(); }\n};\nTEST_F(HookTest, Around) { EXPECT_TRUE(true); }\n',
    'tests/title_test.cpp': 'TEST_CASE("by a title", "[clock]") {\n  REQUIRE(shop::stamp() > 0);\n}\n',
  });
  expect(sure).toEqual(['Clock.Direct', 'Clock.Typed', 'HookTest.Around', 'by a title']);
  expect(may).toEqual(['Clock.Unknown']);
});

test('PHP: classes by name, properties, set-up, tests as calls', async () => {
  const { sure, may } = await reaching({
    'src/Clock.php':
      '<?php\nnamespace Acme;\nclass Clock {\n  public function read(): int {\n    return time(); // HERE\n  }\n}\nfunction stamp(): int { $clock = new Clock(); return $clock->read(); }\n',
    'tests/ClockTest.php':
      "<?php\nuse Acme\\Clock;\nuse function Acme\\stamp;\nfinal class ClockTest extends TestCase {\n  private Clock $clock;\n  public function testProperty(): void { $this->clock->read(); }\n  public function testFunction(): void { stamp(); }\n  public function testUnknown(): void { $this->make()->read(); }\n  public function testNone(): void { strlen('x'); }\n}\n",
    'tests/HookTest.php':
      '<?php\nfinal class HookTest extends TestCase {\n  protected function setUp(): void { $clock = new \\Acme\\Clock(); $clock->read(); }\n  public function testAround(): void { }\n}\n',
    'tests/PestTest.php': "<?php\nit('runs as a call', function () { $clock = new Clock(); $clock->read(); });\n",
  });
  expect(sure).toEqual([
    'ClockTest::testProperty',
    'ClockTest::testFunction',
    'HookTest::testAround',
    'runs as a call',
  ]);
  expect(may).toEqual(['ClockTest::testUnknown']);
});
