import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { eventually } from '../../support/eventually.ts';
import { runs } from '../../support/long-form.ts';
import { sampleOrder, sampleBuyer } from '../../support/sample-order.ts';
import { type TempFolder, createTempFolder } from '../../support/temp-folder.ts';
import { type Answer, CONNECTIONS, type Served, serveFolder } from './served-folder.ts';

const PARTNER = '/partners/acbda359-95c1-4bf5-b598-96c4baf862d4';

const WRITES = runs({ short: 300, long: 1000 });
/** So many answers are read, then the process is killed with others on their way. */
const ANSWERED = WRITES / 2;

let folder: TempFolder;
let served: Served;
beforeEach(async () => {
  folder = await createTempFolder({});
  served = await serveFolder(folder.path);
});
afterEach(async () => {
  await served.kill();
  await folder.remove();
});

interface Write {
  readonly key: string;
  readonly path: string;
  readonly body: object;
}

const buyer = (name: string): Write => ({
  key: `buyer ${name}`,
  path: `${PARTNER}/buyers`,
  body: sampleBuyer({ companyName: `Autohaus ${name} GmbH` }),
});

const order = (number: number, buyerId: string): Write => ({
  key: `order ${String(number)}`,
  path: `${PARTNER}/orders`,
  body: sampleOrder({ externalOrderId: `CRASH-${String(number)}`, buyerId }),
});

const send = ({ path, body, key }: Write): Promise<Answer> => served.post(path, body, key);

const uuidOf = ({ text }: Answer): string => (JSON.parse(text) as { uuid: string }).uuid;

/** As many at once as there are connections. */
const forEach = async <T>(all: readonly T[], work: (item: T) => Promise<void>): Promise<void> => {
  const rest = all.values();
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      for (const item of rest) await work(item);
    }),
  );
};

const total = async (): Promise<number> => {
  const { text } = await served.get('/orders?size=1');
  return (JSON.parse(text) as { pagination: { totalElements: number } }).pagination.totalElements;
};

test('what was answered before a crash is there after it, and nothing happens twice', async () => {
  const before = await total();
  const buyerWrite = buyer('Crash');
  const buyerAnswer = await send(buyerWrite);
  expect(buyerAnswer.status).toBe(201);
  const writes = Array.from({ length: WRITES }, (_, number) => order(number, uuidOf(buyerAnswer)));

  const answered = new Map<Write, Answer>([[buyerWrite, buyerAnswer]]);
  const lost: Write[] = [];
  let killed: Promise<void> | undefined;
  await forEach(writes, async (write) => {
    try {
      answered.set(write, await send(write));
    } catch {
      lost.push(write);
    }
    if (answered.size > ANSWERED) killed ??= served.kill();
  });
  await killed;
  // It was in the middle of it.
  expect(answered.size).toBeLessThan(WRITES - CONNECTIONS);
  expect(lost.length).toBeGreaterThan(0);

  served = await serveFolder(folder.path);
  const committed = await total();
  expect(committed - before).toBeGreaterThanOrEqual(answered.size - 1);
  expect(committed - before).toBeLessThanOrEqual(answered.size - 1 + CONNECTIONS);

  // Every acknowledged write is there, and its retry gets the first answer, byte for byte.
  await forEach([...answered], async ([write, first]) => {
    expect(first.status).toBe(201);
    expect(await send(write)).toEqual({ ...first, replayed: true });
    if (write !== buyerWrite) expect((await served.get(`${PARTNER}/orders/${uuidOf(first)}`)).text).toBe(first.text);
  });
  expect(await total()).toBe(committed);

  // The others succeed, once: some had happened, and their answer was on its way.
  let replays = 0;
  await forEach(lost, async (write) => {
    const again = await send(write);
    expect(again.status).toBe(201);
    if (again.replayed) replays += 1;
    expect(await send(write)).toEqual({ ...again, replayed: true });
  });
  expect(replays).toBe(committed - before - (answered.size - 1));
  expect(await total()).toBe(before + WRITES);
});

test('a server that was stopped goes on where it was', async () => {
  const { uuid } = JSON.parse((await send(buyer('Stop'))).text) as { uuid: string };
  const created = await send(order(1, uuid));
  await served.stop();
  served = await serveFolder(folder.path);
  expect(await send(order(1, uuid))).toEqual({ ...created, replayed: true });
  expect((await served.get(`${PARTNER}/orders/${uuidOf(created)}`)).text).toBe(created.text);
  expect((await send(order(2, uuid))).status).toBe(201);
});

test('a server starts after a crash without room for anything: it serves reads, and writes once there is room', async () => {
  const before = buyer('Before');
  const answer = await send(before);
  const after = order(1, uuidOf(answer));
  await served.kill();

  // Less than the index of the log that the crash has left would take.
  served = await serveFolder(folder.path, 8);
  // A job that is due fails at the same time, and takes along what was read after it.
  await eventually(async () => (await served.get(`${before.path}/${uuidOf(answer)}`)).status === 200);
  expect(await send(after)).toMatchObject({ status: 503, text: expect.stringContaining('cannot write its data file') });
  await served.kill();

  served = await serveFolder(folder.path);
  expect(await send(before)).toEqual({ ...answer, replayed: true });
  expect(await send(after)).toMatchObject({ status: 201, replayed: false });
});
