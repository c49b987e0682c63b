import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { sampleBuyer } from '../../test/support/sample-order.ts';
import { callOrThrow } from '../call.ts';
import { measure } from '../load.ts';
import type { Peer, PeerFiles } from '../peers/peer.ts';
import type { Plan } from '../plan.ts';
import { progress } from '../progress.ts';
import type { SandboxesResult } from '../results.ts';
import { type Candidate, inTurn } from '../rounds.ts';
import { type StartedPeer, startPeer } from '../start-peer.ts';
import { orderOf, type Request } from '../work.ts';

/** Sandboxes into which orders go, at most. */
const IN_USE = 50;

const JSON_TYPE = { 'content-type': 'application/json' };
/** What V8 allows itself in a container of 512 MB. */
const CONTAINER = '--max-old-space-size=256';

interface Tenant {
  readonly sandbox: string;
  readonly clientId: string;
  readonly seller: string;
}

/** Who may create orders for whom. */
interface Ready {
  readonly seller: string;
  readonly buyer: string;
  readonly authorization: string;
}

/** Orders into fifty sandboxes: of fifty, and of many that rest in a folder. */
export const manySandboxes = async (vatmock: Peer, files: PeerFiles, plan: Plan): Promise<SandboxesResult[]> => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'vatmock-bench-sandboxes-'));
  const started: StartedPeer[] = [];
  const inUse = Math.min(IN_USE, plan.sandboxes / 2);
  try {
    const candidates = new Map<Candidate, number>();
    for (const count of [inUse, plan.sandboxes]) {
      progress(`${String(count)} sandboxes`);
      const peer: Peer = {
        ...vatmock,
        command: (port, given) => {
          const [node = '', ...rest] = vatmock.command(port, given);
          const limits = `max-sandboxes=${String(plan.sandboxes)},max-memory=536870912`;
          return [node, CONTAINER, ...rest, '--data', path.join(folder, String(count)), '--limits', limits];
        },
      };
      const one = await startPeer(peer, files);
      started.push(one);
      const tenants = await createTenants(one, inUse);
      const more = { method: 'POST', path: '/__admin/sandboxes', headers: JSON_TYPE, body: '{}', status: 201 } as const;
      if (count > inUse) await measure(one.server, more, { requests: count - inUse });
      candidates.set(
        {
          server: one.server,
          prepare: async () => ordersInto(await Promise.all(tenants.map((tenant) => beginAnew(one, tenant)))),
          failed: (error) => {
            throw error;
          },
        },
        count,
      );
      one.server.pause();
    }
    const measured = await inTurn([...candidates.keys()], plan);
    return [...measured].map(([candidate, figures]) => ({
      sandboxes: candidates.get(candidate) ?? NaN,
      figures,
      peakMegabytes: started.find(({ server }) => server === candidate.server)?.server.peakMegabytes(),
    }));
  } finally {
    for (const { server } of started) await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
};

const post = async (url: string, headers: Readonly<Record<string, string>>, body: unknown): Promise<unknown> =>
  JSON.parse(
    (await callOrThrow(url, { method: 'POST', headers: { ...JSON_TYPE, ...headers }, body: JSON.stringify(body) }))
      .text,
  );

const tokenOf = async ({ server }: StartedPeer, sandbox: string, clientId: string): Promise<string> => {
  const url = `${server.url}/__admin/clients/${clientId}/access-token?sandbox=${sandbox}`;
  return `Bearer ${((await post(url, {}, {})) as { accessToken: string }).accessToken}`;
};

const createTenants = async (started: StartedPeer, count: number): Promise<readonly Tenant[]> => {
  const tenants: Tenant[] = [];
  while (tenants.length < count) {
    const created = await post(`${started.server.url}/__admin/sandboxes`, {}, { rateLimitTier: 'ENTERPRISE' });
    const { id: sandbox, clientId, sellers } = created as { id: string; clientId: string; sellers: string[] };
    const [seller = ''] = sellers;
    tenants.push({ sandbox, clientId, seller });
  }
  return tenants;
};

/** An empty sandbox with a buyer: the heap is small. */
const beginAnew = async (started: StartedPeer, { sandbox, clientId, seller }: Tenant): Promise<Ready> => {
  const { url } = started.server;
  await callOrThrow(`${url}/__admin/reset?sandbox=${sandbox}`, { method: 'POST' });
  const authorization = await tokenOf(started, sandbox, clientId);
  const headers = { authorization, 'idempotency-key': 'bench-buyer' };
  const buyer = await post(`${url}/v1/partners/${seller}/buyers`, headers, sampleBuyer());
  return { seller, buyer: (buyer as { uuid: string }).uuid, authorization };
};

/** One order into each sandbox, round and round. */
const ordersInto = (all: readonly Ready[]): Request => {
  let turn = 0;
  const vary = () => {
    const { authorization = '', seller = '', buyer = '' } = all[turn++ % all.length] ?? {};
    return orderOf(authorization, seller, buyer);
  };
  return { method: 'POST', path: '/', headers: {}, status: 201, vary };
};
