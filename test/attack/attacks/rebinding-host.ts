import type { Attack } from '../attack.ts';

const EVIL = 'rebind.evil.example';
const BASIC = 'grant_type=client_credentials&client_id=api-client-demo&client_secret=demo-secret';
const TOKEN = '/auth/realms/integration/protocol/openid-connect/token';

export const rebindingHost: Attack = {
  name: 'rebinding-host',
  threat:
    'In local mode, a page whose name leads to 127.0.0.1 gets a token with the public demo secret, and with it everything.',
  wanted: 'Every door of a private server refuses a Host that is not its own; local inboxes refuse cross-site posts.',
  needs: { mode: 'local' },
  play: async (stage) => {
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const { port } = new URL(stage.server.url);
    const home = { from: undefined };
    const good = await stage.send({ ...home, method: 'POST', path: TOKEN, headers: form, body: BASIC });
    stage.expectStatuses([good], [200]);
    const { access_token: token = '' } = JSON.parse(good.text) as { access_token?: string };
    for (const host of [EVIL, `${EVIL}:${port}`, '127.0.0.1.evil.example', 'localhost.evil.example']) {
      const strange = { ...home, headers: { ...form, host } };
      stage.expectStatuses(
        [
          await stage.send({ ...strange, method: 'POST', path: TOKEN, body: BASIC }),
          await stage.send({ ...strange, path: '/v1/me', token }),
          await stage.send({ ...strange, path: '/__admin/requests' }),
          await stage.send({ ...strange, method: 'POST', path: '/__inbox/shop', body: '{}' }),
        ],
        [400, 403, 404, 421],
      );
    }
    const crossSite = { ...form, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    stage.expectStatuses(
      [await stage.send({ ...home, method: 'POST', path: '/__inbox/shop', headers: crossSite, body: '{}' })],
      [400, 403],
    );
  },
};
