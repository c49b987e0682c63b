import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, test } from '@jest/globals';
import { NodeRequest } from '../../../src/edges/http/node-request.ts';
import { passedOn } from '../../../src/edges/http/passed-on.ts';
import { atHome } from '../../../src/edges/peers/at-home.ts';
import type { PassOutcome } from '../../../src/edges/peers/connections.ts';
import { createUnderWay } from '../../../src/edges/peers/under-way.ts';
import type { Peer } from '../../../src/engine/sandbox/shared-access.ts';

const request = ({ method = 'GET', hops = 0 }: { readonly method?: string; readonly hops?: number } = {}) => {
  const incoming = { url: '/v1/me', method, headers: {}, rawHeaders: [], socket: {} } as unknown as IncomingMessage;
  if (hops > 0) passedOn.set(incoming, { address: '127.0.0.1', origin: 'http://stub.example', hops, prove: () => '' });
  return new NodeRequest(
    incoming,
    {} as ServerResponse,
    () => '',
    () => false,
  );
};

/** A server beside others, of which `homes` are found one after the other, and whose answers are `outcomes`. */
const start = (
  homes: readonly (Peer | undefined)[],
  outcomes: readonly PassOutcome[] = [],
  /** Where it ends itself. */
  successors: readonly Peer[] = [],
) => {
  const [found, came] = [[...homes], [...outcomes]];
  const happened: string[] = [];
  const clock = { now: 0 };
  const handle = atHome(
    () => {
      happened.push('handled here');
      return Promise.resolve({ status: 204, headers: {} });
    },
    {
      shared: {
        isHome: () => false,
        settled: () => undefined,
        seek: () => {
          happened.push('asked the database');
          return Promise.resolve(found.shift());
        },
        claim: () => Promise.resolve(),
        claimIfFree: () => Promise.resolve(true),
        touch: () => undefined,
      },
      freshness: { ensure: () => Promise.resolve(), look: () => Promise.resolve(), changed: () => undefined },
      isProbe: () => false,
      sandboxOf: () => Promise.resolve('demo'),
      successor: (gone) => successors.find(({ id }) => !gone.includes(id)),
      pass: (_request, { id }) => {
        happened.push(`passed to ${id}`);
        return Promise.resolve(came.shift() ?? 'answered');
      },
      underWay: createUnderWay(() => ({ cancel: () => undefined })),
      elapsed: () => clock.now,
      problemBase: () => 'http://stub.example',
      drawTraceId: () => 'trace',
      failed: (error) => {
        throw error;
      },
    },
  );
  return { handle, clock, told: () => happened.splice(0) };
};

const ONE = { id: 'one', url: 'http://one.example' };
const OTHER = { id: 'other', url: 'http://other.example' };

test('a home that has answered is not looked for again within a second', async () => {
  const { handle, clock, told } = start([ONE, OTHER]);
  await handle(request());
  expect(told()).toEqual(['asked the database', 'passed to one']);
  await handle(request());
  expect(told()).toEqual(['passed to one']);
  clock.now = 1000;
  await handle(request());
  expect(told()).toEqual(['asked the database', 'passed to other']);
});

test('one that has ended since is looked for anew; without another, the request is answered here', async () => {
  const { handle, told } = start([ONE, OTHER, undefined], ['answered', 'gone', 'answered', 'gone']);
  await handle(request());
  told();
  await handle(request());
  expect(told()).toEqual(['passed to one', 'asked the database', 'passed to other']);
  await handle(request());
  expect(told()).toEqual(['passed to other', 'asked the database', 'handled here']);
});

test('a server that ends passes on to another one that has not ended just before', async () => {
  const { handle, told } = start([undefined, undefined], ['gone', 'answered'], [ONE, OTHER]);
  await handle(request());
  expect(told()).toEqual(['asked the database', 'passed to one', 'asked the database', 'passed to other']);
});

test('what another server has passed on is looked for each time, and no more than three pass it on', async () => {
  const { handle, told } = start([ONE, ONE]);
  await handle(request());
  told();
  await handle(request({ hops: 1 }));
  expect(told()).toEqual(['asked the database', 'passed to one']);
  await handle(request({ hops: 3 }));
  expect(told()).toEqual(['handled here']);
});

test('what reads is asked again where no answer comes, what may have had its effect is not', async () => {
  const { handle, told } = start([ONE, undefined, ONE], ['unanswered', 'unanswered']);
  expect((await handle(request())).status).toBe(204);
  expect(told()).toEqual(['asked the database', 'passed to one', 'asked the database', 'handled here']);
  const lost = await handle(request({ method: 'POST' }));
  expect([lost.status, lost.headers['retry-after']]).toEqual([503, '1']);
  expect(told()).toEqual(['asked the database', 'passed to one']);
});
