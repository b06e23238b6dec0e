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
        kotlin: `@TempDir
lateinit var folder: Path`,
        ruby: `Dir.mktmpdir do |folder|
  write(File.join(folder, "out.txt"))
end`,
        csharp: `var folder = Directory.CreateTempSubdirectory();
var path = Path.Combine(folder.FullName, "out.txt");`,
        cpp: `char folder[] = "/tmp/test-XXXXXX";
std::filesystem::path path = std::filesystem::path(mkdtemp(folder)) / "out.txt";`,
        php: `$folder = sys_get_temp_dir() . '/' . bin2hex(random_bytes(8));
mkdir($folder);`,
      },
      pros: ['nothing is shared, nothing is left'],
      cons: ['code that has the path built in must take it as an argument'],
    },
  ],
};
