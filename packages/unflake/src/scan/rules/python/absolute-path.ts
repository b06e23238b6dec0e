import { calls, type Rule } from '../rule.ts';
import { functionAround } from './around.ts';
import { startOfPath, TOUCHES, touchedPaths } from './opened-paths.ts';
import { inFile, inTest } from './sample.ts';

const OF_ONE_MACHINE =
  /^(?:\/(?!(?:tmp|var\/tmp|dev|proc|sys|bin|usr|etc|sbin|lib)(?:\/|$))[\w.-]+\/|[A-Za-z]:[\\/](?!Te?mp))/;

export const absolutePath: Rule = {
  id: 'python/absolute-path',
  cause: { family: 'external', kind: 'environment' },
  severity: 'error',
  where: 'tests',
  message: 'reads or writes at a place that one machine has',
  why: 'On any other machine the file is not there, or is another one.',
  fix: 'Start from the test’s own file: `Path(__file__).parent / "data"`; write to `tmp_path`.',
  find: [
    calls(
      TOUCHES,
      ({ node, name, file }) =>
        functionAround(node) !== null &&
        touchedPaths(node, name, file).some((path) => OF_ONE_MACHINE.test(startOfPath(path, file) ?? '')),
    ),
  ],
  flags: [
    inTest('', 'with open("/home/ana/golden.txt") as golden:', '    assert golden.read() == run()'),
    inTest('os', 'assert os.path.exists("/opt/app/enabled")'),
    inTest('shutil', 'shutil.copy("/data/big.zip", tmp_path)', 'assert run()'),
    'from pathlib import Path\ndef test_a():\n    assert Path("/Users/ana/x.txt").read_text() == "x"\n',
  ],
  allows: [
    inTest('', 'assert normalise("/home/ana//x") == "/home/ana/x"'),
    inTest('', 'with open("/dev/null", "w") as out:', '    assert run(out)'),
    'from pathlib import Path\ndef test_a():\n    assert (Path(__file__).parent / "data").exists()\n',
    { file: 'app/main.py', text: inFile('', 'def load():\n    return open("/srv/app/conf")') },
    inTest('os', 'assert os.path.join("/opt/app", "x") == "/opt/app/x"'),
  ],
};
