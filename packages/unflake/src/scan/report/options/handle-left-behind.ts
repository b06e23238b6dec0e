import type { KindOptions } from './kind-options.ts';

export const handleLeftBehind: KindOptions = {
  goal: 'What a test opens is closed when it ends.',
  options: [
    {
      name: 'open it in a scope that closes',
      code: {
        python: `with open(path) as file:
    read(file)`,
        javascript: `const server = app.listen(0);
afterEach(() => server.close());`,
        go: `file, err := os.Open(path)
t.Cleanup(func() { file.Close() })`,
        rust: `{
    let file = std::fs::File::open(path)?;
    read(&file);
}`,
        java: `try (InputStream file = Files.newInputStream(path)) {
    read(file);
}`,
        shell: `exec 3< "$path"
read -r line <&3
exec 3<&-`,
      },
      pros: ['also when the test fails'],
      cons: [],
    },
  ],
};
