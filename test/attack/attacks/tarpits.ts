import type { Attack } from '../attack.ts';
import { openTarpit } from '../network/open-tarpit.ts';
import { emitEvent, registerEndpoint } from './register-endpoint.ts';

const EVENTS = 20;

export const tarpits: Attack = {
  name: 'tarpits',
  threat:
    'Twelve tenants whose receivers never answer fill all 200 places: 10 of 30 deliveries of another arrived in 25 s.',
  wanted: 'Fair shares for each tenant and each receiver host: every webhook of the healthy tenant arrives.',
  play: async (stage) => {
    const tarpit = await openTarpit(stage.tarpits, stage.tarpitPort);
    try {
      await Promise.all(
        stage.tarpits.map(async (host, index) => {
          const { token } = await stage.createTenant();
          const url = `http://${host}:${String(stage.tarpitPort)}/`;
          for (let count = 0; count < 3; count++) {
            const registered = await registerEndpoint(
              stage,
              token,
              `${url}${String(count)}`,
              `t-${String(index)}-${String(count)}`,
            );
            stage.expectStatuses([registered], [201, 409, 422, 429, 507]);
          }
          for (let count = 0; count < EVENTS; count++)
            stage.expectStatuses([await emitEvent(stage, token)], [201, 429, 503]);
        }),
      );
      await stage.sleep(stage.isShort ? 1500 : 10_000);
      stage.note(`at most ${String(tarpit.most())} posts in the tarpits`);
      stage.expect(tarpit.total() > 0, 'nothing was sent to the tarpits: there was no attack');
    } finally {
      tarpit.close();
    }
  },
};
