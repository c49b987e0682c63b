import type { SnapshotNote } from '../../../control/state/snapshot-repository.ts';
import type { Snapshots } from '../../../control/state/snapshots.ts';
import { toIsoDateTime } from '../../../kernel/clock.ts';
import { defineBehaviours } from '../behaviour/control-behaviour.ts';
import { NOT_STORED, NO_CONTENT, ok } from '../behaviour/usual-outcomes.ts';

const toShown = ({ name, takenAt, clock, documents, contents, bytes }: SnapshotNote) => ({
  name,
  takenAt: toIsoDateTime(takenAt),
  clock: { now: toIsoDateTime(clock.now), frozen: clock.frozen },
  documents,
  contents,
  bytes,
});

/** Saves, lists, reads, restores and deletes snapshots of a sandbox. */
export const manageSnapshots = (snapshots: Snapshots) =>
  defineBehaviours({
    listSnapshots: async ({ owner }) => ok({ data: (await snapshots.list(owner)).map(toShown) }),
    takeSnapshot: async ({ owner, path: { name } }) => {
      const { note, isNew } = await snapshots.take(owner, name);
      return { status: isNew ? 201 : 200, body: toShown(note) };
    },
    getSnapshot: async ({ owner, path: { name } }) => ({
      status: 200,
      headers: { ...NOT_STORED, 'content-disposition': 'attachment; filename="state.json"' },
      live: { mediaType: 'application/json', pieces: await snapshots.stream(owner, name) },
    }),
    restoreSnapshot: async ({ owner, path: { name } }) => ok(await snapshots.restore(owner, name)),
    deleteSnapshot: async ({ owner, path: { name } }) => {
      await snapshots.remove(owner, name);
      return NO_CONTENT;
    },
  });
