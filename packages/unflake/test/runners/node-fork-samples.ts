/** What tests see and do in a process of Node that may be a fork. */

/** While the file is loaded: nothing of it may be older than its trial, or shared with another one. */
export const AT_IMPORT = `
const fs = require('node:fs');
const note = (name, value) => fs.appendFileSync(name + '.noted', value + '\\n');
const crypto = require('node:crypto');
const context = require('node:vm').runInNewContext('Math.random()');
const drawn = [Math.random(), context, crypto.randomUUID(), crypto.randomInt(2 ** 40), crypto.randomBytes(8).toString('hex')];
const begun = Date.now();
const opened = fs.openSync(__filename);
const { execFileSync, spawn } = require('node:child_process');
const child = spawn('cat', { stdio: ['pipe', 'pipe', 'inherit'] });
const { Worker } = require('node:worker_threads');
const worker = new Worker("const { parentPort } = require('node:worker_threads'); parentPort.on('message', (n) => parentPort.postMessage(n + 1))", { eval: true });
const server = require('node:net').createServer((socket) => socket.end('hello')).listen(0);
const reading = fs.promises.readFile(__filename, 'utf8');
// The process may end although no test has used them.
for (const one of [child, child.stdin, child.stdout, worker, server]) one.unref();
let used = 0;
// However slow the machine, what a runner does about an error comes before the end of these.
const manyTurns = async () => {
  for (let turn = 0; turn < 200; turn += 1) await new Promise(setImmediate);
};
`;

/** What a test can see of its process, and what can be done in it. */
export const SEEN: Readonly<Record<string, string>> = {
  test_look: `
    const { argv, env, execArgv, pid, ppid } = process;
    const names = Object.keys(env).filter((name) => !name.startsWith('UNFLAKE_TAG_')).sort();
    const events = process.eventNames().map(String).sort();
    // Node has one of its own as long as the file that it was started with has not been evaluated.
    const isKept = ({ name }) => name !== 'handleProcessExit';
    const listeners = events.map((name) => [name, process.listeners(name).filter(isKept).length]);
    const outputs = [1, 2].map((n) => fs.readlinkSync('/proc/self/fd/' + n).split('/')[1]);
    const stat = fs.readFileSync('/proc/self/stat', 'utf8').split(') ')[1].split(' ');
    const session = [Number(stat[2]) === pid, Number(stat[3]) === pid];
    const own = Number(fs.readlinkSync('/proc/self'));
    const mask = /SigBlk:\\s*(\\w+)/.exec(fs.readFileSync('/proc/self/status', 'utf8'))[1];
    const set = [process.umask(), process.cwd() === env.PWD, env.PRELOADED, env.LD_PRELOAD];
    throw new Error(JSON.stringify([names, argv, execArgv, listeners, outputs, session, own === pid, mask, set]));`,
  test_draws: `note('drawn', JSON.stringify(drawn)); note('begun', begun);`,
  test_fresh: `used += 1; if (used !== 1 || globalThis.setUps !== 1) throw new Error('used');`,
  test_file: `if (fs.readSync(opened, Buffer.alloc(9)) !== 9 || !(await reading).includes('reading')) throw new Error('no');`,
  test_child: `
    child.stdout.ref();
    const said = new Promise((resolve) => child.stdout.once('data', resolve));
    child.stdin.end('hello');
    if (String(await said) !== 'hello' || String(execFileSync('echo', ['1'])) !== '1\\n') throw new Error('no');`,
  test_worker: `
    worker.ref();
    const answer = new Promise((resolve) => worker.once('message', resolve));
    worker.postMessage(1);
    if ((await answer) !== 2) throw new Error('no');
    await worker.terminate();`,
  test_socket: `
    const { address } = await require('node:dns').promises.lookup('localhost', 4);
    const client = require('node:net').connect(server.address().port, address);
    const [said] = await require('node:events').once(client, 'data');
    if (String(said) !== 'hello') throw new Error('no');
    server.close();`,
  test_threads_of_v8: `
    await WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]));
    let kept = [];
    for (let n = 0; n < 300000; n += 1) {
      kept.push({ n, text: 'number ' + n });
      if (kept.length > 100000) kept = [];
    }
    const key = await new Promise((resolve, reject) =>
      crypto.pbkdf2('a', 'b', 10, 32, 'sha256', (error, made) => (error ? reject(error) : resolve(made))));
    if (key.length !== 32) throw new Error('no');`,
  test_signal: `
    const caught = new Promise((resolve) => process.once('SIGUSR2', resolve));
    const alive = setInterval(() => {}, 1000);
    process.kill(process.pid, 'SIGUSR2');
    await caught;
    clearInterval(alive);`,
  test_zone: `throw new Error(new Date(0).getTimezoneOffset() + ' ' + new Date(0).getHours());`,
  test_exits: `process.exit(3);`,
  test_is_killed: `process.kill(process.pid, 'SIGKILL'); await new Promise(() => {});`,
  test_is_asked: `process.kill(process.pid, 'SIGTERM'); await new Promise((r) => setTimeout(r, 30000));`,
  test_aborts: `process.abort();`,
  test_rejects: `Promise.reject(new Error('nobody handles this')); await manyTurns();`,
  test_throws_late: `await new Promise((r) => setImmediate(() => { r(manyTurns()); throw new Error('too late'); }));`,
  test_at_exit: `
    process.on('exit', (code) => { note('exit', 'exit ' + code); process.exitCode = 5; });
    process.on('beforeExit', () => note('exit', 'before'));`,
  test_leaves_a_process: `spawn('sleep', ['600'], { detached: true, stdio: 'ignore' }).unref();`,
  test_hangs: `process.on('SIGTERM', () => note('hangs', 'asked')); fs.writeFileSync('hanging', ''); setInterval(() => {}, 1000); await new Promise(() => {});`,
};
export const SET_UP = `globalThis.setUps = (globalThis.setUps ?? 0) + 1;\nprocess.env.PRELOADED = 'yes';\n`;
/** Those that pass everywhere. */
export const USUAL = ['fresh', 'file', 'child', 'worker', 'socket', 'threads_of_v8'].map((name) => `test_${name}`);
