import { afterEach, expect, test } from '@jest/globals';
import { findPort } from '../../support/find-port.ts';
import { closedBy } from '../../support/closed-by.ts';
import { describePostgres } from '../../support/postgres/describe-postgres.ts';
import type { StartedMock } from '../../support/start-mock.ts';

/** Servers behind one proxy have one public URL, by which each knows its own inboxes. */
const PUBLIC_URL = 'http://stub.example';
const EVENTS = 60;

interface Server extends StartedMock {
  readonly url: string;
}

describePostgres('an inbox on three servers of one database', (database) => {
  const { start } = closedBy(afterEach);

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
    const open = async (): Promise<Server> => {
      const port = await findPort();
      return { ...(await start({ ...options, port })), url: `http://127.0.0.1:${String(port)}` };
    };
    const servers = [await open(), await open(), await open()] as const;
    const [first] = servers;
    const url = `${PUBLIC_URL}/__inbox/shop`;
    await call(first, 'POST', '/v1/webhooks', { url, events: ['prospect.*'] });
    await Promise.all(
      Array.from({ length: EVENTS }, (_, index) =>
        call(servers[index % 3] ?? first, 'POST', '/__admin/events', { type: 'prospect.submitted' }),
      ),
    );
    for (const { mock } of [...servers, ...servers]) await mock.idle();
    const all = Array.from({ length: EVENTS }, (_, index) => index + 1);
    for (const one of servers) expect(await numbersIn(one)).toEqual(all);
  });
});
