import { expect, test } from '@jest/globals';
import { toDerivedCaches } from '../../src/composition/derived-caches.ts';
import { toLiveStates } from '../../src/composition/live-states.ts';
import { createMailboxes } from '../../src/control/mail/mailboxes.ts';
import { createMemoryStore } from '../../src/edges/stores/memory-store.ts';
import { createSnapshotRepository } from '../../src/control/state/snapshot-repository.ts';
import type { Engine } from '../../src/engine/create-engine.ts';
import type { RecordChange } from '../../src/engine/sandbox/change-watch.ts';
import type { LiveState } from '../../src/engine/sandbox/live-state.ts';
import type { Sandbox } from '../../src/engine/sandbox/sandbox.ts';
import { deliveries } from '../../src/engine/webhooks/model/delivery.ts';
import { OWNER, severalProcesses } from '../engine/sandbox/several-processes.ts';

const named = (name: string): LiveState => ({
  name,
  revision: () => 0,
  capture: () => undefined,
  restore: () => undefined,
});

test('every live state is carried under a name of its own, which leaves room for its parts', () => {
  const asked: unknown[] = [];
  const states = toLiveStates({
    observers: {
      expectations: { live: named('expectations') },
      clientWatch: { liveStates: [named('journal')] },
      recorder: { liveStates: [named('steering')] },
    },
    known: { clients: { clientsOf: () => ['client'] } },
    webhooks: { inboxes: { live: named('inboxes') } },
    mailbox: createMailboxes(),
    persistence: { sandboxes: { inUse: new Map() }, repository: { live: named('snapshots') } },
    api: {
      liveStates: ({ clientsOf, sandboxOf }: Parameters<Engine['liveStates']>[0]) => {
        asked.push(clientsOf('organization'), sandboxOf('organization'));
        return [named('budgets')];
      },
    },
  } as unknown as Parameters<typeof toLiveStates>[0]);
  const names = states.map(({ name }) => name);
  expect(names).toEqual([...new Set(names)]);
  expect(names.filter((name) => !/^[a-z-]+$/.test(name))).toEqual([]);
  expect(asked).toEqual([['client'], undefined]);
});

test('e-mails in several processes are those of one', () => {
  const alone = createMailboxes();
  const several = severalProcesses([createMailboxes(), createMailboxes()], ({ live }) => [live]);
  for (let n = 0; n < 300; n++) {
    const mail = { organization: OWNER.uuid, to: 'a@example.com', subject: String(n), text: '', sentAt: n };
    alone.send(mail);
    several.on(n, ({ send }) => {
      send(mail);
    });
  }
  const kept = several.on(0, ({ of }) => of(OWNER.uuid));
  expect(kept).toEqual(alone.of(OWNER.uuid));
  several.on(1, ({ forget }) => {
    forget(OWNER.uuid);
  });
  expect(several.on(0, ({ of }) => of(OWNER.uuid))).toEqual([]);
});

test('what follows from documents is told which collections others have changed', () => {
  const told: unknown[] = [];
  const { refreshed } = toDerivedCaches({
    scenarios: { scenarios: { refreshed: (_sandbox: Sandbox, all: ReadonlySet<string>) => told.push([...all]) } },
    webhooks: { watch: { changed: (organization: string) => told.push(organization) } },
  } as unknown as Parameters<typeof toDerivedCaches>[0]);
  const sandbox = { id: 'demo', organization: 'uuid' } as Sandbox;
  refreshed(sandbox, new Set(['orders']));
  refreshed(sandbox, new Set([deliveries.name]));
  expect(told).toEqual([['orders'], [deliveries.name], 'uuid']);
});

test('snapshots that others take and delete count for the quota', async () => {
  const store = createMemoryStore();
  const [one, other] = [createSnapshotRepository(store), createSnapshotRepository(store)];
  const draft = { name: 'first', takenAt: 0, clock: { now: 0, frozen: false }, documents: 0, contents: 0 };
  await other.prepare('demo');
  const { note } = await one.put('demo', draft, 'text', () => undefined);
  const told = (before: unknown, after: unknown): readonly RecordChange[] => [
    { collection: 'snapshots', id: 'first', before, after },
  ];
  other.refreshed('$snapshots/another', told(undefined, note));
  other.refreshed('$storyboards/demo', told(undefined, note));
  expect(other.bytesOf('demo')).toBe(0);
  other.refreshed('$snapshots/demo', told(undefined, note));
  expect(other.bytesOf('demo')).toBe(note.bytes);
  other.refreshed('$snapshots/demo', told(note, undefined));
  expect(other.bytesOf('demo')).toBe(0);
  other.refreshed('$snapshots/demo', undefined);
  await store.read('$snapshots/demo', () => Promise.resolve());
  expect(other.bytesOf('demo')).toBe(note.bytes);
});
