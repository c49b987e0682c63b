import type { Attack } from '../attack.ts';
import { held } from './held.ts';

const CONNECTIONS = 600;
const ANNOUNCED = 1_048_576;

export const selfServiceFlood: Attack = {
  name: 'self-service-flood',
  threat:
    'Without a token, 600 connections each send 1,048,000 of 1,048,576 bytes to a self-service link that does not exist: the server was killed in 3 s.',
  wanted: 'The link is looked up before the body is read: 404, 413, 429 or 503, and flat memory.',
  play: async (stage) => {
    const body = Buffer.alloc(ANNOUNCED, ' ');
    const outcomes = await held(stage, CONNECTIONS, {
      method: 'POST',
      path: '/v1/self-service/demo.AAAAAAAAAAAAAAAAAAAAAAAAAA/kyc',
      headers: { 'content-type': 'application/json' },
      body,
      keepBack: ANNOUNCED - 1_048_000,
    });
    stage.expectStatuses(outcomes, [404, 410, 413, 429, 503]);
  },
};
