import test from 'node:test';

test('exits with seven', () => process.exit(7));
test('exits with zero', () => process.exit(0));
test('kills itself', () => {
  process.kill(process.pid, 'SIGKILL');
});
test('hangs', () => new Promise((resolve) => setTimeout(resolve, 2 ** 30)));
