import { expect, test } from '@jest/globals';
import { type Occasion, createMakeReply } from '../../../src/engine/scenarios/reply.ts';
import type { ReplyFile } from '../../../src/generated/scenario-file.ts';
import { smallScenarioSchema } from './small-scenario-schema.ts';

const { contract, operation } = smallScenarioSchema();

const makeReply = createMakeReply({
  contract,
  fake: () => Promise.resolve(undefined),
  responseHeaders: { make: () => ({}) },
  problemBase: () => 'http://stub',
});

const make = (reply: ReplyFile) =>
  makeReply(reply, {
    exchange: { request: { path: '/v1/orders' }, operation: operation('createOrder'), traceId: 'trace-1' },
    title: 'Step 1 of the scenario own',
    source: () => undefined,
    seed: 'seed',
  } as unknown as Occasion);

test.each<[ReplyFile['problem'], Readonly<Record<string, unknown>>]>([
  [
    { status: 503 },
    { type: 'about:blank', title: 'Service Unavailable', detail: 'Step 1 of the scenario own returned this error.' },
  ],
  [{ status: 599 }, { title: 'Refused' }],
  [{ type: 'unheard-of' }, { title: 'Internal Server Error', status: 500 }],
])('the problem %j has the title of its status, or none of its own', async (problem, value) => {
  const { reply, isOffContract } = await make({ problem: problem!, offContract: true });
  expect(reply.content?.value).toMatchObject(value);
  expect(isOffContract).toBe(true);
});

test('an example that is not there any more is refused', async () => {
  await expect(make({ example: 'gone' })).rejects.toMatchObject({
    members: { status: 501, detail: expect.stringMatching(/^createOrder .* example "gone"/) },
  });
});
