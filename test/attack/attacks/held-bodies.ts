import type { Attack } from '../attack.ts';
import { held } from './held.ts';

const flood = (connections: number, size: number, keepBack: number, path: string): Attack['play'] => {
  const headers = { 'content-type': 'application/json' };
  return async (stage) => {
    const body = Buffer.alloc(size, ' ');
    const outcomes = await held(stage, connections, { method: 'POST', path, headers, body, keepBack });
    stage.expectStatuses(outcomes, [404, 410, 413, 429, 503]);
  };
};

export const selfServiceFlood: Attack = {
  name: 'self-service-flood',
  threat:
    'Without a token, 600 connections each send 1,048,000 of 1,048,576 bytes to a self-service link that does not exist: the server was killed in 3 s.',
  wanted: 'The link is looked up before the body is read: 404, 413, 429 or 503, and flat memory.',
  play: flood(600, 1_048_576, 576, '/v1/self-service/demo.AAAAAAAAAAAAAAAAAAAAAAAAAA/kyc'),
};

export const inboxFlood: Attack = {
  name: 'inbox-flood',
  threat:
    'Without a token, 2,000 connections each hold 255 KB for an inbox that does not exist: the server was killed.',
  wanted: 'The inbox is looked up before the body is read: 404, 413, 429 or 503, and flat memory.',
  play: flood(2000, 255 * 1024, 64, '/__inbox/sb-0000000000000000.AAAAAAAAAAAAAAAAAAAAAAAAAA/none'),
};
