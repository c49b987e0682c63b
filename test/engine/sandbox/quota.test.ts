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

test('a sandbox with as many bytes as it may hold takes no more', async () => {
  const started = startSandbox({}, { quota: { documents: 1000, bytes: 10_000 } });
  const { sandbox } = started;
  await add(started, 'a', 'x'.repeat(9000));
  const upload = (size: number) => sandbox.transact((work) => work.putContent('c', new Uint8Array(size)));
  await expect(upload(2000)).rejects.toMatchObject(full('10000'));
  await upload(500);
  await add(started, 'b', 'x'.repeat(2000));
  await expect(add(started, 'c')).rejects.toMatchObject(full('10000'));
});

test('a refused transaction leaves nothing behind', async () => {
  const { sandbox } = startSandbox({}, { quota: { documents: 2, bytes: 1_000_000 } });
  const tooMany = sandbox.transact((work) => {
    for (const id of ['a', 'b', 'c']) work.insert(notes, () => ({ id }));
  });
  await expect(tooMany).rejects.toMatchObject(full('2'));
  expect(await sandbox.read((work) => work.page(notes, { page: 0, size: 1 }).total)).toBe(0);
});

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
