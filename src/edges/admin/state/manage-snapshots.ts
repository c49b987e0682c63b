import type { Validated } from '../../../engine/exchange/exchange.ts';
import type { Behaviours } from '../../../engine/responders/stateful.ts';
import type { Organization } from '../../../identity/organization.ts';
import { toIsoDateTime } from '../../../kernel/clock.ts';
import { jsonContent, textContent } from '../../../kernel/http.ts';
import { ownerOf, sandboxOf } from '../access/sandbox-of.ts';
import type { SnapshotNote } from '../../../control/state/snapshot-shelf.ts';
import type { Snapshots } from '../../../control/state/snapshots.ts';

const toShown = ({ name, takenAt, clock, documents, contents, bytes }: SnapshotNote): object => ({
  name,
  takenAt: toIsoDateTime(takenAt),
  clock: { now: toIsoDateTime(clock.now), frozen: clock.frozen },
  documents,
  contents,
  bytes,
});

/** Snapshots of a sandbox: taken, listed, looked at, gone back to, deleted. */
export const manageSnapshots = (snapshots: Snapshots): Behaviours => {
  const own = (exchange: Validated): readonly [owner: Organization, name: string] => {
    sandboxOf(exchange);
    return [ownerOf(exchange), exchange.pathParameters['name'] ?? ''];
  };
  return {
    listSnapshots: async (exchange) => {
      const [owner] = own(exchange);
      return {
        status: 200,
        headers: {},
        content: jsonContent({ data: (await snapshots.list(owner)).map(toShown) }),
      };
    },
    takeSnapshot: async (exchange) => {
      const { note, isNew } = await snapshots.take(...own(exchange));
      return { status: isNew ? 201 : 200, headers: {}, content: jsonContent(toShown(note)) };
    },
    getSnapshot: async (exchange) => {
      const { text, state } = await snapshots.read(...own(exchange));
      return {
        status: 200,
        headers: { 'cache-control': 'no-store', 'content-disposition': 'attachment; filename="state.json"' },
        content: textContent(text, 'application/json', state),
      };
    },
    restoreSnapshot: async (exchange) => {
      const summary = await snapshots.restore(...own(exchange));
      return { status: 200, headers: {}, content: jsonContent(summary) };
    },
    deleteSnapshot: async (exchange) => {
      await snapshots.remove(...own(exchange));
      return { status: 204, headers: {} };
    },
  };
};
