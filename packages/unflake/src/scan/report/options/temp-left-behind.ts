import type { KindOptions } from './kind-options.ts';

export const tempLeftBehind: KindOptions = {
  goal: 'What a test writes goes when it ends.',
  options: [
    {
      name: 'the folder that the runner removes',
      code: {
        python: `def test_writes(tmp_path):
    write(tmp_path / "out.txt")`,
        javascript: `const folder = mkdtempSync(join(tmpdir(), 'out-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));`,
        go: `folder := t.TempDir()`,
        rust: `let folder = tempfile::tempdir()?;
write(folder.path())?;`,
        java: `@TempDir
Path folder;`,
        shell: `folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT`,
      },
      pros: ['also when the test fails', 'one of its own for each test'],
      cons: [],
    },
  ],
};
