import type { SharedAccess } from '../engine/sandbox/shared-access.ts';
import type { Store } from '../engine/sandbox/store.ts';
import { type KeptKeys, keepKeys } from '../identity/kept-keys.ts';
import type { RuntimeContext } from './runtime-context.ts';

/** The signing keys that outlive the process; undefined for a third-party description, whose server issues no tokens. */
export const openKeys = (
  { clock, observer, isForeign }: RuntimeContext,
  store: Store,
  shared: SharedAccess | undefined,
): KeptKeys | undefined => {
  const unstored = (error: unknown): void => {
    const reason = error instanceof Error ? error.message : String(error);
    observer.noticed({
      level: 'warn',
      message: `The signing key of tokens could not be stored: tokens end when this server does. ${reason}`,
    });
  };
  if (isForeign) return undefined;
  return keepKeys({ store, wall: clock, unstored: shared === undefined ? unstored : undefined });
};
