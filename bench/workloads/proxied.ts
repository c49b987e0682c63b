import { callOrThrow } from '../call.ts';
import { median } from '../median.ts';
import { nodeHttp } from '../peers/by-hand.ts';
import { ANY_AUTHORIZATION, type Peer, type PeerFiles } from '../peers/peer.ts';
import type { Plan } from '../plan.ts';
import { progress } from '../progress.ts';
import type { ProxiedResult } from '../results.ts';
import { type StartedPeer, startPeer } from '../start-peer.ts';

const millisecondsOf = async ({ peer, server }: StartedPeer): Promise<number> => {
  const begin = performance.now();
  await callOrThrow(`${server.url}${peer.basePath}/me`, { headers: { authorization: ANY_AUTHORIZATION } });
  return performance.now() - begin;
};

/** The time of an answer of a service, and of the same answer through `vatmock proxy`, one request at a time and in turn. */
export const proxied = async (program: string, files: PeerFiles, plan: Plan): Promise<ProxiedResult> => {
  progress('proxy');
  const service = await startPeer(nodeHttp, files);
  const upstream = `${service.server.url}${nodeHttp.basePath}`;
  const proxy: Peer = {
    ...nodeHttp,
    command: (port) => [process.execPath, program, 'proxy', '--upstream', upstream, '--port', String(port)],
  };
  try {
    const through = await startPeer(proxy, files);
    try {
      const times: { readonly direct: number; readonly through: number }[] = [];
      const warmUp = plan.proxied / 5;
      for (let count = -warmUp; count < plan.proxied; count++) {
        const time = { direct: await millisecondsOf(service), through: await millisecondsOf(through) };
        if (count >= 0) times.push(time);
      }
      return {
        direct: median(times.map(({ direct }) => direct)),
        through: median(times.map((time) => time.through)),
      };
    } finally {
      await through.server.stop();
    }
  } finally {
    await service.server.stop();
  }
};
