import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { playScenario } from '../../support/scenario.ts';
import { startedBy } from '../../support/started-by.ts';

const started = startedBy(beforeEach, afterEach);

describe('what somebody else cannot do', () => {
  const decisionOf = async (id: string | undefined): Promise<string> => {
    const { body } = await started.api.get(`${started.mock.url}/__admin/requests/${id ?? ''}/explain`);
    return body.stages.find(({ stage }: { stage: string }) => stage === 'respond').decision as string;
  };

  test('is noted, and the call goes on without it', async () => {
    await playScenario(started, {
      steps: [{ on: 'getOrganization', meanwhile: { call: 'cancelOrder', params: { uuid: '{{request.id}}' } } }],
    });
    const { status, headers } = await started.api.get('/me');
    expect(status).toBe(200);
    expect(await decisionOf(headers['x-mock-request-id'])).toContain('meanwhile cancelOrder was refused with 404');
  });

  test('is held against the description before it is carried out', async () => {
    await playScenario(started, {
      steps: [{ on: 'getOrganization', meanwhile: { call: 'cancelOrder', params: { uuid: 'no uuid' } } }],
    });
    const { headers } = await started.api.get('/me');
    expect(await decisionOf(headers['x-mock-request-id'])).toContain('cancelOrder was not called: uuid');
  });
});
