import { ruleOf } from '../kinds.ts';
import { heldName, isHandedOn, sharedText } from '../place.ts';
import { calls } from '../rule.ts';

export const tempLeftBehind = ruleOf('csharp', 'temp-left-behind', {
  fix: 'Delete it in `Dispose`, `[TearDown]` or `finally`: `File.Delete(path)`, `Directory.Delete(dir, recursive: true)`.',
  find: [
    calls(
      ['System.IO.Path.GetTempFileName', 'System.IO.Directory.CreateTempSubdirectory'],
      ({ node, file }) =>
        !isHandedOn(heldName(node), node, file) &&
        !/\bFile\.Delete\(|Directory\.Delete\(|\.Delete\(|DeleteOnClose|FileOptions\.DeleteOnClose/.test(
          sharedText(node, file),
        ),
    ),
    calls(
      ['System.IO.Directory.CreateDirectory'],
      ({ node, args, file }) =>
        /GetTempPath\(\)/.test(args[0]?.text() ?? '') && !/\.Delete\(/.test(sharedText(node, file)),
    ),
  ],
  flags: [
    'public class ATests { [Fact] public void A() { var path = Path.GetTempFileName(); Assert.True(Load(path)); } }\n',
    'public class ATests { [Fact] public void A() { var dir = Directory.CreateTempSubdirectory(); Assert.True(Build(dir)); } }\n',
    'public class ATests { private readonly string path = Path.GetTempFileName(); [Fact] public void A() { Assert.True(Load(path)); } }\n',
    'public class ATests { [Fact] public void A() { Directory.CreateDirectory(Path.Combine(Path.GetTempPath(), Guid.NewGuid().ToString())); Assert.True(Ok()); } }\n',
  ],
  allows: [
    'public class ATests { [Fact] public void A() { var path = Path.GetTempFileName(); try { Assert.True(Load(path)); } finally { File.Delete(path); } } }\n',
    'public class ATests : IDisposable { private readonly string path = Path.GetTempFileName(); public void Dispose() { File.Delete(path); } }\n',
    'public class ATests { private static string Make() { return Path.GetTempFileName(); } }\n',
    { file: 'src/Cache.cs', text: 'class Cache { string path = Path.GetTempFileName(); }\n' },
  ],
});
