import type { SourceFile } from '../../facts/source-file.ts';
import type { Node } from '../../syntax/parser.ts';
import { calls, type Rule } from '../rule.ts';
import { functionAround, isRunByTheRunner } from './around.ts';
import { callOf } from './calls-in.ts';
import { fateOf, isLetGo } from './fate.ts';
import { inFile, inTest } from './sample.ts';

const CLOSES = /^(?:a?close|quit|shutdown|disconnect|detach|release|dispose|server_close|stop|kill)$/;
const OPENS = [
  'open',
  'io.open',
  'codecs.open',
  'gzip.open',
  'tarfile.open',
  'zipfile.ZipFile',
  'shelve.open',
  'socket.socket',
  'socket.create_connection',
  'socket.create_server',
  'sqlite3.connect',
  'psycopg.connect',
  'psycopg2.connect',
  'pymysql.connect',
  'smtplib.SMTP',
  'smtplib.SMTP_SSL',
  'ftplib.FTP',
  'http.client.HTTPConnection',
  'http.client.HTTPSConnection',
  'urllib.request.urlopen',
  'requests.Session',
  'httpx.Client',
  'httpx.AsyncClient',
  'aiohttp.ClientSession',
  'asyncio.new_event_loop',
];

export const handleLeftBehind: Rule = {
  id: 'python/handle-left-behind',
  cause: { family: 'resource-leak', kind: 'handles' },
  severity: 'warning',
  where: 'tests',
  message: 'opens something and does not close it',
  why: 'It stays open until the collector comes by: later tests find the file locked, the port taken, the process out of handles.',
  fix: 'Use `with open(…) as f:` (`contextlib.closing` for what is no context), or close it after the fixture’s `yield`.',
  find: [
    calls(OPENS, ({ node, file }) => isLeft(node, file)),
    calls(['*.open'], ({ node, name, file }) => !OPENS.includes(name) && isPath(node) && isLeft(node, file)),
  ],
  flags: [
    inTest('', 'log = open(tmp_path / "log", "w")', 'assert run(log) == 0'),
    inTest('', 'assert open(tmp_path / "log").read() == "x"'),
    inTest('socket', 'sock = socket.socket()', 'sock.bind(("", 0))', 'assert sock.fileno()'),
    inTest('sqlite3', 'db = sqlite3.connect(":memory:")', 'assert db.execute("select 1").fetchone() == (1,)'),
    inFile('pytest asyncio', '@pytest.fixture\ndef loop():\n    loop = asyncio.new_event_loop()\n    yield loop'),
  ],
  allows: [
    inTest('', 'with open(tmp_path / "log") as log:', '    assert log.read() == "x"'),
    inTest('', 'log = open(tmp_path / "log")', 'try:', '    assert log.read()', 'finally:', '    log.close()'),
    inTest('contextlib socket', 'with contextlib.closing(socket.socket()) as sock:', '    assert sock'),
    inFile(
      'pytest sqlite3',
      '@pytest.fixture\ndef db():\n    db = sqlite3.connect(":memory:")\n    yield db\n    db.close()',
    ),
    inFile('', 'def opened(path):\n    return open(path)'),
    inTest('', 'shop.open()', 'assert shop.is_open'),
    inFile(
      '',
      'class ATest(TestCase):\n    def setUp(self):\n        self.log = open("log")\n        self.addCleanup(self.log.close)',
    ),
  ],
};

/** `Path(…).open()`: other things can be opened too. */
const isPath = (call: Node): boolean => /path|Path\(|\/ ["'f]/.test(callOf(call).on ?? '');

function isLeft(creation: Node, file: SourceFile): boolean {
  const around = functionAround(creation);
  if (around === null) return false;
  const fate = fateOf(creation, file);
  if (fate.kind === 'chained') return !CLOSES.test(fate.method);
  if (fate.kind === 'dropped') return true;
  if (fate.kind !== 'kept') return false;
  // A class of its own may live as long as it likes; only what the runner calls has an end.
  if (fate.names.some((name) => name.startsWith('self.')) && !isRunByTheRunner(around, file)) return false;
  return !isLetGo(fate, CLOSES, file);
}
