import type { KindOptions } from './kind-options.ts';

export const envLeftBehind: KindOptions = {
  goal: 'After a test the environment is as it was before.',
  options: [
    {
      name: 'set it through what puts it back',
      code: {
        rust: `temp_env::with_var("MODE", Some("x"), || {
    assert_eq!(load(), "x");
});`,
        python: `def test_mode(monkeypatch):
    monkeypatch.setenv("MODE", "x")
    assert load() == "x"`,
        javascript: `vi.stubEnv('MODE', 'x');
afterEach(() => vi.unstubAllEnvs());`,
        go: `t.Setenv("MODE", "x")`,
        java: `@Test
@SetEnvironmentVariable(key = "MODE", value = "x")
void readsTheMode() {
    assertEquals("x", load());
}`,
        shell: `MODE=x run load`,
        kotlin: `withEnvironment("MODE", "x") {
    assertEquals("x", load())
}`,
        ruby: `around do |example|
  before = ENV.to_h
  example.run
ensure
  ENV.replace(before)
end`,
        csharp: `var before = Environment.GetEnvironmentVariable("MODE");
try
{
    Environment.SetEnvironmentVariable("MODE", "x");
    Run();
}
finally
{
    Environment.SetEnvironmentVariable("MODE", before);
}`,
        cpp: `class EnvironmentTest : public ::testing::Test {
protected:
    void SetUp() override { setenv("MODE", "x", 1); }
    void TearDown() override { unsetenv("MODE"); }
};`,
        php: `protected function tearDown(): void
{
    putenv('MODE');
}`,
      },
      pros: ['also when the test fails'],
      cons: ['tests that run side by side in one process still see each other'],
    },
    {
      name: 'pass the setting in',
      code: {
        rust: `assert_eq!(load_from(|name| (name == "MODE").then(|| "x".to_string())), "x");`,
        python: `assert load(env={"MODE": "x"}) == "x"`,
        javascript: `expect(load({ MODE: 'x' })).toBe('x');`,
        go: `got := load(map[string]string{"MODE": "x"})`,
        java: `assertEquals("x", load(Map.of("MODE", "x")));`,
        shell: `load --mode x`,
      },
      pros: ['nothing global is touched; tests can run side by side'],
      cons: ['the code under test has to take it'],
    },
  ],
};
