import { type Directory, createDirectory } from '../../engine/sandbox/directory.ts';
import type { Store } from '../../engine/sandbox/store.ts';
import type { ClientEntry } from '../../identity/client-directory.ts';
import type { Organization } from '../../identity/organization.ts';
import type { Visit } from './visit.ts';

/** A created sandbox as stored: everything needed to restore it after a restart. */
export interface CreatedSandbox {
  readonly organization: Omit<Organization, 'clients'>;
  /** Secrets only as digests. */
  readonly clients: readonly ClientEntry[];
  readonly seed: string;
  readonly withFixtures: boolean;
  /** A seeded secret is guessable: a hosted server rejects its owner. */
  readonly chance: 'seeded' | 'real';
  /** Milliseconds since the epoch, wall time. */
  readonly createdAt: number;
  /** Last persisted use, in milliseconds since the epoch; not every use is persisted. */
  readonly usedAt: number;
  /** Absent if it was not made for a visitor. */
  readonly visit?: Visit;
  /** It no longer exists, but its data may not have been deleted yet. */
  readonly dropped?: true;
  /** The process that deletes its data, of those that share a store. */
  readonly droppedBy?: string;
}

export const idOf = ({ organization }: CreatedSandbox): string => organization.sandbox;

/** Those that exist, and those whose data is still to be deleted. */
export const createdSandboxesIn = (store: Store): Directory<CreatedSandbox> =>
  createDirectory(store, { name: 'sandboxes', idOf });
