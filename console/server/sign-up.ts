import { sha256 } from '@noble/hashes/sha2';
import { utf8ToBytes } from '@noble/hashes/utils';
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

/**
 * Tries one text after the other; `tell` hears how much is done, as a share of what it takes on average. A library hashes them:
 * the browser's own SHA-256 is slow for many small texts, and missing on a page that came by plain HTTP.
 */
const solve = async ({ challenge, bits }: Challenge, tell: (share: number) => void): Promise<string> => {
  const begun = sha256.create().update(utf8ToBytes(`${challenge}.`));
  for (let tried = 0; ;) {
    const end = performance.now() + SLICE;
    while (performance.now() < end)
      for (let some = 0; some < 64; some++) {
        const solution = (tried++).toString(36);
        const digest = begun.clone().update(utf8ToBytes(solution)).digest();
        if (Math.clz32(new DataView(digest.buffer).getUint32(0)) >= bits) return solution;
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
