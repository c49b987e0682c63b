import { expect, test } from '@jest/globals';
import { createNegotiator } from '../../src/engine/responders/negotiate.ts';
import { loadContract } from '../../src/engine/validation/load-contract.ts';
import { specFile } from '../support/spec-files.ts';

const contract = await loadContract(specFile('openapi.yaml'), { trusted: true });
const negotiate = createNegotiator();

/** That every operation is answered as by Prism is seen in judges/. */
test('what is created is answered with 201, although the repetition with 200 stands first', async () => {
  const named = contract.operations.filter(({ defaultResponse }) => defaultResponse !== undefined);
  expect(named.map(({ id }) => id).sort()).toEqual(['createOrder', 'submitInvoice', 'upsertBuyer']);
  for (const operation of named) {
    expect(operation.responses[0]?.status).toBe('200');
    expect(await negotiate(operation, {}, 'application/json')).toMatchObject({ status: 201 });
  }
});
