import { describe, expect, test } from '@jest/globals';
import { createJournal } from '../../../src/engine/journal/journal.ts';
import { createRecordedRequests } from '../../../src/engine/journal/recorded-requests.ts';
import { createRedactor } from '../../../src/engine/journal/redactor.ts';
import { createPlaces } from '../../../src/kernel/places.ts';
import { NO_PAUSE } from '../../../src/kernel/time-slices.ts';
import { createFakeTimers } from '../../support/fake-timers.ts';
import { settle } from '../webhooks/deliveries/settle.ts';
import { FORM, createEntry } from './create-entry.ts';

const contract = { basePath: '/v1', operations: [] };

const start = () => {
  const journal = createJournal({ form: FORM, sharesUnowned: false });
  const timers = createFakeTimers();
  let pause = NO_PAUSE;
  const requests = createRecordedRequests({
    journal,
    redactor: createRedactor(contract),
    contract,
    explain: () => {
      throw new Error('nothing is explained here');
    },
    version: '1',
    after: timers.after,
    pauses: () => () => pause(),
    longPolls: createPlaces(20),
  });
  return {
    journal,
    timers,
    /** Waits for exchanges with the status 201. */
    wait: (count: number, whenGone?: (task: () => void) => void) =>
      requests.await('a', { criteria: { status: 201 }, count, timeout: 1000, whenGone }),
    come: (status: number) => {
      journal.note('a', (position) => createEntry({ position, id: `${String(status)}-${String(position)}`, status }));
    },
    /** Every comparison pauses until the returned function is called. */
    hold: () => {
      let goOn = (): void => undefined;
      const over = new Promise<void>((resolve) => (goOn = resolve));
      pause = () => over;
      return goOn;
    },
  };
};

const idsOf = ({ found }: { readonly found: readonly { readonly id: string }[] }) => found.map(({ id }) => id);

describe('a wait for requests', () => {
  test('does not count what came before the journal was emptied', async () => {
    const { wait, come, journal, timers } = start();
    const waiting = wait(2);
    await settle();
    come(201);
    journal.forget('a');
    come(201);
    timers.pass(1000);
    expect(await waiting).toMatchObject({ kind: 'timeout', found: [{ id: '201-2' }] });
  });

  test('counts what comes while a long journal is compared, and its emptying', async () => {
    const { wait, come, journal, hold, timers } = start();
    come(201);
    let goOn = hold();
    const adding = wait(3);
    await settle();
    come(201);
    come(201);
    goOn();
    await settle();
    timers.pass(10);
    expect(idsOf(await adding)).toEqual(['201-1', '201-2', '201-3']);

    goOn = hold();
    const emptied = wait(1);
    await settle();
    journal.forget('a');
    come(201);
    goOn();
    await settle();
    timers.pass(10);
    expect(idsOf(await emptied)).toEqual(['201-4']);
  });

  test('counts what was there, even if the time is over before it is compared', async () => {
    const { wait, come, timers, hold } = start();
    const goOn = hold();
    come(201);
    const waiting = wait(1);
    await settle();
    timers.pass(1000);
    goOn();
    expect(await waiting).toMatchObject({ kind: 'met', found: [{ id: '201-1' }] });
  });
});
