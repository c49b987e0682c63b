import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type Stream, listenToStream } from '../../support/listen-to-stream.ts';
import { closedBy } from '../../support/closed-by.ts';
import { type NewSandbox, createAdminClient, createSandbox } from '../control-api/admin-client.ts';
import { type ConsoleBrowser, SESSION, openBrowser } from './browser.ts';

const OPERATOR = 'the-operator-of-this-server';

let sandbox: NewSandbox;
let browser: ConsoleBrowser;

const started = await closedBy(afterAll).start({ mode: 'hosted', adminToken: OPERATOR, maxGuesses: 0 });
const admin = createAdminClient(started);

beforeEach(async () => {
  sandbox = await createSandbox(admin, { name: 'One' }, { token: OPERATOR });
  browser = openBrowser(started);
});

const signIn = (by: ConsoleBrowser) => {
  const { clientId, clientSecret } = sandbox;
  return by.signIn({ clientId, clientSecret });
};

const listen = (by: ConsoleBrowser, path: string): Promise<Stream> =>
  listenToStream(`${started.mock.url}/__admin${path}`, {
    'sec-fetch-site': 'same-origin',
    'x-vatmock-console': '1',
    cookie: by.cookie() ?? '',
  });

const STREAMS = ['/stream?kinds=exchange,state', '/stream', '/listen?name=page'];

const openAll = (by: ConsoleBrowser, query = ''): Promise<readonly Stream[]> =>
  Promise.all(
    STREAMS.map((path) => listen(by, `${path}${query === '' ? '' : (path.includes('?') ? '&' : '?') + query}`)),
  );

const lastOf = ({ messages }: Stream) => messages.at(-1)?.event;

const expectEnd = async (streams: readonly Stream[]): Promise<void> => {
  await Promise.all(streams.map(({ ended }) => ended));
  expect(streams.map(lastOf)).toEqual(['closed', 'closed', 'closed']);
};

describe('the streams of a session end with it', () => {
  test.each([
    ['it signs out', () => browser.call('DELETE', SESSION)],
    ['it signs in again', () => signIn(browser)],
    [
      'its secret is rotated',
      () =>
        admin('POST', `/clients/${sandbox.clientId}/rotate-secret?sandbox=${sandbox.id}`, {
          token: OPERATOR,
          body: {},
        }),
    ],
    [
      'its client is disabled, even when it is enabled again',
      async () => {
        const change = (enabled: boolean) =>
          admin('PATCH', `/clients/${sandbox.clientId}?sandbox=${sandbox.id}`, { token: OPERATOR, body: { enabled } });
        await change(false);
        return change(true);
      },
    ],
    ['its sandbox is deleted', () => admin('DELETE', `/sandboxes/${sandbox.id}`, { token: OPERATOR })],
  ])('when %s', async (how, act) => {
    await signIn(browser);
    const streams = await openAll(browser);
    expect(streams.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await act()).status).toBeLessThan(300);
    await expectEnd(streams);
    const { status } = await browser.call('GET', '/__admin/clock');
    expect(status).toBe(how === 'it signs in again' ? 200 : 401);
  });

  test('and say that it is signed out', async () => {
    await signIn(browser);
    const stream = await listen(browser, '/stream?kinds=clock');
    await browser.call('DELETE', SESSION);
    await stream.ended;
    expect(stream.messages.at(-1)).toMatchObject({ event: 'closed', data: { reason: 'signed-out' } });
  });

  test('the operator’s too', async () => {
    await browser.signIn({ operatorToken: OPERATOR });
    const streams = await openAll(browser, `sandbox=${sandbox.id}`);
    await browser.call('DELETE', SESSION);
    await expectEnd(streams);
  });
});

test('the streams of other sessions, and those with a token, continue', async () => {
  const other = openBrowser(started);
  await signIn(browser);
  await signIn(other);
  const own = await listen(other, '/stream?kinds=clock');
  const program = await listenToStream(`${started.mock.url}/__admin/stream?kinds=clock&sandbox=${sandbox.id}`, {
    authorization: `Bearer ${OPERATOR}`,
  });
  const leaving = await listen(browser, '/stream?kinds=clock');
  await browser.call('DELETE', SESSION);
  await leaving.ended;
  await other.call('POST', '/__admin/clock/freeze');
  expect((await own.waitFor(2)).map(({ event }) => event)).toEqual(['listening', 'clock']);
  expect(program.messages.map(({ event }) => event)).not.toContain('closed');
  own.leave();
  program.leave();
});
