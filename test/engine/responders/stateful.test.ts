import { describe, expect, test } from '@jest/globals';
import { NO_EXTENSIONS, type Operation, type ResponseDescription } from '../../../src/engine/contract/contract.ts';
import type { Validated } from '../../../src/engine/exchange/exchange.ts';
import { type Behaviours, type Outcome, createStatefulResponder } from '../../../src/engine/responders/stateful.ts';
import { jsonContent } from '../../../src/kernel/http.ts';

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
  document: {},
  operations: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'].map((method) => operation(`${method}-thing`, method)),
};

const open = (behaviours: Behaviours, described: Record<string, string> = {}) =>
  createStatefulResponder({
    contract: contract as never,
    behaviours,
    responseHeaders: { make: () => described },
    idempotency: { keep: () => false },
    negotiate: () => {
      throw new Error('nothing to negotiate');
    },
  });

const askedFor = (method: string, more: object = {}): Validated =>
  ({
    operation: operation(`${method}-thing`, method),
    request: { header: () => undefined, query: '' },
    ...more,
  }) as unknown as Validated;

describe('a behaviour and its operation', () => {
  test.each([
    ['GET', 'read'],
    ['HEAD', 'read'],
    ['POST', 'transact'],
    ['PUT', 'transact'],
    ['PATCH', 'transact'],
    ['DELETE', 'transact'],
  ])('%s is a %s, whatever its name', async (method, kind) => {
    const begun: string[] = [];
    const begin = (name: string) => (work: (unit: object) => unknown) => {
      begun.push(name);
      return Promise.resolve(work({ now: 0 }));
    };
    const respond = open({ [`${method}-thing`]: { transactional: true, run: () => ({ status: 200 }) } });
    await respond(askedFor(method, { sandbox: { read: begin('read'), transact: begin('transact') } }));
    expect(begun).toEqual([kind]);
  });

  test('one for an unknown operation stops the start, and is named with the file', () => {
    const behaviour = { transactional: true, run: () => ({ status: 200 }) } as const;
    expect(() => open({ getThing: behaviour, 'GET-thing': behaviour })).toThrow(
      'behaviours for operations that things.yaml does not have: getThing',
    );
  });
});

describe('an answer without a transaction', () => {
  const answer = async (outcome: Outcome | Promise<Outcome>, described: Record<string, string> = {}) => {
    const respond = open({ 'POST-thing': { transactional: false, run: () => outcome } }, described);
    // Whatever is preferred: what is there to steer is not faked.
    return respond(askedFor('POST', { request: { header: () => 'code=404' } }));
  };

  test('has its status, its headers and its body as JSON', async () => {
    const made = await answer({ status: 200, body: { a: 1 }, headers: { etag: '"own"' } }, { etag: '"1"', allow: '*' });
    expect(made).toEqual({
      reply: { status: 200, headers: { etag: '"own"', allow: '*' }, content: jsonContent({ a: 1 }) },
      source: 'stateful',
    });
  });

  test('has a status of the description', async () => {
    await expect(answer({ status: 418 })).rejects.toThrow('POST-thing has no answer 418');
  });
});
