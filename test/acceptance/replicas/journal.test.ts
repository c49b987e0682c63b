import { afterEach, expect, test } from '@jest/globals';
import { createMock } from '../../../src/composition/create-mock.ts';
import type { Mock } from '../../../src/composition/mock.ts';
import { WAYS, describePostgres } from '../../support/postgres/describe-postgres.ts';
import { type Stream, type StreamedMessage, listenToStream } from '../../support/listen-to-stream.ts';
import { tokenOf } from '../control-api/admin-client.ts';

const idOf = ({ data }: StreamedMessage): unknown => (data as { readonly id?: unknown }).id;

for (const way of WAYS)
  describePostgres(
    'the journal of two servers',
    (database) => {
      const mocks: Mock[] = [];
      const streams: Stream[] = [];
      afterEach(async () => {
        for (const stream of streams.splice(0)) stream.leave();
        for (const mock of mocks.splice(0)) await mock.close();
      });

      const startTwo = async () => {
        const databaseUrl = database.freshUrl();
        for (let i = 0; i < 2; i++) mocks.push(await createMock({ databaseUrl, delays: 'skip' }));
        const [one, other] = mocks;
        if (one === undefined || other === undefined) throw new Error('two were started');
        const call = async (mock: Mock, path: string) =>
          fetch(`${mock.baseUrl}${path}`, { headers: { authorization: `Bearer ${await mock.token()}` } });
        return { one, other, call, adminOf: (mock: Mock) => `${mock.url}/__admin` };
      };

      test('a call through one is in the journal, coverage and findings of the other at once', async () => {
        const { one, other, call, adminOf } = await startTwo();
        const id = (await call(one, '/me')).headers.get('x-mock-request-id') ?? '';
        expect((await other.requests.find({ operation: 'getOrganization' })).map((found) => found.id)).toEqual([id]);
        await call(one, '/me?unknown=1');
        await call(other, '/me?unknown=1');
        const read = async (mock: Mock, path: string): Promise<unknown> => (await fetch(adminOf(mock) + path)).json();
        for (const path of ['/coverage', '/findings']) {
          const [ofOne, ofOther] = [await read(one, path), await read(other, path)];
          expect(ofOther).toEqual(ofOne);
        }
        expect(await read(other, '/findings')).toMatchObject({ data: [{ count: 2 }] });
        expect(await read(other, `/requests/${id}`)).toMatchObject({ id, operationId: 'getOrganization' });
        expect(await one.requests.count()).toBe(3);
      });

      test('no two exchanges have the same id, although both servers have one seed', async () => {
        const { one, other, call, adminOf } = await startTwo();
        const ids: string[] = [];
        for (const mock of [one, other, other, one]) {
          const { headers } = await call(mock, '/me');
          ids.push(headers.get('x-mock-request-id') ?? '', headers.get('x-trace-id') ?? '');
        }
        expect(new Set(ids).size).toBe(8);
        expect((await fetch(`${adminOf(other)}/requests/${ids[0] ?? ''}`)).status).toBe(200);
      });

      test('a stream at one shows what happens through the other, and continues there', async () => {
        const { one, other, call, adminOf } = await startTwo();
        const follow = async (mock: Mock, lastEventId?: string) => {
          const headers = lastEventId === undefined ? {} : { 'last-event-id': lastEventId };
          const stream = await listenToStream(`${adminOf(mock)}/stream`, headers);
          streams.push(stream);
          return stream;
        };
        const first = await follow(one);
        const ids = [];
        for (const mock of [other, one]) ids.push((await call(mock, '/me')).headers.get('x-mock-request-id'));
        const seen = (await first.waitFor(3)).slice(1);
        expect(seen.map(idOf)).toEqual(expect.arrayContaining(ids));
        first.leave();
        const missed = (await call(one, '/me')).headers.get('x-mock-request-id');
        const second = await follow(other, seen.at(-1)?.id);
        expect((await second.waitFor(1)).map(idOf)).toEqual([missed]);
      });

      test('a token that the other issues is in the journal of its sandbox, and a refusal in that of the usual one', async () => {
        const { one, other, adminOf } = await startTwo();
        const statusesIn = async (sandbox: string): Promise<readonly unknown[]> => {
          const response = await fetch(`${adminOf(one)}/requests?sandbox=${sandbox}`);
          const { data } = (await response.json()) as { readonly data: readonly { readonly status: number }[] };
          return data.map(({ status }) => status);
        };
        await one.requests.count({}, 'enterprise');
        await one.requests.count();
        await tokenOf({
          tokenUrl: other.tokenUrl,
          clientId: 'api-client-enterprise',
          clientSecret: 'enterprise-secret',
        });
        expect((await fetch(`${other.baseUrl}/me`)).status).toBe(401);
        expect([await statusesIn('enterprise'), await statusesIn('demo')]).toEqual([[401, 200], [401]]);
      });
    },
    way,
  );
