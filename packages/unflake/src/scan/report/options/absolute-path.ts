import type { KindOptions } from './kind-options.ts';

export const absolutePath: KindOptions = {
  goal: 'The test reads what belongs to it.',
  options: [
    {
      name: 'a file next to the test',
      code: {
        python: `data = Path(__file__).parent / "data.csv"`,
        javascript: `const data = new URL('./data.csv', import.meta.url);`,
        go: `data := filepath.Join("testdata", "data.csv")`,
        rust: `let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data.csv");`,
        java: `URL data = getClass().getResource("/data.csv");`,
        shell: `data="$BATS_TEST_DIRNAME/data.csv"`,
      },
      pros: ['the same on every machine'],
      cons: ['the file has to be in the repository'],
    },
  ],
};
