import type { KindOptions } from './kind-options.ts';

export const fixedTempPath: KindOptions = {
  goal: 'Every test has a folder of its own, which goes when it ends.',
  options: [
    {
      name: 'the temporary folder of the test',
      code: {
        rust: `let folder = tempfile::tempdir()?;
let path = folder.path().join("out.txt");`,
        python: `def test_writes(tmp_path):
    out = tmp_path / "out.txt"
    write(out)`,
        javascript: `const folder = mkdtempSync(join(tmpdir(), 'out-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));`,
        go: `path := filepath.Join(t.TempDir(), "out.txt")`,
        java: `@TempDir
Path folder;`,
        shell: `out="$BATS_TEST_TMPDIR/out.txt"`,
      },
      pros: ['nothing is shared, nothing is left'],
      cons: ['code that has the path built in must take it as an argument'],
    },
  ],
};
