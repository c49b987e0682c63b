import { afterEach, expect, test } from '@jest/globals';
import { findPort } from '../../support/find-port.ts';
import { describePostgres } from '../../support/postgres/describe-postgres.ts';
import { type StartedMock, startMock } from '../../support/start-mock.ts';

/** Servers behind one proxy have one public URL, by which each knows its own inboxes. */
const PUBLIC_URL = 'http://stub.example';
const EVENTS = 60;

interface Server extends StartedMock {
  readonly url: string;
}

describePostgres('an inbox on three servers of one database', (database) => {
  const started: Server[] = [];
  afterEach(async () => {
    for (const one of started.splice(0)) await one.stop();
  });

  const call = async ({ mock, url }: Server, method: string, path: string, body?: object): Promise<object> => {
    const headers = {
      'content-type': 'application/json',
      'idempotency-key': path,
      authorization: `Bearer ${await mock.token()}`,
    };
    const content = body === undefined ? {} : { body: JSON.stringify(body) };
    const answer = await fetch(url + path, { method, headers, ...content });
    const text = await answer.text();
    if (!answer.ok) throw new Error(text);
    return JSON.parse(text) as object;
  };

  const numbersIn = async (one: Server): Promise<readonly number[]> => {
    const { messages } = (await call(one, 'GET', '/__admin/inbox/shop')) as {
      readonly messages: readonly { readonly number: number }[];
    };
    return messages.map(({ number }) => number).sort((a, b) => a - b);
  };

  test('keeps what all of them deliver at the same time, and numbers it in one row', async () => {
    const databaseUrl = database.freshUrl();
    const options = { databaseUrl, publicUrl: PUBLIC_URL, databaseConnections: 8 };
    while (started.length < 3) {
      const port = await findPort();
      const one = await startMock({ ...options, port });
      started.push({ ...one, url: `http://127.0.0.1:${String(port)}` });
    }
    const [first] = started as [Server];
    const url = `${PUBLIC_URL}/__inbox/shop`;
    await call(first, 'POST', '/v1/webhooks', { url, events: ['prospect.*'] });
    await Promise.all(
      Array.from({ length: EVENTS }, (_, index) =>
        call(started[index % 3] ?? first, 'POST', '/__admin/events', { type: 'prospect.submitted' }),
      ),
    );
    for (const { mock } of [...started, ...started]) await mock.idle();
    const all = Array.from({ length: EVENTS }, (_, index) => index + 1);
    for (const one of started) expect(await numbersIn(one)).toEqual(all);
  });
});
