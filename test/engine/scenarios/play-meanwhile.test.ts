import { describe, expect, test } from '@jest/globals';
import type { Routed, Validated } from '../../../src/engine/exchange/exchange.ts';
import { problem } from '../../../src/engine/problems/problem.ts';
import { readOrganizationChange } from '../../../src/engine/sandbox/organization-change.ts';
import { createPlayMeanwhile } from '../../../src/engine/scenarios/play-meanwhile.ts';
import type { Meanwhile } from '../../../src/engine/scenarios/scenario-file.ts';
import { NO_SOURCE } from '../../../src/engine/scenarios/source.ts';
import { createCompilers } from '../../../src/engine/validation/ajv.ts';
import { createRequestValidator } from '../../../src/engine/validation/request-validator.ts';
import { startSandbox } from '../sandbox/start-sandbox.ts';
import { smallScenarioSchema } from './small-scenario-schema.ts';

const { contract, operation } = smallScenarioSchema();
const compilers = createCompilers(contract);

const open = (answer: (exchange: Validated) => { readonly status: number } | undefined = () => ({ status: 200 })) => {
  const calls: Validated[] = [];
  const { sandbox } = startSandbox();
  const play = createPlayMeanwhile({
    contract: { ...contract, basePath: '/v1' },
    requestValidator: (called) => createRequestValidator(called, compilers),
    responder: (exchange) => {
      calls.push(exchange);
      const reply = answer(exchange);
      return reply === undefined ? undefined : { reply: { headers: {}, ...reply }, source: 'stateful' };
    },
  });
  const exchange = {
    id: 'req-1',
    request: { origin: 'http://stub', path: '/v1/orders/o-1' },
    operation: operation('getOrder'),
    pathParameters: { uuid: 'o-1' },
    sandbox,
    caller: { clientId: 'client' },
    idempotency: { key: 'k' },
    budget: {},
  } as unknown as Routed;
  const source = { ...NO_SOURCE, body: () => ({ count: 3 }), pathParameter: () => 'o/2' };
  return { calls, sandbox, play: (meanwhile: Meanwhile) => play(meanwhile, 'own', exchange, source) };
};

const lines = async (meanwhile: Meanwhile, ...asked: Parameters<typeof open>) => await open(...asked).play(meanwhile);

describe('a call', () => {
  test('is carried out on the same sandbox for the same caller, without a key and a budget', async () => {
    const { play, calls } = open();
    expect(await play({ call: 'deleteOrder' })).toBe('deleteOrder answered 200');
    expect(calls).toMatchObject([
      {
        id: 'req-1',
        operation: { id: 'deleteOrder' },
        caller: { clientId: 'client' },
        request: { method: 'DELETE', path: '/v1/orders/o-1', query: '', origin: 'http://stub' },
        pathParameters: { uuid: 'o-1' },
        body: { kind: 'none' },
        idempotency: undefined,
        budget: undefined,
        partner: undefined,
      },
    ]);
    const { request } = calls[0]!;
    expect([request.headerLines('a'), request.header('a')]).toEqual([[], undefined]);
    expect(await request.readBody(1)).toHaveLength(0);
  });

  test('may be about another thing, its parameters filled from the request', async () => {
    const { play, calls } = open();
    await play({ call: 'deleteOrder', params: { uuid: '{{request.path.x}}' } });
    expect(calls[0]).toMatchObject({ pathParameters: { uuid: 'o/2' }, request: { path: '/v1/orders/o%2F2' } });
    expect(calls[0]!.input.parameters.path).toEqual({ uuid: 'o/2' });
  });

  test('brings its body, placeholders filled', async () => {
    const { play, calls } = open();
    await play({ call: 'createOrder', body: { status: 'OPEN', count: '{{request.body/count}}' } });
    const value = { status: 'OPEN', count: 3 };
    expect(calls[0]).toMatchObject({
      input: { body: value },
      body: { kind: 'json', value, text: '{"status":"OPEN","count":3}', content: { mediaType: 'application/json' } },
    });
    expect(calls[0]!.body).toMatchObject({ bytes: new TextEncoder().encode('{"status":"OPEN","count":3}') });
  });

  test('names the partner that its path names', async () => {
    const { play, calls } = open();
    await play({ call: 'listPartnerOrders', params: { partner: 'p-1' } });
    expect(calls[0]).toMatchObject({ partner: 'p-1', request: { path: '/v1/partners/p-1/orders' } });
  });

  test('needs no Idempotency-Key, and brings no body where it has none', async () => {
    const { play, calls } = open();
    expect(await play({ call: 'pay' })).toBe('pay answered 200');
    expect(calls[0]?.body).toEqual({ kind: 'none' });
  });

  test('that does not fit the description is not made, which is said', async () => {
    const { play, calls } = open();
    expect(await play({ call: 'deleteOrder', params: { uuid: '123456789' } })).toMatch(
      /^deleteOrder was not called: uuid .*8 characters/,
    );
    expect(await play({ call: 'createOrder', body: { status: 'OPEN', count: 0 } })).toMatch(
      /^createOrder was not called: count /,
    );
    expect(await play({ call: 'nothing' })).toBe('there is no nothing');
    expect(calls).toEqual([]);
  });

  test('that is refused or not answered leaves the story going on', async () => {
    const refused = () => {
      throw problem('not-found', { detail: 'It is gone.' });
    };
    expect(await lines({ call: 'deleteOrder' }, refused)).toBe('deleteOrder was refused with 404: It is gone.');
    expect(await lines({ call: 'deleteOrder' }, () => undefined)).toBe(
      'deleteOrder was not called: it does not answer from the sandbox',
    );
  });

  test('that breaks is a fault of ours', async () => {
    const broken = () => {
      throw new Error('broken');
    };
    await expect(lines({ call: 'deleteOrder' }, broken)).rejects.toThrow('broken');
  });
});

test('the organization may change without a call', async () => {
  const { play, calls } = open();
  expect(await play({ organization: { dpaAccepted: true } })).toBe('the organization changed (dpaAccepted: true)');
  expect(calls).toEqual([]);
});

test('the organization changes, before the call', async () => {
  const { play, sandbox } = open(() => ({ status: 204 }));
  const organization = { dpaAccepted: false, capabilities: { SELL: false } };
  expect(await play({ organization, call: 'deleteOrder' })).toBe(
    'the organization changed (dpaAccepted: false, SELL: false), and deleteOrder answered 204',
  );
  expect(await sandbox.read(readOrganizationChange)).toEqual(organization);
});
