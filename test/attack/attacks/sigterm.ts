import { Agent, request } from 'node:http';
import path from 'node:path';
import type { Attack, Stage } from '../attack.ts';
import { createTenant } from '../tenant/create-tenant.ts';
import { toOrder } from '../tenant/order.ts';

const CLIENTS = 20;
/** Milliseconds in which a server that was told to stop has to be gone. */
const GRACE = 15_000;

export const sigterm: Attack = {
  name: 'sigterm',
  threat: 'SIGTERM reset 244 requests of keep-alive clients in twelve rounds, 125 of them writes.',
  wanted: 'Every request that was sent on an accepted connection is answered; exit 0 in time.',
  unattended: true,
  play: async (stage) => {
    const rounds = stage.isShort ? 2 : 12;
    let broken = 0;
    let answered = 0;
    for (let round = 0; round < rounds; round++) {
      const counts = await playRound(stage, round);
      broken += counts.broken;
      answered += counts.answered;
    }
    stage.note(`${String(answered)} answered, ${String(broken)} without an answer`);
    stage.expect(broken === 0, `${String(broken)} requests without an answer`);
    stage.expect(answered > 0, 'no load');
  },
};

const playRound = async (stage: Stage, round: number) => {
  const server = await stage.start({
    flags: [
      ...['--mode', 'hosted', '--public-url', 'https://stub.example'],
      ...['--data', path.join(stage.folder, `sigterm-${String(round)}`)],
    ],
  });
  const tenant = await createTenant(server.url);
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
  const counts = { answered: 0, broken: 0 };
  let isOver = false;
  const one = (lane: number, turn: number): Promise<boolean> =>
    new Promise((resolve) => {
      const isWrite = turn % 2 === 1;
      const name = `${String(lane)}-${String(turn)}`;
      const body = isWrite ? JSON.stringify(toOrder(tenant.buyer, name, 1, lane * 100_000 + turn)) : undefined;
      const outgoing = request(
        `${server.url}${isWrite ? `/v1/partners/${tenant.seller}/orders` : '/v1/me'}`,
        {
          method: isWrite ? 'POST' : 'GET',
          agent,
          headers: {
            authorization: `Bearer ${tenant.token}`,
            ...(body === undefined
              ? {}
              : {
                  'content-type': 'application/json',
                  'idempotency-key': name,
                  'content-length': Buffer.byteLength(body),
                }),
          },
        },
        (answer) => {
          answer.resume();
          answer.once('error', () => {
            counts.broken++;
            resolve(true);
          });
          answer.once('end', () => {
            counts.answered++;
            resolve(true);
          });
        },
      );
      outgoing.once('error', ({ code }: NodeJS.ErrnoException) => {
        // A connection that was never accepted carries no request: the server is gone, and the client knows it.
        const isGone = code === 'ECONNREFUSED';
        if (!isGone) counts.broken++;
        resolve(!isGone);
      });
      outgoing.end(body);
    });
  const lanes = Array.from({ length: CLIENTS }, async (_, lane) => {
    for (let turn = 0; !isOver; turn++) if (!(await one(lane, turn))) return;
  });
  await stage.sleep(700);
  server.signal('SIGTERM');
  const code = await Promise.race([server.ended, stage.sleep(GRACE).then(() => 'still there')]);
  isOver = true;
  stage.expect(code === 0, `the server ended with ${String(code)}`);
  await Promise.all(lanes);
  agent.destroy();
  return counts;
};
