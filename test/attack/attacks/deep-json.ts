import type { Attack } from '../attack.ts';

const DEPTH = 500_000;

export const deepJson: Attack = {
  name: 'deep-json',
  threat: 'JSON half a million levels deep is parsed, and overflows the stack of whatever walks it later.',
  wanted: '400, 413 or 422.',
  play: async (stage) => {
    const { token, seller } = await stage.createTenant();
    const arrays = `${'['.repeat(DEPTH)}${']'.repeat(DEPTH)}`;
    const objects = `${'{"a":'.repeat(DEPTH / 4)}1${'}'.repeat(DEPTH / 4)}`;
    const headers = { 'content-type': 'application/json', 'idempotency-key': 'deep' };
    const targets = [
      ['POST', `/v1/partners/${seller}/orders`],
      ['POST', '/__admin/requests/find'],
      ['PUT', '/__admin/state'],
      ['POST', '/__admin/scenarios'],
    ] as const;
    for (const [method, path] of targets)
      for (const body of [arrays, objects])
        stage.expectStatuses([await stage.send({ method, path, headers, token, body })], [400, 413, 422, 429]);
  },
};
