import { expect, test } from '@jest/globals';
import { toLiveStates } from '../../src/composition/live-states.ts';
import { createMailboxes } from '../../src/control/mail/mailboxes.ts';
import type { Engine } from '../../src/engine/create-engine.ts';
import type { LiveState } from '../../src/engine/sandbox/live-state.ts';
import { OWNER, severalProcesses } from '../engine/sandbox/several-processes.ts';

const named = (name: string): LiveState => ({ name, save: () => undefined, load: () => undefined });

test('every live state is carried under a name of its own', () => {
  const asked: unknown[] = [];
  const states = toLiveStates({
    observers: {
      expectations: { live: named('expectations') },
      watches: { live: named('watches') },
      recorder: { live: named('steering') },
    },
    known: { clients: { clientsOf: () => ['client'] } },
    webhooks: { inboxes: { live: named('inboxes') } },
    mailbox: createMailboxes(),
    api: {
      liveStates: ({ clientsOf }: Parameters<Engine['liveStates']>[0]) => {
        asked.push(clientsOf('organization'));
        return [named('budgets')];
      },
    },
  } as unknown as Parameters<typeof toLiveStates>[0]);
  const names = states.map(({ name }) => name);
  expect(names).toEqual([...new Set(names)]);
  expect(asked).toEqual([['client']]);
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
