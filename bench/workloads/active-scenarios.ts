import { callOrThrow } from '../call.ts';
import type { Peer, PeerFiles } from '../peers/peer.ts';
import type { Plan } from '../plan.ts';
import { progress } from '../progress.ts';
import type { ScenariosResult } from '../results.ts';
import { type Candidate, inTurn } from '../rounds.ts';
import { type StartedPeer, authorize, startPeer } from '../start-peer.ts';
import { type Work, toRequest } from '../work.ts';

/** Ready scenarios with steps, a timeline and expectations about operations that are not measured. */
export const ACTIVE = [
  'buyer-conflict',
  'multi-vin-partial',
  'pickup-revoked',
  'token-expiry',
  'verdict-vat-applicable',
];

const MEASURED: readonly Work[] = ['me', 'orders'];

/** What scenarios cost the requests that they do not concern: the same server, in turn with and without. */
export const activeScenarios = async (vatmock: Peer, files: PeerFiles, plan: Plan): Promise<ScenariosResult[]> => {
  progress(`${String(ACTIVE.length)} active scenarios`);
  const started = await startPeer(vatmock, files);
  started.server.pause();
  try {
    const pairs = MEASURED.map((work) => ({
      work,
      without: withScenarios(started, work, []),
      active: withScenarios(started, work, ACTIVE),
    }));
    const measured = await inTurn(
      pairs.flatMap(({ without, active }) => [without, active]),
      plan,
    );
    return pairs.flatMap(({ work, ...pair }) => {
      const [without, active] = [measured.get(pair.without), measured.get(pair.active)];
      return without === undefined || active === undefined ? [] : [{ work, without, active }];
    });
  } finally {
    await started.server.stop();
  }
};

/** The requests of one kind to a server with nothing in it but these active scenarios. */
export const withScenarios = (started: StartedPeer, work: Work, scenarios: readonly string[]): Candidate => ({
  server: started.server,
  prepare: async () => {
    const { peer, server } = started;
    const authorization = await authorize(started);
    // An empty sandbox, in which nothing is active.
    await peer.reset?.(server.url, authorization);
    for (const name of scenarios)
      await callOrThrow(`${server.url}/__admin/scenarios/${name}/activate`, {
        method: 'POST',
        headers: { authorization },
      });
    return toRequest(work, peer.basePath, authorization);
  },
  failed: (error) => {
    throw error;
  },
});
