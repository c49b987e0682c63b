import { createHash } from 'node:crypto';
import { defineCollection } from '../../engine/sandbox/collection.ts';
import { DIRECTORY } from '../../engine/sandbox/freshness.ts';
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

export type LinkState = 'open' | 'used' | 'expired' | 'revoked';

export const stateOf = ({ uses, useCount, expiresAt, revokedAt }: VisitorLink, now: number): LinkState => {
  if (revokedAt !== undefined) return 'revoked';
  if (uses === 'once' && useCount > 0) return 'used';
  return expiresAt <= now ? 'expired' : 'open';
};

/** Digest of a link's secret. It has 256 bits, so that a plain one suffices. */
export const linkDigestOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url');

/** Stores visitor links. */
export interface VisitorLinkRepository {
  readonly all: () => Promise<readonly VisitorLink[]>;
  readonly add: (link: VisitorLink) => Promise<void>;
  readonly update: (link: VisitorLink) => Promise<void>;
  readonly remove: (link: VisitorLink) => Promise<void>;
}

const collection = defineCollection<VisitorLink>('visitor-links', ({ id }) => id);

const NOTHING_CHANGED = { removed: [], added: [] };

export const createVisitorLinkRepository = (store: Store): VisitorLinkRepository => ({
  all: async () => {
    const query = { keys: [], sortBy: undefined, descending: false, offset: 0, limit: Number.MAX_SAFE_INTEGER };
    const { values } = await store.read(DIRECTORY, (reader) => reader.list(collection.name, query));
    return values as readonly VisitorLink[];
  },
  add: async (link) => {
    await store.transact(DIRECTORY, (transaction) =>
      transaction.insert(collection.name, () => ({ id: link.id, value: link, keys: [] })),
    );
  },
  update: (link) =>
    store.transact(DIRECTORY, (transaction) => transaction.update(collection.name, link.id, link, NOTHING_CHANGED)),
  remove: (link) => store.transact(DIRECTORY, (transaction) => transaction.remove(collection.name, link.id, [])),
});
