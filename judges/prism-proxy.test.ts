import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import type { Operation } from '../src/engine/contract/contract.ts';
import { loadContract } from '../src/engine/validation/load-contract.ts';
import { type PrismProxy, startPrismProxy } from './prism-proxy.ts';
import { specFile } from '../test/support/spec-files.ts';
import { type StartedMock, startMock } from '../test/support/start-mock.ts';
import { type ValidRequest, createRequestBuilder } from '../test/support/valid-request.ts';

// Prism takes seconds to start.
jest.setTimeout(120_000);

const contract = await loadContract(specFile('openapi.yaml'), { trusted: true });
const build = createRequestBuilder(contract);

let started: StartedMock;
let prism: PrismProxy;
let authorization: string;
beforeAll(async () => {
  started = await startMock();
  prism = await startPrismProxy(specFile('openapi.yaml'), started.mock.baseUrl);
  authorization = `Bearer ${await started.mock.token('api-client-enterprise')}`;
});
afterAll(async () => {
  await prism.stop();
  await started.stop();
});

const send = async (operation: Operation, change: Partial<ValidRequest> = {}): Promise<Response> => {
  const prefer = `code=${successOf(operation)}`;
  const request = build(operation, operation.security.length === 0 ? { prefer } : { prefer, authorization });
  const { method, path, headers, body } = { ...request, ...change };
  return fetch(prism.url + path, { method, headers, ...(body === undefined ? {} : { body }) });
};

/** Asked for by its status, so that it does not matter what the server has stored. */
const successOf = ({ responses, defaultResponse: named }: Operation): string => {
  const success = responses.find(({ status }) => (named === undefined ? status.startsWith('2') : status === named));
  return success!.status;
};

/** What Prism reports of a call; the text of the answer says the reason when it is Prism's own. */
const reportOf = async (response: Response) => ({
  status: response.status,
  violations: response.headers.get('sl-violations'),
  refusal: /stoplight\.io/.exec(await response.text()),
});

test.each(contract.operations)('$id: Prism finds nothing wrong with request or answer', async (operation) => {
  const report = await reportOf(await send(operation));
  expect(report).toEqual({ status: Number(successOf(operation)), violations: null, refusal: null });
});

test('Prism would find something wrong', async () => {
  const createOrder = contract.operations.find(({ id }) => id === 'createOrder')!;
  const report = await reportOf(await send(createOrder, { body: '{}' }));
  expect(report).toEqual({ status: 422, violations: null, refusal: expect.anything() });
});
