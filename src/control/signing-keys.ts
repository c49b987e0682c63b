import { problem } from '../engine/problems/problem.ts';
import type { KeyRing, VerifyingKey } from '../identity/key-ring.ts';
import type { Clock } from '../kernel/clock.ts';
import { readRotationWindow } from './clock/rotation-window.ts';

/** The keys that access tokens are signed with. */
export interface SigningKeyControl {
  /** Those that are valid: the one that signs, and those it has replaced. */
  readonly list: () => Promise<readonly VerifyingKey[]>;
  readonly rotate: (window: string | undefined) => Promise<readonly VerifyingKey[]>;
}

/** `keys` is undefined if there is no token endpoint. */
export const createSigningKeyControl = (
  keys: Pick<KeyRing, 'all' | 'rotate'> | undefined,
  wall: Pick<Clock, 'now'>,
): SigningKeyControl => {
  const ring = (): Pick<KeyRing, 'all' | 'rotate'> => {
    if (keys === undefined)
      throw problem('not-found', {
        detail: 'A server of a description of your own issues no tokens, so it has no signing keys.',
      });
    return keys;
  };
  const valid = (all: readonly VerifyingKey[]): readonly VerifyingKey[] =>
    all.filter(({ endsAt }) => wall.now() < endsAt);
  return {
    list: async () => valid(await ring().all()),
    rotate: async (window) => {
      const milliseconds = readRotationWindow(window);
      return valid(await ring().rotate(milliseconds));
    },
  };
};
