/**
 * A standard library whose clock and random numbers can be set from outside, for an overlay: Go reads the clock without the C library, and takes
 * no seed. Nothing of it is touched; what depends on it is compiled once and kept in the cache of builds.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const FILE = 'zz_unflake.go';

/** The wall clock is moved, and the monotonic clock stays real: what has passed is measured with that. */
const CLOCK = `package time

import "syscall"

var unflakeShift = func() (seconds int64) {
	text, _ := syscall.Getenv("UNFLAKE_CLOCK_SHIFT_MS")
	for _, sign := range text {
		if sign >= '0' && sign <= '9' {
			seconds = seconds*10 + int64(sign-'0')
		}
	}
	if len(text) > 0 && text[0] == '-' {
		seconds = -seconds
	}
	return seconds / 1000
}()

func Now() Time {
	now := unflakeNow()
	now.addSec(unflakeShift)
	return now
}
`;

const DICE = `package rand

import (
	"sync/atomic"
	"syscall"
)

var unflakeState = func() (seed uint64) {
	text, _ := syscall.Getenv("UNFLAKE_RANDOM_SEED")
	for _, digit := range text {
		seed = seed*10 + uint64(digit-'0')
	}
	return seed
}()

var unflakeSeeded = unflakeState != 0

// SplitMix64: its whole state is one word, so that no lock is needed.
func unflakeRand() uint64 {
	mixed := atomic.AddUint64(&unflakeState, 0x9e3779b97f4a7c15)
	mixed = (mixed ^ mixed>>30) * 0xbf58476d1ce4e5b9
	mixed = (mixed ^ mixed>>27) * 0x94d049bb133111eb
	return mixed ^ mixed>>31
}
`;

/** Numbers of the top-level functions. */
const NUMBERS = `${DICE}
func runtime_rand() uint64 {
	if unflakeSeeded {
		return unflakeRand()
	}
	return unflakeRuntimeRand()
}
`;

const BYTES = `${DICE}
type unflakeReader struct{}

func (unflakeReader) Read(bytes []byte) (int, error) {
	for at := range bytes {
		bytes[at] = byte(unflakeRand() >> 56)
	}
	return len(bytes), nil
}

func init() {
	if unflakeSeeded {
		Reader = unflakeReader{}
	}
}
`;

const RUNTIME_RAND = [
  /^(\/\/go:linkname )runtime_rand( .*\nfunc )runtime_rand\(/m,
  '$1unflakeRuntimeRand$2unflakeRuntimeRand(',
];

/** Per package: the file that is changed, how, and what is added. Older versions have other dice, which stay as they are. */
const CHANGES = [
  { name: 'time', file: 'time.go', change: [/^func Now\(/m, 'func unflakeNow('], added: CLOCK, needed: true },
  { name: 'math/rand', file: 'rand.go', change: RUNTIME_RAND, added: NUMBERS, needed: false },
  { name: 'math/rand/v2', file: 'rand.go', change: RUNTIME_RAND, added: NUMBERS, needed: false },
  { name: 'crypto/rand', file: 'rand.go', change: null, added: BYTES, needed: false },
];

/** What the overlay replaces; everything it names is written into `folder`. */
export function settableLibrary(go, folder) {
  const root = execFileSync(go, ['env', 'GOROOT'], { encoding: 'utf8' }).trim();
  const replace = {};
  CHANGES.forEach(({ name, file, change, added, needed }, index) => {
    const at = (one) => join(root, 'src', name, one);
    const put = (one, text) => {
      replace[at(one)] = join(folder, `library-${index}-${one}`);
      writeFileSync(replace[at(one)], text);
    };
    const text = textOf(at(file));
    if (text === null || (change !== null && !change[0].test(text))) {
      if (needed) throw new Error(`the clock of this Go cannot be set: ${at(file)} is not as expected`);
      return;
    }
    // Lines stay where they are: their numbers stand in traces.
    if (change !== null) put(file, text.replace(...change));
    put(FILE, added);
  });
  return replace;
}

/** Null: this Go has no such package. */
function textOf(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
    return null;
  }
}
