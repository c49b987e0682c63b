import type { Clock } from '../kernel/clock.ts';
import { createSubscribers } from '../kernel/subscribers.ts';
import { type SigningKeys, createKeys } from './signing-keys.ts';

/** The keys of the token endpoint: one signs, and those that it has replaced are accepted until their window ends. */
export interface KeyRing {
  readonly signing: () => Promise<SigningKeys>;
  /** The one that signs first, then those that it has replaced, the latest first; some of them may have ended. */
  readonly all: () => Promise<readonly VerifyingKey[]>;
  /** Signs with a new key from now on. All former ones are accepted for at most `window` milliseconds more. */
  readonly rotate: (window: number) => Promise<readonly VerifyingKey[]>;
  /** `listener` is called when the keys have changed, here or in another process. */
  readonly onChange: (listener: () => void) => void;
}

export interface VerifyingKey extends Omit<SigningKeys, 'privateKey'> {
  /** Milliseconds since the epoch, wall time; Infinity for the key that signs. */
  readonly endsAt: number;
}

/** Former keys that are remembered, so that a token of one that has ended is told apart from a forged one. */
const MOST_FORMER = 10;

/** The former keys after a rotation. */
export const formerAfter = <Key extends { readonly endsAt: number }>(
  replaced: Key,
  former: readonly Key[],
  endsAt: number,
): readonly Key[] =>
  [replaced, ...former].map((key) => ({ ...key, endsAt: Math.min(key.endsAt, endsAt) })).slice(0, MOST_FORMER);

export const toVerifyingKey = ({ kid, publicKey, jwk }: SigningKeys, endsAt = Infinity): VerifyingKey => ({
  kid,
  publicKey,
  jwk,
  endsAt,
});

/** Keys of this run only. The first one may be slow to generate: it is awaited on first use. */
export const createKeyRing = (wall: Clock, drawn: Promise<SigningKeys>): KeyRing => {
  const { subscribe: onChange, notify: changed } = createSubscribers<undefined>();
  let current = drawn;
  let former: readonly VerifyingKey[] = [];
  // Prevents an unhandled rejection; the first use of the key gets the error.
  drawn.catch(() => undefined);

  const all = async (): Promise<readonly VerifyingKey[]> => [toVerifyingKey(await current), ...former];

  return {
    signing: () => current,
    all,
    rotate: async (window) => {
      const next = await createKeys();
      const replaced = await current;
      former = formerAfter(toVerifyingKey(replaced), former, wall.now() + window);
      current = Promise.resolve(next);
      changed(undefined);
      return all();
    },
    onChange,
  };
};
