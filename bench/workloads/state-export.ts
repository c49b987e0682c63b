import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { callOrThrow } from '../call.ts';
import { summarize } from '../median.ts';
import type { Peer, PeerFiles } from '../peers/peer.ts';
import type { Plan } from '../plan.ts';
import { progress } from '../progress.ts';
import type { ExportResult } from '../results.ts';
import { authorize } from '../start-peer.ts';
import { fillWithOrders } from './kept-orders.ts';

/** What a goal is about. */
const PIECE = 150_000;

/** Milliseconds between two small answers, which cost CPU, too. */
const PAUSE = 5;

/** A state of this size exceeds the usual limit. */
const LIMITS = ['--limits', 'max-state-bytes=268435456'];

/** A sandbox of many orders is exported again and again, while another caller asks for a small answer. */
export const stateExport = async (vatmock: Peer, files: PeerFiles, plan: Plan): Promise<ExportResult> => {
  const command: Peer['command'] = (port, given) => [...vatmock.command(port, given), ...LIMITS];
  const started = await fillWithOrders({ ...vatmock, command }, files, plan.exported);
  const { server, peer } = started;
  server.resume();
  try {
    const authorization = await authorize(started);
    const exports: Omit<ExportResult, 'records'>[] = [];
    progress(`export of ${String(plan.exported)} orders`);
    for (let round = -1; round < plan.rounds; round++) {
      const before = server.cpuSeconds();
      const asked = { isDone: false };
      const reading = read(`${server.url}/__admin/state`, authorization).finally(() => (asked.isDone = true));
      let longestWait = 0;
      while (!asked.isDone) {
        const begin = performance.now();
        await callOrThrow(`${server.url}${peer.basePath}/me`, { headers: { authorization } });
        longestWait = Math.max(longestWait, performance.now() - begin);
        await sleep(PAUSE);
      }
      const bytes = await reading;
      const after = server.cpuSeconds();
      const cpuMilliseconds =
        before === undefined || after === undefined ? undefined : ((after - before) * 1000 * PIECE) / bytes;
      if (round >= 0) exports.push({ megabytes: bytes / 1e6, cpuMilliseconds, longestWait });
    }
    return { records: plan.exported, ...summarize(exports) };
  } finally {
    await server.stop();
  }
};

/** How many bytes come; nothing of them is kept. */
const read = (url: string, authorization: string): Promise<number> =>
  new Promise((resolve, reject) => {
    let bytes = 0;
    request(url, { headers: { authorization }, agent: false }, (incoming) => {
      if (incoming.statusCode !== 200) reject(new Error(`an export answered ${String(incoming.statusCode)}`));
      incoming.on('data', (chunk: Buffer) => (bytes += chunk.length));
      incoming.once('error', reject).once('end', () => {
        resolve(bytes);
      });
    })
      .once('error', reject)
      .end();
  });
