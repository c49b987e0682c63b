import type { KeyRing, VerifyingKey } from '../identity/key-ring.ts';
import type { Clock } from '../kernel/clock.ts';
import { readRotationWindow } from './clock/rotation-window.ts';

/** The keys that access tokens are signed with. */
export interface SigningKeyControl {
  /** Those that are valid: the one that signs, and those it has replaced. */
  readonly list: () => Promise<readonly VerifyingKey[]>;
  readonly rotate: (window: string | undefined) => Promise<readonly VerifyingKey[]>;
}

export const createSigningKeyControl = (
  keys: Pick<KeyRing, 'all' | 'rotate'>,
  wall: Pick<Clock, 'now'>,
): SigningKeyControl => {
  const valid = (all: readonly VerifyingKey[]): readonly VerifyingKey[] =>
    all.filter(({ endsAt }) => wall.now() < endsAt);
  return {
    list: async () => valid(await keys.all()),
    rotate: async (window) => valid(await keys.rotate(readRotationWindow(window))),
  };
};
