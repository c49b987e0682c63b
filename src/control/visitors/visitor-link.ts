import { createHash } from 'node:crypto';
import { type Directory, createDirectory } from '../../engine/sandbox/directory.ts';
import type { Store } from '../../engine/sandbox/store.ts';
import type { Permission } from '../../identity/console-sessions.ts';
import type { VisitorStart } from './visitor-start.ts';

/** A visitor link as stored: its secret only as a digest. Times in milliseconds since the epoch, wall time. */
export interface VisitorLink {
  readonly id: string;
  readonly digest: string;
  readonly name: string;
  readonly note: string;
  readonly start: VisitorStart;
  readonly uses: 'once' | 'many';
  readonly copies: 'own' | 'shared';
  readonly permission: Permission;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly revokedAt?: number;
  readonly useCount: number;
  readonly lastUsedAt?: number;
  /** The sandboxes that it made, oldest first; some may have been dropped since. */
  readonly sandboxes: readonly string[];
}

type LinkState = 'open' | 'used' | 'expired' | 'revoked';

export const stateOf = ({ uses, useCount, expiresAt, revokedAt }: VisitorLink, now: number): LinkState => {
  if (revokedAt !== undefined) return 'revoked';
  if (uses === 'once' && useCount > 0) return 'used';
  return expiresAt <= now ? 'expired' : 'open';
};

/** Digest of a link's secret. It has 256 bits, so that a plain one suffices. */
export const linkDigestOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

export const visitorLinksIn = (store: Store): Directory<VisitorLink> =>
  createDirectory(store, { name: 'visitor-links', idOf: ({ id }) => id });
