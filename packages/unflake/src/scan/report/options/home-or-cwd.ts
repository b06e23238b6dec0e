import type { KindOptions } from './kind-options.ts';

export const homeOrCwd: KindOptions = {
  goal: 'The test says which folder it means.',
  options: [
    {
      name: 'a path from the file itself, or from the test’s own folder',
      code: {
        python: `HERE = Path(__file__).parent
text = (HERE / "data.txt").read_text()`,
        javascript: `const file = new URL('./data.txt', import.meta.url);
const text = readFileSync(file, 'utf8');`,
        go: `home := t.TempDir()
t.Setenv("HOME", home)`,
        rust: `let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data.txt");`,
        java: `try (InputStream data = getClass().getResourceAsStream("/data.txt")) {
    read(data);
}`,
        shell: `text=$(cat "$BATS_TEST_DIRNAME/data.txt")`,
      },
      pros: ['the same wherever it is started from'],
      cons: [],
    },
  ],
};
