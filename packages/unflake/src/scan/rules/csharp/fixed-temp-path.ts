import { ruleOf } from '../kinds.ts';
import { nodes } from '../rule.ts';
import { isTouchedByText, type Touches } from '../touched-text.ts';

const TOUCHES: Touches = {
  calls:
    'File\\.\\w+|Directory\\.\\w+|new (?:FileStream|StreamWriter|StreamReader|FileInfo|DirectoryInfo|SqliteConnection)',
  methods: 'Create|Delete|OpenWrite|OpenRead|CopyTo',
};

export const fixedTempPath = ruleOf('csharp', 'fixed-temp-path', {
  fix: 'Make one of your own: `Directory.CreateTempSubdirectory()`, `Path.Combine(Path.GetTempPath(), Path.GetRandomFileName())`.',
  find: [
    ...['string_literal', 'verbatim_string_literal'].map((kind) =>
      nodes({ rule: { kind, regex: '^@?"(?:/tmp/|/var/tmp/|[A-Za-z]:\\\\{1,2}[Tt]e?mp\\\\)' } }, (node, file) =>
        isTouchedByText(node, file, TOUCHES),
      ),
    ),
    // A fixed name below the folder that everybody shares.
    nodes(
      {
        rule: {
          kind: 'invocation_expression',
          regex: '^Path\\.Combine\\(Path\\.GetTempPath\\(\\)(?:,[ ]*"[^"]*")+\\)$',
        },
      },
      (node, file) => isTouchedByText(node, file, TOUCHES),
    ),
  ],
  flags: [
    'public class ATests { [Fact] public void A() { File.WriteAllText("/tmp/report.txt", "x"); Assert.True(Ok()); } }\n',
    'public class ATests { [Fact] public void A() { var path = "/tmp/cache.db"; File.Delete(path); Assert.True(Load(path)); } }\n',
    'public class ATests { private readonly string dir = Path.Combine(Path.GetTempPath(), "work"); [SetUp] public void Up() { Directory.CreateDirectory(dir); } }\n',
    'public class ATests { [Fact] public void A() { using var file = new StreamWriter(@"C:\\Temp\\out.txt"); Assert.True(Ok()); } }\n',
  ],
  allows: [
    'public class ATests { [Fact] public void A() { Assert.Equal("/tmp/b", Path.GetFullPath("/tmp/a/../b")); } }\n',
    'public class ATests { [Fact] public void A() { var path = Path.Combine(Path.GetTempPath(), Guid.NewGuid().ToString()); File.WriteAllText(path, "x"); Assert.True(Ok()); } }\n',
    'public class ATests { [Fact] public void A() { Assert.Equal("/tmp/x", Options.Parse("--dir=/tmp/x").Dir); } }\n',
    { file: 'src/Sock.cs', text: 'class Sock { void Open() { File.Delete("/tmp/app.sock"); } }\n' },
  ],
});
