import { heldName, isHandedOn, sharedText } from '../../semantics/place.ts';
import { calls, type LanguageRule } from '../rule.ts';

export const csharp: LanguageRule = {
  fix: 'Delete it in `Dispose`, `[TearDown]` or `finally`: `File.Delete(path)`, `Directory.Delete(dir, recursive: true)`.',
  find: [
    calls(
      'System.IO.Path.GetTempFileName System.IO.Directory.CreateTempSubdirectory',
      ({ node, file }) =>
        !isHandedOn(heldName(node), node, file) &&
        !/\bFile\.Delete\(|Directory\.Delete\(|\.Delete\(|DeleteOnClose|FileOptions\.DeleteOnClose/.test(
          sharedText(node, file),
        ),
    ),
    calls(
      'System.IO.Directory.CreateDirectory',
      ({ node, args, file }) =>
        /GetTempPath\(\)/.test(args[0]?.text() ?? '') && !/\.Delete\(/.test(sharedText(node, file)),
    ),
  ],
};
