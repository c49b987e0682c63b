import type { Attack } from '../attack.ts';
import { openEndlessReceiver } from '../network/open-endless-receiver.ts';
import { emitEvent, registerEndpoint } from './register-endpoint.ts';

const EVENTS = 20;

export const endlessResponses: Attack = {
  name: 'endless-responses',
  threat:
    'A receiver that sends 103 responses or trailers without end held the event loop for 0.2 s with each delivery: with 20, another tenant got 3 answers in 20 s.',
  wanted: 'Of each response 32 KiB are read, a kilobyte at a time.',
  play: async (stage) => {
    const receiver = await openEndlessReceiver(stage.tarpits, stage.tarpitPort);
    try {
      const { token } = await stage.createTenant();
      for (const [index, host] of stage.tarpits.entries()) {
        const url = `http://${host}:${String(stage.tarpitPort)}/`;
        const registered = await registerEndpoint(stage, token, url, `endless-${String(index)}`);
        stage.expectStatuses([registered], [201, 409, 422, 429, 507]);
      }
      for (let count = 0; count < EVENTS; count++)
        stage.expectStatuses([await emitEvent(stage, token)], [201, 429, 503]);
      await stage.sleep(stage.isShort ? 1500 : 10_000);
      stage.note(`${String(receiver.total())} deliveries`);
      stage.expect(receiver.total() > 0, 'nothing was delivered: there was no attack');
    } finally {
      receiver.close();
    }
  },
};
