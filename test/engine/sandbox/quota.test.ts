import { expect, test } from '@jest/globals';
import { TEST_NOW } from '../../support/test-clock.ts';
import { job, notes, startSandbox } from './start-sandbox.ts';

const full = (what: string) => ({
  members: {
    status: 507,
    detail: expect.stringMatching(`^This sandbox is full: it holds \\d+ \\w+, and may hold ${what}\\b.* Reset it`),
  },
});

const add = ({ sandbox }: ReturnType<typeof startSandbox>, id: string, text = '') =>
  sandbox.transact((work) => work.insert(notes, () => ({ id, text })));

test('what the stub does by itself is not refused: there is nobody who could be told', async () => {
  const started = startSandbox(
    {
      note: (work) => {
        work.insert(notes, () => ({ id: 'by the job' }));
        work.emit({ type: 'event', data: {} });
      },
    },
    { quota: { documents: 2, bytes: 1_000_000 } },
  );
  const { sandbox, schedule, failures } = started;
  await schedule(job('a', 1));
  await add(started, 'b');
  await expect(add(started, 'c')).rejects.toMatchObject(full('2'));
  expect(await sandbox.advance(TEST_NOW + 1)).toMatchObject([{ events: ['event'] }]);
  expect(failures).toEqual([]);
});
