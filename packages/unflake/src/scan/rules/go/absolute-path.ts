import { calls, type Rule } from '../rule.ts';
import { isMachinePath } from '../written-places.ts';
import { FILE_CALLS, pathsIn } from './files.ts';
import { inFile, inTest } from './sample.ts';

export const absolutePath: Rule = {
  id: 'go/absolute-path',
  cause: { family: 'external', kind: 'platform' },
  severity: 'error',
  where: 'tests',
  message: 'goes to a path that only some machines have',
  why: 'The test passes where it was written and fails where that file is not, or is another.',
  fix: 'Keep what the test needs in `testdata`, or write it to `t.TempDir()`.',
  find: [
    calls([...FILE_CALLS, 'os/exec.Command'], ({ node, name, args, file }) => {
      const paths = pathsIn(node, name === 'os/exec.Command' ? args.slice(0, 1) : args, file);
      return paths.some(isMachinePath);
    }),
  ],
  flags: [
    inTest('os', 'data, _ := os.ReadFile("/home/ana/shop/cart.json")', 'check(t, data)'),
    inTest('os', 'f, _ := os.Open("/etc/shop/config.yaml")', 'defer f.Close()'),
    inFile(
      'os path/filepath',
      'const root = "/opt/shop"',
      'func TestA(t *testing.T) {\n\tdata, _ := os.ReadFile(filepath.Join(root, "a.json"))\n\tcheck(t, data)\n}',
    ),
    inTest('os/exec', 'out, err := exec.Command("/usr/local/bin/shopctl").Output()', 'check(t, out, err)'),
  ],
  allows: [
    inTest('os', 'data, _ := os.ReadFile("testdata/cart.json")', 'check(t, data)'),
    inTest('path/filepath', 'if filepath.Dir("/home/ana/a") != "/home/ana" {', '\tt.Fatal("dir")', '}'),
    inTest('os', 'data, _ := os.ReadFile("/dev/null")', 'check(t, data)'),
    inTest('', 'cfg := Config{Root: "/opt/shop"}', 'check(t, cfg.Root)'),
  ],
};
