import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { ScenarioReport } from '../../../src/index.ts';
import type { ApiAnswer } from '../../support/api-client.ts';
import { eventually } from '../../support/eventually.ts';
import { expectProblem } from '../../support/expect-problem.ts';
import { SELLER, sampleOrder } from '../../support/sample-order.ts';
import { activate, failureOf, playScenario } from '../../support/scenario.ts';
import { type StartedMock, startMock } from '../../support/start-mock.ts';
import { createTempFolder } from '../../support/temp-folder.ts';
import { createWorkflow, succeed } from '../../support/workflow.ts';

let started: StartedMock;
beforeAll(async () => {
  started = await startMock();
});
beforeEach(() => started.mock.reset());
afterAll(() => started.stop());

const ask = (name: string): Promise<ApiAnswer> =>
  started.api.get(`${started.mock.url}/__admin/scenarios/${name}/verdict`, { as: null });

const reportOf = async (name = 'played'): Promise<ScenarioReport> => succeed(await ask(name)).body as ScenarioReport;

const me = (as = 'api-client-demo') => started.api.get('/me', { as });

const ORDERS = `/partners/${SELLER}/orders`;
const send = (key: string, change: object = {}) =>
  started.api.post(ORDERS, sampleOrder(change), { headers: { 'idempotency-key': key } });

/** Nothing is changed by it, so that only its expectations matter. */
const PASSES = [{ on: 'getOrder', reply: 'pass' }];

test('a client that does what a scenario expects is told so, with the requests that count', async () => {
  await activate(started, 'lost-answer');
  expect(await reportOf('lost-answer')).toMatchObject({ verdict: 'open', final: false });
  await failureOf(send('one'));
  const again = await send('one');
  const report = await reportOf('lost-answer');
  expect(report).toMatchObject({ scenario: 'lost-answer', verdict: 'met', complete: true });
  expect(report.expectations).toMatchObject([
    {
      wanted: 'createOrder at least twice, all with the same Idempotency-Key',
      came: 'received twice',
      count: 2,
      fault: null,
    },
  ]);
  expect(report.expectations[0]!.requests).toMatchObject([
    { operationId: 'createOrder', status: null },
    { id: again.headers['x-mock-request-id'], status: 201 },
  ]);
});

describe('a client that does not', () => {
  test('is told what was wrong, and why it matters', async () => {
    await activate(started, 'lost-answer');
    await failureOf(send('one'));
    const again = await send('two');
    const report = await reportOf('lost-answer');
    expect(report).toMatchObject({ verdict: 'not-met', final: true });
    expect(report.expectations[0]).toMatchObject({
      fault: `POST /v1${ORDERS} (200, ${String(again.headers['x-mock-request-id'])}) has the Idempotency-Key "two", but the first request had "one".`,
      because: expect.stringContaining('another key would create a second order'),
    });
  });

  test('is told what came closest', async () => {
    const { buyerUuid } = await createWorkflow(started.api, started.clock).begin();
    await playScenario(started, {
      steps: PASSES,
      expect: [{ request: 'updateBuyer', when: { headers: { 'If-Match': { present: true } } } }],
    });
    await me();
    await started.api.patch(`/partners/${SELLER}/buyers/${buyerUuid}`, { companyName: 'New' });
    const [expectation] = (await reportOf()).expectations;
    expect(expectation).toMatchObject({
      verdict: 'open',
      count: 0,
      closest: {
        request: { operationId: 'updateBuyer', method: 'PATCH' },
        difference: { at: 'header If-Match', expected: 'is present', actual: 'absent' },
      },
    });
  });

  test('never sees a credential in what came closest', async () => {
    await playScenario(started, {
      steps: PASSES,
      expect: [{ request: '*', when: { headers: { Authorization: 'Bearer other' } } }],
    });
    await me();
    const { text } = await ask('played');
    expect(text).toContain('header Authorization');
    expect(text).not.toContain(await started.mock.token());
  });
});

describe('what counts', () => {
  const once = { steps: PASSES, expect: [{ request: 'getOrganization', times: 1 }] };

  test('is what came since the activation, which begins anew each time', async () => {
    await me();
    const name = await playScenario(started, once);
    expect(await reportOf()).toMatchObject({ verdict: 'open', expectations: [{ count: 0 }] });
    await me();
    expect(await reportOf()).toMatchObject({ verdict: 'met', expectations: [{ count: 1 }] });
    await activate(started, name);
    expect(await reportOf()).toMatchObject({ verdict: 'open', expectations: [{ count: 0 }] });
  });

  test('is what came to this sandbox', async () => {
    await playScenario(started, once);
    await me('api-client-enterprise');
    expect(await reportOf()).toMatchObject({ expectations: [{ count: 0 }] });
  });

  test('does not depend on what the journal still holds', async () => {
    await playScenario(started, { steps: PASSES, expect: [{ request: 'getOrganization', atMost: 1 }] });
    await me();
    started.mock.requests.clear();
    await me();
    started.mock.requests.clear();
    expect(await reportOf()).toMatchObject({ verdict: 'not-met', expectations: [{ count: 2 }] });
  });

  test('is the whole body, of which the journal keeps the beginning', async () => {
    await playScenario(started, {
      steps: PASSES,
      expect: [{ request: 'createOrder', when: { body: { '/externalOrderId': 'LONG' } } }],
    });
    const vehicles = Array.from({ length: 150 }, () => sampleOrder().vins[0]);
    await send('one', { vins: vehicles, externalOrderId: 'LONG' });
    expect(await reportOf()).toMatchObject({ verdict: 'met' });
  });

  test('may be a request that was refused', async () => {
    await playScenario(started, {
      steps: PASSES,
      expect: [{ request: 'createOrder', when: { body: { '/externalOrderId': 'X' } }, answered: 422 }],
    });
    await send('one', { externalOrderId: 'X', purchaseDate: 'never' });
    expect(await reportOf()).toMatchObject({ verdict: 'met' });
  });

  test('may be an event, on the clock of the sandbox', async () => {
    const { uuid } = succeed(await createWorkflow(started.api, started.clock).createBuyer({ vatNumber: 'DE200' })).body;
    await playScenario(started, {
      steps: PASSES,
      expect: [{ event: 'kyc.vies_check_failed', data: { buyerUuid: uuid }, within: 'PT3H' }],
    });
    await started.mock.clock.advance({ by: 'PT1H' });
    const report = await reportOf();
    expect(report).toMatchObject({ verdict: 'met', final: true });
    expect(report.expectations[0]!.events).toMatchObject([{ type: 'kyc.vies_check_failed' }]);
  });

  test('must come in time', async () => {
    await playScenario(started, { steps: PASSES, expect: [{ request: 'getOrganization', within: 'PT1H' }] });
    await started.mock.clock.advance({ by: 'PT61M' });
    await me();
    const report = await reportOf();
    expect(report).toMatchObject({ verdict: 'not-met', final: true });
    expect(report.expectations[0]!.closest?.difference).toMatchObject({ at: 'within', actual: 'PT1H1M after it' });
  });
});

describe('a scenario', () => {
  test('that is not active is refused, with what to do', async () => {
    const answer = await ask('lost-answer');
    expect(answer.status).toBe(409);
    expect(answer.body.detail).toContain('POST /__admin/scenarios/lost-answer/activate');
  });

  test('that was deactivated is not active either, nor after a reset of the sandbox', async () => {
    await activate(started, 'lost-answer');
    await (await started.mock.scenarios()).deactivate('lost-answer');
    expect((await ask('lost-answer')).status).toBe(409);
    await activate(started, 'lost-answer');
    await started.mock.reset();
    expect((await ask('lost-answer')).status).toBe(409);
  });

  test('that does not exist is not found, with the names that may have been meant', async () => {
    const answer = await ask('lost-answr');
    expectProblem(answer, started.mock, {
      status: 404,
      type: 'not-found',
      instance: '/__admin/scenarios/lost-answr/verdict',
      detail: 'did you mean "lost-answer"?',
    });
  });

  test('that expects nothing is met', async () => {
    await playScenario(started, { steps: PASSES });
    expect(await reportOf()).toMatchObject({ verdict: 'met', final: true, expectations: [] });
  });
});

describe('where it is not known what came first, nothing is claimed', () => {
  const file = { steps: PASSES, expect: [{ request: 'getOrganization', atMost: 5 }, { request: 'getOrganization' }] };

  test('after a restart of the server', async () => {
    const folder = await createTempFolder({});
    await started.stop();
    started = await startMock({ data: folder.path });
    await playScenario(started, file);
    await me();
    await started.stop();
    started = await startMock({ data: folder.path });
    try {
      await me();
      expect(await reportOf()).toMatchObject({
        complete: false,
        verdict: 'open',
        expectations: [
          { verdict: 'open', count: 1 },
          { verdict: 'met', count: 1 },
        ],
      });
    } finally {
      await started.stop();
      await folder.remove();
      started = await startMock();
    }
  });

  test('after the import of a state', async () => {
    await playScenario(started, file);
    await me();
    const url = `${started.mock.url}/__admin/state`;
    const { text } = await started.api.get(url);
    await started.api.call('PUT', url, { body: text, headers: { 'content-type': 'application/json' } });
    expect(await reportOf()).toMatchObject({ complete: false, verdict: 'open', expectations: [{ count: 0 }, {}] });
  });
});

test('a file that is edited while its scenario is active is to be activated again', async () => {
  const folder = await createTempFolder({
    'own.yaml': 'scenario: own\nsteps:\n  - { on: getOrder, reply: pass }\nexpect:\n  - { request: getOrganization }\n',
  });
  await started.stop();
  started = await startMock({ scenarios: folder.path });
  await activate(started, 'own');
  const edited = 'scenario: own\nsteps:\n  - { on: getOrder, reply: pass }\nexpect:\n  - { request: getOrder }\n';
  await writeFile(folder.file('own.yaml'), edited);
  await eventually(async () => (await ask('own')).status === 409);
  expect((await ask('own')).body.detail).toContain('has changed since its activation');
  await activate(started, 'own');
  expect(await reportOf('own')).toMatchObject({ expectations: [{ wanted: 'getOrder at least once' }] });
  await folder.remove();
});
