import { afterAll, expect, test } from '@jest/globals';
import { loadContract } from '../../../src/engine/validation/load-contract.ts';
import { specFile } from '../../support/spec-files.ts';
import { closedBy } from '../../support/closed-by.ts';

import { createAdminClient } from './admin-client.ts';

const OPERATOR = 'operator-of-this-test';

const { operations } = await loadContract(specFile('admin.yaml'), { trusted: true });

const started = await closedBy(afterAll).start({ mode: 'hosted', adminToken: OPERATOR });
const admin = createAdminClient(started);

const ofSandboxes = operations.filter(({ parameters }) =>
  parameters.some((parameter) => parameter.in === 'query' && parameter.name === 'sandbox'),
);

test('the calls of a sandbox are most of the control API', () => {
  expect(ofSandboxes.length).toBeGreaterThan(50);
});

test.each(ofSandboxes.map((operation) => [operation.id, operation] as const))(
  '%s: an operator who names no sandbox, or an unknown one, gets a described answer',
  async (_id, { method, path, requestBody, responses }) => {
    const described = responses.map(({ status }) => Number(status));
    const target = path.replaceAll(/\{\w+\}/g, 'unknown');
    const call = { token: OPERATOR, ...(requestBody === undefined ? {} : { body: {} }) };
    for (const selected of ['', '?sandbox=unknown']) {
      const { status } = await admin(method, target + selected, call);
      expect([404, 422]).toContain(status);
      expect(described).toContain(status);
    }
  },
);
