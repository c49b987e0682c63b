import { describe, expect, test } from '@jest/globals';
import type { Operation } from '../../../src/engine/contract/contract.ts';
import { createCategoryOf } from '../../../src/engine/rate-limiting/rate-limiter.ts';
import type { ApiRequest } from '../../../src/kernel/http.ts';
import { contractOf } from '../contract/contract-of.ts';
import { createOperation } from '../journal/create-entry.ts';

const categoryOf = (rules: unknown, method: string, path: string, operation?: Operation): string | undefined => {
  const contract = contractOf({ servers: [{ url: '/v1' }], 'x-rate-limit-categories': rules });
  return createCategoryOf(contract)({ method, path } as ApiRequest, operation);
};

const RULES = [
  { category: 'management', path: '/webhooks' },
  { category: 'upload', path: '/files', methods: ['POST', 'PUT'] },
  { category: 'read', methods: ['GET', 'HEAD'] },
  { category: 'write' },
];

describe('a request that is no operation', () => {
  test.each([
    ['GET', '/v1/webhooks', 'management'],
    ['DELETE', '/v1/webhooks/wh_1/nothing', 'management'],
    ['GET', '/v1/webhooks-of-mine', 'read'],
    ['POST', '/v1/files', 'upload'],
    ['PUT', '/v1/files/1', 'upload'],
    ['GET', '/v1/files/1', 'read'],
    ['DELETE', '/v1/files/1', 'write'],
    ['GET', '/v1/nowhere', 'read'],
    ['HEAD', '/v1', 'read'],
    ['POST', '/v1/nowhere', 'write'],
    // The path counts as the API has it, below its base path.
    ['POST', '/webhooks', 'write'],
    ['POST', '/v2/webhooks', 'write'],
  ])('%s %s belongs to %s, which the first rule that fits says', (method, path, category) => {
    expect(categoryOf(RULES, method, path)).toBe(category);
  });

  test.each([
    ['no rules', undefined],
    ['rules that are no list', { category: 'read' }],
    ['rules without a category', [{ path: '/me' }, { category: 7 }, 'read', null]],
    ['rules about other paths', [{ category: 'read', path: '/you' }]],
    ['rules about other methods', [{ category: 'read', methods: ['POST'] }]],
    ['a rule about no method at all', [{ category: 'read', methods: [] }]],
  ])('belongs to no category where there are %s', (_what, rules) => {
    expect(categoryOf(rules, 'GET', '/v1/me')).toBeUndefined();
  });

  test('belongs to what the next rule says where one cannot be read', () => {
    expect(categoryOf([null, { category: 7 }, { category: 'read' }], 'GET', '/v1/me')).toBe('read');
  });
});

const operationOf = (extensions: object): Operation | undefined => {
  const get = { responses: { 204: { description: 'Done.' } }, ...extensions };
  return contractOf({ paths: { '/me': { get } } }).operations[0];
};

describe('an operation', () => {
  test('names its own category, whatever the rules say', () => {
    const operation = createOperation({ rateLimitCategory: 'export' });
    expect(categoryOf(RULES, 'GET', '/v1/me', operation)).toBe('export');
  });

  test.each([{}, { 'x-rate-limit-category': 7 }])('that names none has none: %j', (extensions) => {
    expect(categoryOf(RULES, 'GET', '/v1/me', operationOf(extensions))).toBeUndefined();
  });
});
