import { nearest } from '../../syntax/node.ts';
import { calls, type Rule } from '../rule.ts';
import { functionAround } from './around.ts';
import { givenTo, unpacked, wholeOf } from './chains.ts';
import { isChainObserved, isLoopObserved } from './observed-order.ts';
import { inFile, inTest } from './sample.ts';
import { usesOf } from './variables.ts';

export const directoryOrder: Rule = {
  id: 'rust/directory-order',
  cause: { family: 'nondeterminism', kind: 'iteration-order' },
  severity: 'warning',
  where: 'anywhere',
  message: 'takes a directory’s entries in the order in which the file system has them',
  why: 'Another file system, or another history of the same files, gives another order.',
  fix: 'Collect the paths and `sort()` them; with walkdir, `.sort_by_file_name()`.',
  find: [
    calls(
      [
        'std.fs.read_dir',
        'tokio.fs.read_dir',
        'fs_err.read_dir',
        'walkdir.WalkDir.new',
        'ignore.Walk.new',
        '*.read_dir',
      ],
      ({ node, file }) => {
        const whole = wholeOf(node);
        const loop = whole.parent();
        if (loop?.is('for_expression')) return !/\.sort_by/.test(whole.text()) && isLoopObserved(loop, file);
        if (isChainObserved(node, file)) return true;
        const name = givenTo(unpacked(node));
        if (name === null || name === '') return false;
        const scope = functionAround(node, file);
        return usesOf(name.replace(/^mut /, ''), scope).some((use) => {
          const around = nearest(use, ['for_expression', 'block']);
          if (around?.is('for_expression')) return isLoopObserved(around, file);
          return isChainObserved(use, file);
        });
      },
    ),
  ],
  flags: [
    inTest(
      'std::fs',
      'let names: Vec<_> = fs::read_dir(&dir).unwrap().map(|e| e.unwrap().path()).collect();',
      'assert_eq!(names[0], first);',
    ),
    inFile(
      '',
      'fn list(dir: &Path) -> io::Result<Vec<PathBuf>> {\n    let mut out = Vec::new();\n    for entry in std::fs::read_dir(dir)? {\n        out.push(entry?.path());\n    }\n    Ok(out)\n}',
    ),
    inTest(
      'walkdir::WalkDir',
      'let first = WalkDir::new(&dir).into_iter().next().unwrap();',
      'assert!(first.is_ok());',
    ),
    inTest(
      'std::fs',
      'let mut entries = fs::read_dir(&dir).unwrap();',
      'let first = entries.next().unwrap().unwrap();',
      'assert_eq!(first.file_name(), "a");',
    ),
  ],
  allows: [
    inTest(
      'std::fs',
      'let mut names: Vec<_> = fs::read_dir(&dir).unwrap().map(|e| e.unwrap().path()).collect();',
      'names.sort();',
      'assert_eq!(names[0], first);',
    ),
    inTest('std::fs', 'assert_eq!(fs::read_dir(&dir).unwrap().count(), 2);'),
    inTest(
      'walkdir::WalkDir',
      'let all: Vec<_> = WalkDir::new(&dir).sort_by_file_name().into_iter().collect();',
      'assert!(all.len() > 1);',
    ),
    inFile(
      'std::fs',
      'fn clear(dir: &Path) -> io::Result<()> {\n    for entry in fs::read_dir(dir)? {\n        fs::remove_file(entry?.path())?;\n    }\n    Ok(())\n}',
    ),
  ],
};
