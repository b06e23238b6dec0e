/** Prints the CPU quota of this process in cores, `all` when it is not below one core. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const mounts = lines('/proc/self/mountinfo').map((line) => line.split(' '));
const shares = lines('/proc/self/cgroup').flatMap((line) => {
  const [, names, group] = line.split(':');
  const kind = names === '' ? 'cgroup2' : 'cgroup';
  const mount = mounts.find(
    (words) => words.at(-3) === kind && (names === '' || words.at(-1).split(',').includes('cpu')),
  );
  return names !== '' && !names.split(',').includes('cpu') ? [] : shareOf(join(mount?.[4] ?? '/', group));
});
const least = Math.min(...shares);
console.log(least < 1 ? least : 'all');

function shareOf(group) {
  if (existsSync(join(group, 'cpu.cfs_quota_us'))) {
    const [quota, period] = ['cpu.cfs_quota_us', 'cpu.cfs_period_us'].map((name) =>
      Number(lines(join(group, name))[0]),
    );
    return quota < 0 ? [] : [quota / period];
  }
  if (!existsSync(join(group, 'cpu.max'))) return [];
  const [quota, period] = lines(join(group, 'cpu.max'))[0].split(' ');
  return quota === 'max' ? [] : [Number(quota) / Number(period)];
}

function lines(path) {
  return readFileSync(path, 'utf8').trimEnd().split('\n');
}
