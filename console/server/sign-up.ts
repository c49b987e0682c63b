import { CONSOLE_PATH } from '../address/address.ts';
import { CONSOLE_HEADERS, fetchSafely, readRefused } from './call.ts';
import { Refusal } from './refusal.ts';
import { type Session, session } from './session-state.ts';
import { sha256 } from './sha256.ts';

interface Challenge {
  readonly challenge: string;
  /** Leading zero bits of the SHA-256 of `<challenge>.<solution>`. */
  readonly bits: number;
}

const send = async (method: string, body?: object): Promise<unknown> => {
  const response = await fetchSafely(`${CONSOLE_PATH}/sign-up`, {
    method,
    headers: { ...CONSOLE_HEADERS, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Refusal(await readRefused(response));
  return response.json();
};

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
  const challenge = (await send('GET')) as Challenge;
  const solution = await solve(challenge, tell);
  session.value = (await send('POST', { challenge: challenge.challenge, solution })) as Session;
};
