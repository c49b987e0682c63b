import { type Directory, createDirectory } from '../../engine/sandbox/directory.ts';
import type { Store } from '../../engine/sandbox/store.ts';
import type { VisitorLink as ShownLink } from '../../generated/control-schemas.ts';

/** A visitor link as stored: its secret only as a digest. Times in milliseconds since the epoch, wall time. */
export interface VisitorLink extends Pick<
  ShownLink,
  'id' | 'name' | 'note' | 'start' | 'uses' | 'copies' | 'permission' | 'useCount'
> {
  readonly digest: string;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly revokedAt?: number;
  readonly lastUsedAt?: number;
}

export const stateOf = ({ uses, useCount, expiresAt, revokedAt }: VisitorLink, now: number): ShownLink['state'] => {
  if (revokedAt !== undefined) return 'revoked';
  if (uses === 'once' && useCount > 0) return 'used';
  return expiresAt <= now ? 'expired' : 'open';
};

export const visitorLinksIn = (store: Store): Directory<VisitorLink> =>
  createDirectory(store, { name: 'visitor-links', idOf: ({ id }) => id });
