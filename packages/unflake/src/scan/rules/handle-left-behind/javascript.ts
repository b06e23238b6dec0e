import { calledOn } from '../../semantics/javascript/around.ts';
import { holderOf, letGo } from '../../semantics/javascript/held.ts';
import { calls, type LanguageRule } from '../rule.ts';

const CLOSES =
  /^(?:close|end|destroy|quit|disconnect|stop|release|closeAllConnections|dispose|shutdown|terminate|unref|cancel|pipe)$/;
const TAKES = /^(?:close|closeSync|pipeline|finished|supertest|request|text|json|buffer|closing|shutdown|stop)$/;

export const javascript: LanguageRule = {
  fix: 'Close it where failures pass too: `t.after(() => server.close())`, `afterEach(() => pool.end())`, `await using`.',
  find: [
    calls(
      [
        'fs.openSync',
        'fs.promises.open',
        'fs/promises.open',
        'fs.createWriteStream',
        'net.connect',
        'net.createConnection',
        'tls.connect',
        'pg.Pool',
        'pg.Client',
        'mysql2.createConnection',
        'mysql2.createPool',
        'mysql2/promise.createConnection',
        'redis.createClient',
        'ioredis',
        'ioredis.Redis',
        'ws',
        'ws.WebSocket',
        'ws.WebSocketServer',
        'WebSocket',
        'better-sqlite3',
        'mongodb.MongoClient',
        'dgram.createSocket',
        'puppeteer.launch',
        'playwright.chromium.launch',
        'fs.watch',
        'chokidar.watch',
      ],
      ({ node, file }) => {
        const holder = holderOf(node);
        if (holder.kind === 'elsewhere') return false;
        return holder.kind === 'nobody' || !letGo(node, holder.name, file, CLOSES, TAKES);
      },
    ),
    calls(['*.listen'], ({ node, args, file }) => {
      if (args[0]?.is('string') && !/^["'](?:\d|\/)/.test(args[0].text())) return false;
      const holder = holderOf(node);
      const on = calledOn(node);
      const names = [
        holder.kind === 'name' ? holder.name : null,
        on?.is('identifier') || on?.is('member_expression') ? (/[\w$#]+$/.exec(on.text())?.[0] ?? null) : null,
      ].filter((name) => name !== null);
      if (names.length === 0) return holder.kind === 'nobody';
      return !names.some((name) => letGo(node, name, file, CLOSES, TAKES));
    }),
  ],
};
