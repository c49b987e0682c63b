import type { ConsoleSession } from '../../src/generated/control-schemas.ts';
import { CONSOLE_PATH } from './address.ts';
import { sendJson } from './call.ts';
import { session } from './session.ts';

interface Challenge {
  readonly challenge: string;
  /** Leading zero bits of the SHA-256 of `<challenge>.<solution>`. */
  readonly bits: number;
}

const SIGN_UP = `${CONSOLE_PATH}/sign-up`;

/** Milliseconds of work before the page may breathe: typing and scrolling stay smooth. */
const SLICE = 12;

/** Tries one text after the other. `tell` hears how much is done, as a share of what it takes on average. */
const solve = async ({ challenge, bits }: Challenge, tell: (share: number) => void): Promise<string> => {
  for (let tried = 0; ;) {
    const end = performance.now() + SLICE;
    while (performance.now() < end)
      for (let some = 0; some < 64; some++) {
        const solution = (tried++).toString(36);
        if (Math.clz32(sha256(`${challenge}.${solution}`)[0] ?? -1) >= bits) return solution;
      }
    tell(tried / 2 ** bits);
    await new Promise((resolve) => setTimeout(resolve));
  }
};

/** Gets a sandbox without a secret: the work of a second keeps floods away, and asks nothing of the visitor. */
export const signUp = async (tell: (share: number) => void): Promise<void> => {
  const challenge = (await sendJson('GET', SIGN_UP)) as Challenge;
  const solution = await solve(challenge, tell);
  session.value = (await sendJson('POST', SIGN_UP, { challenge: challenge.challenge, solution })) as ConsoleSession;
};

const PRIMES = ((): readonly number[] => {
  const found: number[] = [];
  for (let each = 2; found.length < 64; each++) if (found.every((prime) => each % prime !== 0)) found.push(each);
  return found;
})();

/** The first 32 bits of the fraction of a root. */
const fractionOf = (root: number): number => ((root % 1) * 2 ** 32) | 0;

const START = Int32Array.from(PRIMES.slice(0, 8), (prime) => fractionOf(Math.sqrt(prime)));
const ROUNDS = Int32Array.from(PRIMES, (prime) => fractionOf(Math.cbrt(prime)));

const schedule = new Int32Array(64);

const turn = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

/**
 * SHA-256 of a short text in ASCII, as eight words. The browser's own is slow for many small texts, and missing on a page
 * that came by plain HTTP.
 */
const sha256 = (text: string): Int32Array => {
  const words = new Int32Array(((text.length + 72) >> 6) << 4);
  for (let at = 0; at <= text.length; at++) {
    const code = at === text.length ? 0x80 : text.charCodeAt(at);
    words[at >> 2] = (words[at >> 2] ?? 0) | (code << (24 - (at & 3) * 8));
  }
  words[words.length - 1] = text.length * 8;
  const digest = START.slice();
  for (let block = 0; block < words.length; block += 16) addBlock(digest, words.subarray(block, block + 16));
  return digest;
};

const addBlock = (digest: Int32Array, block: Int32Array): void => {
  extend(block);
  let a = digest[0] ?? 0;
  let b = digest[1] ?? 0;
  let c = digest[2] ?? 0;
  let d = digest[3] ?? 0;
  let e = digest[4] ?? 0;
  let f = digest[5] ?? 0;
  let g = digest[6] ?? 0;
  let h = digest[7] ?? 0;
  for (let round = 0; round < 64; round++) {
    const choice = (e & f) ^ (~e & g);
    const one =
      (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + choice + (ROUNDS[round] ?? 0) + (schedule[round] ?? 0)) | 0;
    const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + one) | 0;
    d = c;
    c = b;
    b = a;
    a = (one + two) | 0;
  }
  const after = [a, b, c, d, e, f, g, h];
  for (let at = 0; at < 8; at++) digest[at] = ((digest[at] ?? 0) + (after[at] ?? 0)) | 0;
};

/** The words of a block, and 48 more that follow from them. */
const extend = (block: Int32Array): void => {
  schedule.set(block);
  for (let at = 16; at < 64; at++) {
    const far = schedule[at - 15] ?? 0;
    const near = schedule[at - 2] ?? 0;
    const low = turn(far, 7) ^ turn(far, 18) ^ (far >>> 3);
    const high = turn(near, 17) ^ turn(near, 19) ^ (near >>> 10);
    schedule[at] = ((schedule[at - 16] ?? 0) + low + (schedule[at - 7] ?? 0) + high) | 0;
  }
};
