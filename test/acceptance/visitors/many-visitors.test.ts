import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { eventually } from '../../support/eventually.ts';
import { type StartedMock, startMock } from '../../support/start-mock.ts';
import { type ConsoleBrowser, openBrowser } from '../console/browser.ts';
import { createAdminClient } from '../control-api/admin-client.ts';

// Fifty sandboxes with their fixtures.
jest.setTimeout(120_000);

const OPERATOR = 'the-operator-of-this-server';
const VISITORS = 50;

let started: StartedMock;
beforeAll(async () => {
  started = await startMock({ mode: 'hosted', adminToken: OPERATOR, controlCallsPerMinute: 200 });
});
afterAll(() => started.stop());

interface Guest {
  readonly browser: ConsoleBrowser;
  readonly sandbox: string;
  /** What its stream has said since it was asked last. */
  readonly heard: () => string;
  readonly leave: () => void;
}

const invite = async (wish: object): Promise<() => Promise<Guest>> => {
  const body = { name: 'Fair', uses: 'many', ...wish };
  const answer = await createAdminClient(started)('POST', '/visitor-links', { token: OPERATOR, body });
  const link = new URL((answer.body as { url: string }).url).hash.slice(1);
  return async () => {
    const browser = openBrowser(started);
    const { status, body: session } = await browser.signIn({ link });
    expect(status).toBe(200);
    return { browser, sandbox: session.sandbox as string, ...(await listen(browser)) };
  };
};

const listen = async (browser: ConsoleBrowser): Promise<Pick<Guest, 'heard' | 'leave'>> => {
  const abort = new AbortController();
  const stream = await fetch(`${started.mock.url}/__admin/stream?kinds=clock`, {
    headers: { cookie: browser.cookie()!, 'x-vatmock-console': '1', 'sec-fetch-site': 'same-origin' },
    signal: abort.signal,
  });
  expect(stream.status).toBe(200);
  let text = '';
  const read = async (): Promise<void> => {
    for await (const chunk of stream.body!) text += Buffer.from(chunk).toString('utf8');
  };
  read().catch(() => undefined);
  return {
    heard: () => text,
    leave: () => {
      abort.abort();
    },
  };
};

test('fifty visitors with a stream each have data, clocks and streams of their own', async () => {
  const come = await invite({});
  const guests = await Promise.all(Array.from({ length: VISITORS }, come));
  expect(new Set(guests.map(({ sandbox }) => sandbox)).size).toBe(VISITORS);
  const [one, ...others] = guests as [Guest, ...Guest[]];

  expect((await one.browser.call('POST', '/__admin/clock/freeze')).status).toBe(200);
  await eventually(() => one.heard().includes('"frozen":true'));
  const clocks = await Promise.all(others.map(({ browser }) => browser.call('GET', '/__admin/clock')));
  expect(clocks.every(({ status, body }) => status === 200 && body.frozen === false)).toBe(true);
  expect(others.filter(({ heard }) => heard().includes('"frozen":true'))).toEqual([]);

  // A flood uses up the calls of its visitor alone.
  const flood = await Promise.all(Array.from({ length: 210 }, () => one.browser.call('GET', '/__admin/clock')));
  expect(flood.some(({ status }) => status === 429)).toBe(true);
  const calm = await Promise.all(others.map(({ browser }) => browser.call('GET', '/__admin/clock')));
  expect(new Set(calm.map(({ status }) => status))).toEqual(new Set([200]));
  for (const { leave } of guests) leave();
});

test('fifty screens follow one sandbox; a flood of one of them refuses no call of another', async () => {
  const come = await invite({ copies: 'shared', permission: 'watch' });
  const guests = await Promise.all(Array.from({ length: VISITORS }, come));
  expect(new Set(guests.map(({ sandbox }) => sandbox)).size).toBe(1);
  const [one, ...others] = guests as [Guest, ...Guest[]];
  const path = `/clock/freeze?sandbox=${one.sandbox}`;
  expect((await createAdminClient(started)('POST', path, { token: OPERATOR })).status).toBe(200);
  await eventually(() => guests.every(({ heard }) => heard().includes('"frozen":true')));

  const flood = await Promise.all(Array.from({ length: 210 }, () => one.browser.call('GET', '/__admin/clock')));
  expect(flood.some(({ status }) => status === 429)).toBe(true);
  const calm = await Promise.all(others.map(({ browser }) => browser.call('GET', '/__admin/clock')));
  expect(new Set(calm.map(({ status }) => status))).toEqual(new Set([200]));
  for (const { leave } of guests) leave();
});
