import type { Attack } from '../attack.ts';

const SIZE = 16 * 1_048_576;

export const threeBodies: Attack = {
  name: 'three-bodies',
  threat:
    'Three JSON bodies of 16 MiB to the control API at once: each held the event loop for seconds, three the process.',
  wanted: 'Only an import may be that large, and one at a time: 413, 422, 429 or 503.',
  play: async (stage) => {
    const { token } = await stage.createTenant();
    const body = Buffer.from(`{"a":[${'{"b":1},'.repeat(SIZE / 8 - 8)}1]}`);
    const json = { 'content-type': 'application/json' };
    const paths = ['/__admin/requests/find', '/__admin/events', '/__admin/clock/advance'];
    const small = await Promise.all(
      paths.map((path) => stage.send({ method: 'POST', path, headers: json, token, body })),
    );
    stage.expectStatuses(small, [413, 429, 503]);
    const imports = await Promise.all(
      paths.map(() => stage.send({ method: 'PUT', path: '/__admin/state', headers: json, token, body })),
    );
    stage.expectStatuses(imports, [400, 413, 422, 429, 503]);
  },
};
