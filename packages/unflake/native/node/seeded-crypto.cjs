/**
 * Replaces the random bytes, numbers and ids of node:crypto, and of the web's `crypto`, by a seeded sequence. Keys, certificates and
 * connections draw inside OpenSSL and are not changed.
 */
'use strict';
const crypto = require('node:crypto');
const { syncBuiltinESMExports } = require('node:module');

exports.seedCrypto = function seedCrypto(seed) {
  const draw = drawer(seed);
  const fill = (target, offset, size) => {
    const range = rangeOf(target, offset, size);
    range.set(draw(range.length));
    return target;
  };
  const randomUUID = () => {
    const bytes = draw(16);
    bytes[6] = (bytes[6] & 0x0f) | 0x40;
    bytes[8] = (bytes[8] & 0x3f) | 0x80;
    return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  };
  wrap(crypto, 'randomFillSync', fill);
  wrap(crypto, 'randomUUID', randomUUID);
  const web = Object.getPrototypeOf(crypto.webcrypto);
  wrap(web, 'getRandomValues', (target) => fill(target));
  wrap(web, 'randomUUID', randomUUID);

  const { randomBytes, randomFill, randomInt } = crypto;
  const seededBytes = (size, done) => (done === undefined ? fill(randomBytes(size)) : later(size, done));
  // Asynchronous results are drawn now, because callbacks run in any order.
  function later(size, done) {
    let bytes;
    randomBytes(size, (error) => done(error, bytes));
    bytes = draw(size);
  }
  define(crypto, 'randomBytes', seededBytes);
  define(crypto, 'pseudoRandomBytes', seededBytes);
  define(crypto, 'randomFill', (target, ...rest) => {
    const done = rest.pop();
    let bytes;
    randomFill(target, ...rest, (error) => {
      if (!error) rangeOf(target, ...rest).set(bytes);
      done(error, target);
    });
    bytes = draw(rangeOf(target, ...rest).length);
  });
  define(crypto, 'randomInt', (...given) => {
    const done = typeof given.at(-1) === 'function' ? given.pop() : null;
    const [low, high] = given.length > 1 ? given : [0, given[0]];
    randomInt(low, high);
    const number = low + Number(draw(8).readBigUInt64LE() % BigInt(high - low));
    return done ? process.nextTick(done, undefined, number) : number;
  });
  syncBuiltinESMExports();
};

/** The original validates its arguments first, so that invalid ones are refused as before. */
function wrap(owner, name, instead) {
  const real = owner[name];
  define(owner, name, function (...given) {
    real.apply(this, given);
    return instead(...given);
  });
}

function define(owner, name, value) {
  if (owner[name]) Object.defineProperty(owner, name, { value, writable: true, configurable: true, enumerable: true });
}

/** Offset and size count elements, as they do for the originals. */
function rangeOf(target, offset = 0, size = undefined) {
  const unit = target.BYTES_PER_ELEMENT ?? 1;
  const bytes = ArrayBuffer.isView(target)
    ? new Uint8Array(target.buffer, target.byteOffset, target.byteLength)
    : new Uint8Array(target);
  return bytes.subarray(offset * unit, size === undefined ? undefined : (offset + size) * unit);
}

/** splitmix64 */
function drawer(seed) {
  let state = BigInt.asUintN(64, BigInt(seed) * 0x2545f4914f6cdd1dn);
  return (size) => {
    const words = Buffer.alloc(Math.ceil(size / 8) * 8);
    for (let at = 0; at < words.length; at += 8) {
      state = BigInt.asUintN(64, state + 0x9e3779b97f4a7c15n);
      let x = state;
      x = BigInt.asUintN(64, (x ^ (x >> 30n)) * 0xbf58476d1ce4e5b9n);
      x = BigInt.asUintN(64, (x ^ (x >> 27n)) * 0x94d049bb133111ebn);
      words.writeBigUInt64LE(x ^ (x >> 31n), at);
    }
    return words.subarray(0, size);
  };
}
