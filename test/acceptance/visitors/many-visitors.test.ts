import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '../../support/eventually.ts';
import { closedBy } from '../../support/closed-by.ts';

import { type ConsoleBrowser, openBrowser } from '../console/browser.ts';
import { createAdminClient } from '../control-api/admin-client.ts';
import { type Show, shownBy } from '../storyboards/director.ts';
import { runs } from '../../support/long-form.ts';

// Fifty sandboxes with their fixtures.

const OPERATOR = 'the-operator-of-this-server';
const VISITORS = runs({ short: 20, long: 50 });

const started = await closedBy(afterAll).start({ mode: 'hosted', adminToken: OPERATOR, controlCallsPerMinute: 200 });

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
  const stream = await fetch(`${started.mock.url}/__admin/stream?kinds=clock,show`, {
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

describe('fifty visitors with a console and a stream each', () => {
  let guests: readonly Guest[];
  beforeAll(async () => {
    const come = await invite({});
    guests = await Promise.all(Array.from({ length: VISITORS }, come));
  });
  afterAll(() => {
    for (const { leave } of guests) leave();
  });

  test('have sandboxes and clocks of their own', async () => {
    expect(new Set(guests.map(({ sandbox }) => sandbox)).size).toBe(VISITORS);
    const [one, ...others] = guests as [Guest, ...Guest[]];
    expect((await one.browser.call('POST', '/__admin/clock/freeze')).status).toBe(200);
    await eventually(() => one.heard().includes('"frozen":true'));
    const clocks = await Promise.all(others.map(({ browser }) => browser.call('GET', '/__admin/clock')));
    expect(clocks.every(({ status, body }) => status === 200 && body.frozen === false)).toBe(true);
    expect(others.filter(({ heard }) => heard().includes('"frozen":true'))).toEqual([]);
  });

  test('play storyboards at once, and none sees data, clock or news of another', async () => {
    const { body } = await guests[0]!.browser.call('GET', '/__admin/show');
    const names = (body.storyboards as readonly { readonly name: string }[]).map(({ name }) => name);
    expect(names).toHaveLength(5);
    const plans = guests.map((guest, index) => ({
      guest,
      storyboard: names[index % names.length]!,
      // All pairs of a storyboard and a number of steps occur.
      steps: 1 + (Math.floor(index / names.length) % 3),
      minutes: index + 1,
    }));
    const results = await Promise.all(plans.map(play));

    expect(new Set(results.flatMap(({ sellers }) => [...sellers])).size).toBeGreaterThanOrEqual(VISITORS);
    for (const [index, { guest, storyboard, steps }] of plans.entries()) {
      const { seen, clock } = results[index]!;
      // Each sandbox has sellers of its own, which are in its orders and answers.
      const others = results.flatMap(({ owner, sellers }) => (owner === guest ? [] : [...sellers]));
      expect(others.filter((seller) => seen.includes(seller))).toEqual([]);
      expect(clock).toMatchObject({ frozen: true });
      await eventually(() => timeIn(guest) === clock.now);
      const news = messagesIn(guest, 'show');
      expect(new Set(news.map(({ storyboard: name }) => name))).toEqual(new Set([storyboard]));
      expect(Math.max(...news.map(({ played }) => played ?? 0))).toBe(steps);
    }
    // Each clock was moved by minutes of its own and seconds of no storyboard: a message of another sandbox would show.
    const times = new Set(plans.map(({ guest }) => timeIn(guest)));
    expect(times.size).toBe(VISITORS);
    for (const { guest } of plans) {
      const others = new Set(results.filter(({ owner }) => owner !== guest).map(({ clock }) => clock.now));
      expect(messagesIn(guest, 'clock').filter(({ now }) => others.has(now ?? ''))).toEqual([]);
    }
  });

  test('lose nothing to the flood of one of them', async () => {
    const [one, ...others] = guests as [Guest, ...Guest[]];
    const flood = await Promise.all(Array.from({ length: 210 }, () => one.browser.call('GET', '/__admin/clock')));
    expect(flood.some(({ status }) => status === 429)).toBe(true);
    const calm = await Promise.all(others.map(({ browser }) => browser.call('GET', '/__admin/clock')));
    expect(new Set(calm.map(({ status }) => status))).toEqual(new Set([200]));
  });
});

interface OrderList {
  readonly data: readonly { readonly seller: { readonly uuid: string } }[];
}

interface Plan {
  readonly guest: Guest;
  readonly storyboard: string;
  readonly steps: number;
  readonly minutes: number;
}

/** Plays some steps, moves the clock, and looks at everything. */
const play = async ({ guest, storyboard, steps, minutes }: Plan) => {
  const call = async (method: string, path: string, content?: object): Promise<unknown> => {
    const { status, body } = await guest.browser.call(method, `/__admin${path}`, { body: content });
    expect([path, status, status === 200 ? null : body]).toEqual([path, 200, null]);
    return body;
  };
  await call('PUT', '/show', { storyboard });
  const shown: string[] = [];
  while (shown.length < steps) {
    const { show } = (await call('POST', '/show/next')) as { readonly show: Show };
    expect([show.failure, show.played]).toEqual([null, shown.length + 1]);
    shown.push(shownBy(show));
  }
  const { data: orders } = (await call('GET', '/records/orders')) as OrderList;
  const sellers = new Set(orders.map(({ seller }) => seller.uuid));
  expect(sellers.size).toBeGreaterThan(0);
  const clock = (await call('POST', '/clock/advance', { by: `PT${String(minutes)}M7S` })) as { readonly now: string };
  return { owner: guest, seen: shown.join('') + JSON.stringify(orders), sellers, clock };
};

interface News {
  readonly now?: string;
  readonly storyboard?: string;
  readonly played?: number;
}

/** The data of the messages of one kind. */
const messagesIn = (guest: Guest, kind: string): readonly News[] =>
  guest
    .heard()
    .split('\n\n')
    .filter((message) => message.startsWith(`event: ${kind}\n`) || message.includes(`\nevent: ${kind}\n`))
    .map((message) => JSON.parse(/^data: (.*)$/m.exec(message)?.[1] ?? 'null') as News);

const timeIn = (guest: Guest): string | undefined => messagesIn(guest, 'clock').at(-1)?.now;

test('many screens follow one sandbox; a flood of one of them refuses no call of another', async () => {
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
