import { expect, test } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createConfig } from '@redocly/openapi-core';
import { run } from '@redocly/respect-core';
import { SELLER } from '../test/support/sample-order.ts';
import { startMock } from '../test/support/start-mock.ts';

const FILE = path.join(import.meta.dirname, '../docs/examples/workflows/workflows.arazzo.yaml');

/** Respect prints as it goes; what it finds is in its results. */
const silent = new Proxy({}, { get: (_, name) => (name === 'indent' ? (text: string) => text : () => undefined) });

test('Redocly Respect plays the published workflows: the life of an order, and each refusal', async () => {
  const started = await startMock();
  const { mock, clock } = started;
  const files = await run({
    files: [FILE],
    input: JSON.stringify({ token: await mock.token(), seller: SELLER, run: 'ARAZZO-1' }),
    server: `api=${mock.baseUrl}`,
    config: (await createConfig({})) as unknown as Parameters<typeof run>[0]['config'],
    maxSteps: 200,
    maxFetchTimeout: 30_000,
    requestFileLoader: { getFileBody: async (file) => new Blob([await readFile(file)]) },
    logger: silent as Parameters<typeof run>[0]['logger'],
    // What takes its time in the service, such as a check by VIES, has it between two calls.
    fetch: async (...request) => {
      const answer = await fetch(...request);
      clock.advance(5000);
      return answer;
    },
  });
  const steps = files.flatMap(({ executedWorkflows }) =>
    executedWorkflows.map(({ workflowId, executedSteps }) => ({
      workflowId,
      failed: executedSteps.flatMap((step) =>
        'checks' in step
          ? step.checks.filter(({ passed }) => !passed).map(({ message }) => `${step.stepId}: ${String(message)}`)
          : [],
      ),
    })),
  );
  const played = (await readFile(FILE, 'utf8'))
    .match(/^ {2}- workflowId: (\S+)/gm)
    ?.map((line) => line.split(' ').at(-1));
  expect(steps).toEqual(played?.map((workflowId) => ({ workflowId, failed: [] })));
  await started.stop();
});
