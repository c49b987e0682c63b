import type { Quota } from '../../engine/sandbox/quota.ts';
import type { Sandboxes } from '../../engine/sandbox/sandboxes.ts';
import type { ClientDirectory } from '../../identity/client-directory.ts';
import type { Organization } from '../../identity/organization.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { CreatedSandboxes } from '../sandboxes/created-sandboxes.ts';
import { createForker } from '../sandboxes/fork-sandbox.ts';
import { type PlacementParts, createStatePlacer } from './place-state.ts';
import type { SnapshotShelf } from './snapshot-shelf.ts';
import { createSnapshots } from './snapshots.ts';

export interface StatesParts extends PlacementParts {
  readonly sandboxes: Pick<Sandboxes, 'contentsOf' | 'usageOf' | 'replace'>;
  readonly created: CreatedSandboxes;
  readonly clients: ClientDirectory;
  readonly shelf: SnapshotShelf;
  readonly quota: Quota;
  readonly limit: number;
  readonly clock: Clock;
  /** The organization that a call acts for when it names none. */
  readonly usual: Organization | undefined;
}

/** Everything that takes the state of a sandbox out of it and puts one into it. */
export const assembleStates = (parts: StatesParts) => {
  const { limit } = parts;
  const place = createStatePlacer(parts);
  const snapshots = createSnapshots({ ...parts, place });
  const fork = createForker({ ...parts, place, snapshots });
  return { limit, place, snapshots, fork };
};
