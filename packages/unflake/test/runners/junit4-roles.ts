/** The tests of the JUnit 4 project by their role, for whichever build tool runs it. Methods stand as JUnit orders them: by a hash of their names. */
const inClass = (name: string, ...titles: readonly string[]) => titles.map((title) => `x.${name}::${title}`);

const words = ['0: it\'s "quoted"', '1: a > b :: c', String.raw`2: back\\slash\n(two) [1]`, '3: größe 試験 🎉'];
const odd = inClass('AwkwardTest', ...words.flatMap((word) => [`writes_$[${word}]`, `reads[${word}]`]));
const crashes = inClass('CrashTest', 'exitsWithZero', 'exitsWithSeven', 'hangs', 'killsItself');
const old = inClass('OldTest', 'testReady');
const order = inClass('OrderTest', 'victim', 'polluter', 'passesOnce', 'inherited');
const plain = inClass('PlainTest', 'passes', 'fails', 'skips');
const setUp = inClass('SetUpTest', 'errors');

export const junit4Roles = {
  suite: [...odd, ...crashes, ...old, ...order, ...plain, ...setUp],
  odd: [...odd, ...old, order[3]!],
  exitsZero: crashes[0]!,
  exitsSeven: crashes[1]!,
  hangs: crashes[2]!,
  killsItself: crashes[3]!,
  victim: order[0]!,
  polluter: order[1]!,
  selfPolluter: order[2]!,
  passes: plain[0]!,
  fails: plain[1]!,
  skips: plain[2]!,
  errors: setUp[0]!,
};
