import { Readable } from 'node:stream';
import { describe, expect, test } from '@jest/globals';
import { NO_EXTENSIONS, type Operation, type ResponseDescription } from '../../../src/engine/contract/contract.ts';
import type { Validated } from '../../../src/engine/exchange/exchange.ts';
import {
  type Behaviours,
  type BehaviourOutcome,
  bindBehaviours,
  createStatefulResponder,
} from '../../../src/engine/responders/stateful.ts';
import { jsonContent, textContent } from '../../../src/kernel/http.ts';

const status = (code: string): ResponseDescription => ({ status: code, headers: [], contents: [] });

const operation = (id: string, method: string): Operation => ({
  id,
  method,
  path: '/',
  pointer: '',
  parameters: [],
  requestBody: undefined,
  responses: [status('200')],
  security: [],
  ...NO_EXTENSIONS,
});

const contract = {
  file: 'things.yaml',
  operations: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'].map((method) => operation(`${method}-thing`, method)),
};

const transactional = { transactional: true, run: () => Promise.resolve({ status: 200 }) } as const;

describe('a behaviour and its operation', () => {
  test.each([
    ['GET', 'read'],
    ['HEAD', 'read'],
    ['POST', 'write'],
    ['PUT', 'write'],
    ['PATCH', 'write'],
    ['DELETE', 'write'],
  ])('%s is a %s, whatever its name', (method, kind) => {
    const id = `${method}-thing`;
    expect(bindBehaviours(contract, { [id]: transactional }).get(id)?.kind).toBe(kind);
  });

  test('one without a transaction is neither', () => {
    const behaviours: Behaviours = { 'GET-thing': { transactional: false, run: () => ({ status: 200 }) } };
    expect(bindBehaviours(contract, behaviours).get('GET-thing')?.kind).toBe('direct');
  });

  test('one for an unknown operation stops the start, and is named with the file', () => {
    expect(() => bindBehaviours(contract, { getThing: transactional, 'GET-thing': transactional })).toThrow(
      'behaviours for operations that things.yaml does not have: getThing',
    );
  });
});

describe('an answer without a transaction', () => {
  const answer = async (
    outcome: BehaviourOutcome | Promise<BehaviourOutcome>,
    described: Record<string, string> = {},
  ) => {
    const respond = createStatefulResponder({
      behaviours: bindBehaviours(contract, { 'POST-thing': { transactional: false, run: () => outcome } }),
      responseHeaders: { fixed: () => described, make: () => described },
      idempotency: { keep: () => false },
      negotiate: () => {
        throw new Error('nothing to negotiate');
      },
    });
    // Whatever is preferred: what is there to steer is not faked.
    const request = { header: () => 'code=404' };
    return respond({ operation: operation('POST-thing', 'POST'), request, sandbox: undefined } as unknown as Validated);
  };

  test('has its status, its headers and its body as JSON', async () => {
    const made = await answer({ status: 200, body: { a: 1 }, headers: { etag: '"own"' } }, { etag: '"1"', allow: '*' });
    expect(made).toEqual({
      reply: { status: 200, headers: { etag: '"own"', allow: '*' }, content: jsonContent({ a: 1 }) },
      source: 'stateful',
    });
  });

  test('may have text that is there already, or that is made later', async () => {
    const content = textContent('a,b', 'text/csv');
    expect((await answer({ status: 200, content }))?.reply.content).toBe(content);
    const later = Promise.resolve({ status: 200, content: () => Promise.resolve(content) });
    expect((await answer(later))?.reply.content).toBe(content);
  });

  test('may come into being as it is sent', async () => {
    const live = { mediaType: 'text/event-stream', pieces: Readable.from(['data: 1\n\n']) };
    expect((await answer({ status: 200, live }))?.reply).toEqual({
      status: 200,
      headers: {},
      content: undefined,
      live,
    });
  });

  test('has a status of the description', async () => {
    await expect(answer({ status: 418 })).rejects.toThrow('POST-thing has no answer 418');
  });
});

test('an operation without a behaviour is left to others, also one that is named like a member of every object', () => {
  const respond = createStatefulResponder({
    behaviours: bindBehaviours(contract, {}),
    responseHeaders: { fixed: () => ({}), make: () => ({}) },
    idempotency: { keep: () => false },
    negotiate: () => {
      throw new Error('nothing to negotiate');
    },
  });
  for (const id of ['GET-thing', 'constructor', 'toString'])
    expect(respond({ operation: operation(id, 'GET') } as unknown as Validated)).toBeUndefined();
});
