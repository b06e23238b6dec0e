import { calls, type Rule } from '../rule.ts';
import { isMachinePath } from '../written-places.ts';
import { FILE_CALLS } from './files.ts';
import { inFile, inTest } from './sample.ts';
import { textOf } from './variables.ts';

export const absolutePath: Rule = {
  id: 'rust/absolute-path',
  cause: { family: 'external', kind: 'platform' },
  severity: 'error',
  where: 'tests',
  message: 'goes to a path that only some machines have',
  why: 'The test passes where it was written and fails where that file is not, or is another.',
  fix: 'Keep what the test needs under `tests/data`, found from `env!("CARGO_MANIFEST_DIR")`, or write it to `tempfile::tempdir()`.',
  find: [
    calls([...FILE_CALLS, 'std.process.Command.new'], ({ args, file }) => isMachinePath(textOf(args[0], file) ?? '')),
  ],
  flags: [
    inTest(
      'std::fs',
      'let text = fs::read_to_string("/home/ana/shop/cart.json").unwrap();',
      'assert!(!text.is_empty());',
    ),
    inTest('std::fs::File', 'let f = File::open("/etc/shop/config.toml").unwrap();', 'assert!(parse(f).is_ok());'),
    inFile(
      'std::fs',
      'const ROOT: &str = "/opt/shop/data";',
      '#[test]\nfn lists() {\n    assert!(fs::metadata(ROOT).is_ok());\n}',
    ),
    inTest(
      'std::process::Command',
      'let ok = Command::new("/usr/local/bin/shopctl").status().unwrap().success();',
      'assert!(ok);',
    ),
  ],
  allows: [
    inTest('std::fs', 'let text = fs::read_to_string("tests/data/cart.json").unwrap();', 'assert!(!text.is_empty());'),
    inTest('std::path::Path', 'assert_eq!(Path::new("/home/ana/a").parent(), Some(Path::new("/home/ana")));'),
    inTest('std::fs', 'assert!(fs::read("/dev/null").unwrap().is_empty());'),
    inTest('', 'let cfg = Config { root: "/opt/shop".into(), port: 1 };', 'assert_eq!(cfg.root, "/opt/shop");'),
  ],
};
