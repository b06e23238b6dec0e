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
        kotlin: `@TempDir
lateinit var folder: Path`,
        ruby: `Dir.mktmpdir do |folder|
  write(File.join(folder, "out.txt"))
end`,
        csharp: `var folder = Directory.CreateTempSubdirectory();
try
{
    Write(folder);
}
finally
{
    folder.Delete(recursive: true);
}`,
        cpp: `class FolderTest : public ::testing::Test {
protected:
    void TearDown() override { std::filesystem::remove_all(folder); }
    std::filesystem::path folder;
};`,
        php: `protected function tearDown(): void
{
    unlink($this->path);
}`,
      },
      pros: ['also when the test fails', 'one of its own for each test'],
      cons: [],
    },
  ],
};
