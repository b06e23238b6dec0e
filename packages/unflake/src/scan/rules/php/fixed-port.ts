import { ruleOf } from '../kinds.ts';
import { functionText } from '../place.ts';
import { nodes } from '../rule.ts';
import { fixedPort as portOf } from '../written-places.ts';
import { isPort, numberIn, unquoted } from '../written-text.ts';
import { created, functions } from './called.ts';

export const fixedPort = ruleOf('php', 'fixed-port', {
  fix: 'Listen on port 0 and ask which one it was: `stream_socket_server("tcp://127.0.0.1:0")`, `stream_socket_get_name($server, false)`.',
  find: [
    functions(['stream_socket_server'], ({ args }) => portOf(unquoted(args[0]?.text() ?? '') ?? '') !== null),
    functions(['socket_bind', 'socket_create_listen'], ({ args, file }) => isPort(numberIn(args.at(-1)?.text(), file))),
    nodes({ rule: { kind: 'string', regex: 'php -S [a-z0-9.]+:[1-9][0-9]+' } }, (node, file) =>
      /\b(?:exec|proc_open|shell_exec|popen|Process|passthru)\b/.test(functionText(node, file)),
    ),
    created(['SocketServer', 'HttpServer', 'Server'], (args) => portOf(unquoted(args[0] ?? '') ?? '') !== null),
  ],
  flags: [
    "<?php\nfinal class ATest extends TestCase { public function testA(): void { $server = stream_socket_server('tcp://127.0.0.1:8080'); $this->assertIsResource($server); } }\n",
    "<?php\nfinal class ATest extends TestCase { protected function setUp(): void { socket_bind($this->socket, '127.0.0.1', 9090); } }\n",
    "<?php\nfinal class ATest extends TestCase { public static function setUpBeforeClass(): void { self::$p = proc_open('php -S localhost:8000 -t public', [], $pipes); } }\n",
    '<?php\nfinal class ATest extends TestCase { const PORT = 7000; protected function setUp(): void { $this->s = socket_create_listen(self::PORT); } }\n',
  ],
  allows: [
    "<?php\nfinal class ATest extends TestCase { public function testA(): void { $server = stream_socket_server('tcp://127.0.0.1:0'); $this->assertIsResource($server); } }\n",
    "<?php\nfinal class ATest extends TestCase { public function testA(): void { $this->assertSame(8080, parse_url('http://localhost:8080', PHP_URL_PORT)); } }\n",
    { file: 'bin/serve.php', text: "<?php\n$server = stream_socket_server('tcp://0.0.0.0:8080');\n" },
    "<?php\nfinal class ATest extends TestCase { protected function setUp(): void { socket_bind($this->socket, '127.0.0.1', 0); } }\n",
  ],
});
