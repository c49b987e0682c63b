import { createHash } from 'node:crypto';
import { defineCollection } from '../../engine/sandbox/collection.ts';
import { DIRECTORY } from '../../engine/sandbox/freshness.ts';
import type { Store, StoreReader } from '../../engine/sandbox/store.ts';
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

/** Stores visitor links. Others may do so at the same time: what is decided is decided on what a transaction reads. */
export interface VisitorLinkRepository {
  /** Oldest first. */
  readonly all: () => Promise<readonly VisitorLink[]>;
  /** Removes what `expired` selects, and adds what `make` returns for a number that is never assigned twice. */
  readonly add: (
    expired: (links: readonly VisitorLink[]) => readonly VisitorLink[],
    make: (position: number) => VisitorLink,
  ) => Promise<VisitorLink>;
  /** Undefined if there is no such link. */
  readonly change: (id: string, change: (before: VisitorLink) => VisitorLink) => Promise<VisitorLink | undefined>;
}

const collection = defineCollection<VisitorLink>('visitor-links', ({ id }) => id);

const ALL = { keys: [], sortBy: undefined, descending: false, offset: 0, limit: Number.MAX_SAFE_INTEGER };

const NOTHING_CHANGED = { removed: [], added: [] };

const readAll = (reader: StoreReader): readonly VisitorLink[] =>
  reader.list(collection.name, ALL).values as readonly VisitorLink[];

export const createVisitorLinkRepository = (store: Store): VisitorLinkRepository => ({
  all: () => store.read(DIRECTORY, readAll),
  add: (expired, make) =>
    store.transact(DIRECTORY, (transaction) => {
      for (const { id } of expired(readAll(transaction))) transaction.remove(collection.name, id, []);
      return transaction.insert(collection.name, ({ position }) => {
        const link = make(position);
        return { id: link.id, value: link, keys: [] };
      });
    }),
  change: (id, change) =>
    store.transact(DIRECTORY, (transaction) => {
      const before = transaction.get(collection.name, id) as VisitorLink | undefined;
      if (before === undefined) return undefined;
      const after = change(before);
      if (after !== before) transaction.update(collection.name, id, after, NOTHING_CHANGED);
      return after;
    }),
});
