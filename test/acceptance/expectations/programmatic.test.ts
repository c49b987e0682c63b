import { afterAll, beforeEach, describe, expect, test } from '@jest/globals';
import { ExpectationError, ScenarioError, defineScenario } from '../../../src/index.ts';
import { SELLER, sampleOrder } from '../../support/sample-order.ts';
import { failureOf } from '../../support/scenario.ts';
import { closedBy } from '../../support/closed-by.ts';

const started = await closedBy(afterAll).start();
beforeEach(() => started.mock.reset());

const send = (key: string) =>
  started.api.post(`/partners/${SELLER}/orders`, sampleOrder(), { headers: { 'idempotency-key': key } });
const me = () => started.api.get('/me');

const failsTwice = defineScenario({
  scenario: 'fails-twice',
  steps: [{ on: 'getOrganization', times: 2, reply: { problem: 'internal-error' } }],
  expect: [{ request: 'getOrganization', times: 3, because: 'The third attempt succeeds.' }],
});

describe('mock.scenario', () => {
  test('takes a scenario that the test has written', async () => {
    const scenario = await started.mock.scenario(failsTwice);
    expect([(await me()).status, (await me()).status, (await me()).status]).toEqual([500, 500, 200]);
    expect((await scenario.verify()).expectations).toMatchObject([{ came: 'received 3 times' }]);
    expect(await scenario.status()).toMatchObject({ name: 'fails-twice', origin: 'uploaded', active: true });
  });

  test('of the same definition begins anew, and works after a reset', async () => {
    await started.mock.scenario(failsTwice);
    await me();
    await started.mock.reset();
    const scenario = await started.mock.scenario(failsTwice);
    expect(await scenario.expectations()).toMatchObject({ expectations: [{ count: 0 }] });
  });

  test('verify says in plain words what is not met, and has it as data too', async () => {
    const scenario = await started.mock.scenario(failsTwice);
    await me();
    const error: unknown = await scenario.verify().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ExpectationError);
    const { message, report } = error as ExpectationError;
    expect(message.split('\n').map((line) => line.replace(/[0-9a-f-]{36}/, 'ID'))).toEqual([
      'scenario fails-twice: 1 of 1 expectations is not met',
      '  1. getOrganization exactly 3 times',
      '     received once:',
      '       GET /v1/me (500, ID)',
      '     because: The third attempt succeeds.',
    ]);
    expect(report).toMatchObject({ verdict: 'open', expectations: [{ count: 1 }] });
  });

  test('verify waits for what is still to come, where it is given the time', async () => {
    const scenario = await started.mock.scenario('lost-answer');
    const verified = scenario.verify({ timeout: 'PT20S' });
    await failureOf(send('one'));
    await send('one');
    expect(await verified).toMatchObject({ verdict: 'met' });
  });

  test('settled answers at once when something cannot be met any more', async () => {
    const scenario = await started.mock.scenario('lost-answer');
    const settled = scenario.settled({ timeout: 'PT20S' });
    await failureOf(send('one'));
    await send('two');
    expect(await settled).toMatchObject({ verdict: 'not-met' });
  });

  test('settled answers how things stand when the time is over', async () => {
    const scenario = await started.mock.scenario('lost-answer');
    expect(await scenario.settled({ timeout: 'PT0.05S' })).toMatchObject({ verdict: 'open' });
  });

  test('works on the sandbox that is named', async () => {
    await started.mock.scenario(failsTwice, 'enterprise');
    expect((await me()).status).toBe(200);
    expect((await started.api.get('/me', { as: 'api-client-enterprise' })).status).toBe(500);
    await started.mock.reset('enterprise');
  });

  test('names the place of each fault in a definition', async () => {
    const definition = {
      scenario: 'broken',
      steps: [{ on: 'createOrdr', reply: { problem: 'internal-eror' } }],
      expect: [{ request: 'createOrder', within: 'an hour' }],
    };
    const error: unknown = await started.mock.scenario(definition as never).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ScenarioError);
    const lines = (error as ScenarioError).message.split('\n');
    expect(lines).toEqual([
      'the scenario "broken" is invalid:',
      expect.stringMatching(/^ {2}steps\[0\]\.on: .*"createOrder"/),
      expect.stringMatching(/^ {2}steps\[0\]\.reply\.problem: .*internal-error/),
      expect.stringMatching(/^ {2}expect\[0\]\.within: .*ISO 8601/),
    ]);
  });
});
