import { call } from './call.ts';
import { ANY_AUTHORIZATION, type Peer, type PeerFiles } from './peers/peer.ts';
import { type Started, startServer } from './server.ts';
import { findPort } from '../test/support/find-port.ts';

export interface StartedPeer extends Started {
  readonly peer: Peer;
  /** As of the start: tokens live five minutes. */
  readonly authorization: string;
}

/** An Authorization header that is good for some minutes. */
export const authorize = async ({ peer, server }: StartedPeer): Promise<string> =>
  (await peer.signIn?.(server.url)) ?? ANY_AUTHORIZATION;

/** Starts a peer and waits for its first right answer; one that hands out tokens is asked for one first. */
export const startPeer = async (peer: Peer, files: PeerFiles, probe = '/me'): Promise<StartedPeer> => {
  const port = await findPort();
  let authorization = ANY_AUTHORIZATION;
  const started = await startServer(peer.command(port, files), port, async (url) => {
    authorization = (await peer.signIn?.(url)) ?? ANY_AUTHORIZATION;
    const { status } = await call(url + peer.basePath + probe, { headers: { authorization } });
    return status === 200;
  });
  return { ...started, peer, authorization };
};

/** After so many milliseconds of starts a peer is not started once more. */
const ENOUGH = 10_000;

/** Starts a peer so often, one after the other, for the sake of the start alone; the slow ones less often. */
export const timeStarts = async (peer: Peer, files: PeerFiles, times: number, probe?: string): Promise<Started[]> => {
  const starts: Started[] = [];
  for (let spent = 0; starts.length < times && spent < ENOUGH;) {
    const started = await startPeer(peer, files, probe);
    await started.server.stop();
    starts.push(started);
    spent += started.milliseconds;
  }
  return starts;
};
