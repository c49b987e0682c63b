import type { Attack } from '../attack.ts';
import { held } from './held.ts';

const CONNECTIONS = 2000;
const SIZE = 255 * 1024;

export const inboxFlood: Attack = {
  name: 'inbox-flood',
  threat:
    'Without a token, 2,000 connections each hold 255 KB for an inbox that does not exist: the server was killed.',
  wanted: 'The inbox is looked up before the body is read: 404, 413, 429 or 503, and flat memory.',
  play: async (stage) => {
    const outcomes = await held(stage, CONNECTIONS, {
      method: 'POST',
      path: '/__inbox/sb-0000000000000000.AAAAAAAAAAAAAAAAAAAAAAAAAA/none',
      headers: { 'content-type': 'application/json' },
      body: Buffer.alloc(SIZE, ' '),
      keepBack: 64,
    });
    stage.expectStatuses(outcomes, [404, 413, 429, 503]);
  },
};
