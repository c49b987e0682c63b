import { describe, expect, test } from '@jest/globals';
import type { Routed } from '../../../src/engine/exchange/exchange.ts';
import { type Occasion, createMakeReply } from '../../../src/engine/scenarios/reply.ts';
import type { ReplyFile } from '../../../src/generated/scenario-file.ts';
import { smallScenarioSchema } from './small-scenario-schema.ts';

const { contract, operation } = smallScenarioSchema();

const asked: unknown[] = [];

const makeReply = createMakeReply({
  contract: { ...contract, problemBase: 'https://described' },
  fake: (place, seed, { now } = {}) => {
    asked.push({ pointer: place.pointer, seed, now });
    return Promise.resolve({ status: 'OPEN', count: 5 });
  },
  responseHeaders: {
    make: ({ status }, { body }) => ({ etag: `"${status}"`, described: JSON.stringify(body) }),
  },
  problemBase: () => 'http://stub',
});

const occasion = (operationId = 'createOrder'): Occasion => ({
  exchange: {
    request: { path: '/v1/orders' },
    operation: operation(operationId),
    traceId: 'trace-1',
    sandbox: { clock: { now: () => 1000 } },
  } as unknown as Routed,
  title: 'Step 1 of the scenario own',
  source: (name) => (name === 'request.path.uuid' ? 'o-1' : undefined),
  seed: 'seed',
});

const make = async (reply: ReplyFile, operationId?: string) => {
  const answer = await makeReply(reply, occasion(operationId));
  const { status, headers, content } = answer.reply;
  return { ...answer, status, headers, value: content?.value, mediaType: content?.mediaType, text: content?.body };
};

describe('a status', () => {
  test('without a body has none, unless it is to be generated', async () => {
    expect(await make({ status: 204 }, 'deleteOrder')).toMatchObject({ status: 204, value: undefined });
    asked.length = 0;
    expect(await make({ status: 201, body: { count: 7 }, fake: true })).toMatchObject({
      value: { status: 'OPEN', count: 7 },
    });
    expect(await make({ status: 201, fake: true })).toMatchObject({ value: { status: 'OPEN', count: 5 } });
    expect(asked).toEqual([
      { pointer: expect.stringContaining('/201/'), seed: 'seed', now: 1000 },
      { pointer: expect.stringContaining('/201/'), seed: 'seed', now: 1000 },
    ]);
    expect(await make({ status: 204, fake: true }, 'deleteOrder')).toMatchObject({ value: undefined });
  });

  test('has the headers that the step gives, in lower case and filled, before those that are described', async () => {
    const headers = { ETag: '"{{request.path.uuid}}"', 'Retry-After': 5 };
    expect((await make({ status: 201, body: {}, headers })).headers).toEqual({
      etag: '"o-1"',
      'retry-after': '5',
      described: '{}',
    });
  });

  test('with a text for a body is JSON, where JSON is described', async () => {
    expect(await make({ status: 201, body: 'plain' })).toMatchObject({
      mediaType: 'application/json',
      text: '"plain"',
    });
  });

  test('has the media type that is described, or the one that is given', async () => {
    expect(await make({ status: 200, body: 'PNG' }, 'getPicture')).toMatchObject({
      mediaType: 'image/png',
      text: 'PNG',
      value: 'PNG',
    });
    const given = { status: 201, mediaType: 'text/plain', offContract: true } as const;
    expect(await make({ ...given, body: 'plain' })).toMatchObject({ mediaType: 'text/plain', text: 'plain' });
    expect(await make({ ...given, body: { a: 1 } })).toMatchObject({ text: '{"a":1}', value: { a: 1 } });
  });
});

describe('a problem', () => {
  test('of no type has the title of its status', async () => {
    expect((await make({ problem: { status: 503 } })).value).toMatchObject({
      type: 'about:blank',
      title: 'Service Unavailable',
      status: 503,
      detail: 'Step 1 of the scenario own returned this error.',
    });
    expect((await make({ problem: { status: 599 }, offContract: true })).value).toMatchObject({ title: 'Refused' });
    expect(await make({ problem: { type: 'unheard-of' }, offContract: true })).toMatchObject({
      status: 500,
      isOffContract: true,
      value: { title: 'Internal Server Error' },
    });
  });
});

describe('an example', () => {
  test('of a problem is one of this request', async () => {
    expect((await make({ example: 'busy' }, 'getOrder')).value).toEqual({
      type: 'http://stub/busy',
      title: 'Busy',
      instance: '/v1/orders',
      traceId: 'trace-1',
    });
    expect((await make({ example: 'plain' }, 'getOrder')).value).toEqual({ type: 'https://described/busy' });
  });

  test('that is not there any more is refused', async () => {
    await expect(make({ example: 'gone' })).rejects.toMatchObject({
      members: { status: 501, detail: expect.stringMatching(/^createOrder .* example "gone"/) },
    });
  });
});
