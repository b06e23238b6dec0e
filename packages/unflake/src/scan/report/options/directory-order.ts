import type { KindOptions } from './kind-options.ts';

export const directoryOrder: KindOptions = {
  goal: 'Entries come in the order of their names on every file system.',
  options: [
    {
      name: 'sort where it is listed',
      code: {
        rust: `let mut paths: Vec<_> = std::fs::read_dir(folder)?.map(|entry| entry.map(|one| one.path())).collect::<Result<_, _>>()?;
paths.sort();`,
        python: `for name in sorted(os.listdir(folder)):
    read(name)`,
        javascript: `const names = (await readdir(folder)).sort();`,
        go: `entries, err := os.ReadDir(folder)`,
        java: `try (Stream<Path> paths = Files.list(folder)) {
    return paths.sorted().toList();
}`,
        shell: `find "$folder" -type f | LC_ALL=C sort`,
        kotlin: `val names = folder.listFiles()!!.sortedBy { it.name }`,
        ruby: `names = Dir.children(folder).sort`,
        csharp: `var names = Directory.GetFiles(folder).OrderBy(name => name, StringComparer.Ordinal);`,
        cpp: `std::vector<std::filesystem::path> paths(std::filesystem::directory_iterator(folder), {});
std::sort(paths.begin(), paths.end());`,
        php: `$names = glob($folder . '/*');
sort($names);`,
      },
      pros: ['one place, for every reader'],
      cons: ['the whole listing is held before the first entry is seen'],
    },
  ],
};
