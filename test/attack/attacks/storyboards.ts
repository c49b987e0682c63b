import type { Attack, Stage } from '../attack.ts';
import type { Outcome } from '../network/send.ts';
import { type Tenant, fetchToken } from '../tenant/create-tenant.ts';

/** As many as a storyboard may have. */
const STEPS = 60;
const ACTIONS = 20;

const TENANTS = 2;

const step = `      - title: Too much
        sentence: Too much at once.
        actions:
${'          - { call: findOrders }\n'.repeat(ACTIONS)}`;

const STORYBOARD = `storyboard: long
title: Without end
summary: As many calls as fit in.
minutes: 1
clock: 2026-11-30T08:30:00Z
chapters:
  - title: All
    steps:
${step.repeat(STEPS - 1)}  - title: The last
    steps:
${step}`;

const call = (stage: Stage, { token }: Tenant, body: string | object): Promise<Outcome> =>
  stage.send({
    method: 'PUT',
    path: '/__admin/show',
    headers: { 'content-type': typeof body === 'string' ? 'application/yaml' : 'application/json' },
    token,
    body: typeof body === 'string' ? body : JSON.stringify(body),
    within: 120_000,
  });

export const storyboards: Attack = {
  name: 'storyboards',
  threat: 'Each of several tenants sends a storyboard of 1,200 calls, and jumps to its end.',
  wanted: 'They are played in slices, and the server goes on serving requests.',
  play: async (stage) => {
    const tenants = await Promise.all(Array.from({ length: TENANTS }, () => stage.createTenant()));
    await Promise.all(
      tenants.map(async (tenant) => {
        stage.expectStatuses([await call(stage, tenant, STORYBOARD)], [200]);
        // The clock of the storyboard is beyond the life of the token.
        const token = await fetchToken(stage.server.url, tenant.clientId, tenant.clientSecret);
        const end = { storyboard: 'long', chapter: 2, step: 1 };
        const jump = await call(stage, { ...tenant, token }, end);
        stage.expectStatuses([jump], [200, 429, 503]);
      }),
    );
  },
};
