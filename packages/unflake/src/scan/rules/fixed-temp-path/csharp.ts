import { isTouchedByText, type Touches } from '../../semantics/touched-text.ts';
import { type LanguageRule, nodesOf } from '../rule.ts';

const TOUCHES: Touches = {
  calls:
    'File\\.\\w+|Directory\\.\\w+|new (?:FileStream|StreamWriter|StreamReader|FileInfo|DirectoryInfo|SqliteConnection)',
  methods: 'Create|Delete|OpenWrite|OpenRead|CopyTo',
};

export const csharp: LanguageRule = {
  fix: 'Make one of your own: `Directory.CreateTempSubdirectory()`, `Path.Combine(Path.GetTempPath(), Path.GetRandomFileName())`.',
  find: [
    ...['string_literal', 'verbatim_string_literal'].map((kind) =>
      nodesOf(kind, /^@?"(?:\/tmp\/|\/var\/tmp\/|[A-Za-z]:\\{1,2}[Tt]e?mp\\)/, (node, file) =>
        isTouchedByText(node, file, TOUCHES),
      ),
    ),
    // A fixed name below the folder that everybody shares.
    nodesOf('invocation_expression', /^Path\.Combine\(Path\.GetTempPath\(\)(?:,[ ]*"[^"]*")+\)$/, (node, file) =>
      isTouchedByText(node, file, TOUCHES),
    ),
  ],
};
