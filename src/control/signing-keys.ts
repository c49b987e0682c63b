import type { KeyRing, VerifyingKey } from '../identity/key-ring.ts';
import type { Clock } from '../kernel/clock.ts';
import { readRotationWindow } from './clock/rotation-window.ts';

/** The keys that access tokens are signed with. */
export const createSigningKeyControl = (keys: Pick<KeyRing, 'all' | 'rotate'>, wall: Pick<Clock, 'now'>) => {
  const valid = (all: readonly VerifyingKey[]): readonly VerifyingKey[] =>
    all.filter(({ endsAt }) => wall.now() < endsAt);
  return {
    /** Those that are valid: the one that signs, and those it has replaced. */
    list: async () => valid(await keys.all()),
    rotate: async (window: string | undefined) => valid(await keys.rotate(readRotationWindow(window))),
  };
};
