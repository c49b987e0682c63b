import type { Attack } from '../attack.ts';
import { held } from './held.ts';

const SIZE = 16 * 1_048_576 - 64;

export const heldImports: Attack = {
  name: 'held-imports',
  threat: 'Thirty imports of 16 MiB, each without its last bytes, fill the memory.',
  wanted: 'A budget of bytes in flight for each tenant and for the server: 413, 429 or 503 for the rest.',
  play: async (stage) => {
    const { token } = await stage.createTenant();
    const outcomes = await held(stage, 30, {
      method: 'PUT',
      path: '/__admin/state',
      headers: { 'content-type': 'application/json' },
      token,
      body: Buffer.alloc(SIZE, ' '),
      keepBack: 64,
    });
    stage.expectStatuses(outcomes, [400, 413, 422, 429, 503]);
  },
};
