import { expect, test } from '@jest/globals';
import type { Operation } from '../../../src/engine/contract/contract.ts';
import { createCategoryOf } from '../../../src/engine/rate-limiting/rate-limiter.ts';
import type { ApiRequest } from '../../../src/kernel/http.ts';
import { contractOf } from '../contract/contract-of.ts';

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
])(
  'a request that is no operation %s %s belongs to %s, which the first rule that fits says',
  (method, path, category) => {
    expect(categoryOf(RULES, method, path)).toBe(category);
  },
);
