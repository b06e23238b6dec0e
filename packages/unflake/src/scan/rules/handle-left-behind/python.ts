import type { SourceFile } from '../../facts/source-file.ts';
import { functionAround, isRunByTheRunner } from '../../semantics/python/around.ts';
import { callOf } from '../../semantics/python/calls-in.ts';
import { fateOf, isLetGo } from '../../semantics/python/fate.ts';
import type { Node } from '../../syntax/parser.ts';
import { calls, type LanguageRule } from '../rule.ts';

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

export const python: LanguageRule = {
  fix: 'Use `with open(…) as f:` (`contextlib.closing` for what is no context), or close it after the fixture’s `yield`.',
  find: [
    calls(OPENS, ({ node, file }) => isLeft(node, file)),
    calls(['*.open'], ({ node, name, file }) => !OPENS.includes(name) && isPath(node) && isLeft(node, file)),
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
