import type { Stage } from '../attack.ts';
import type { Outcome, Sending } from '../network/send.ts';

/** Milliseconds that the last bytes are held back. */
const HELD = 2000;

/** Many connections at once, whose last bytes come late: everything that the server keeps for them adds up. */
export const held = async (stage: Stage, count: number, sending: Sending): Promise<readonly Outcome[]> => {
  const release = stage.sleep(HELD);
  return Promise.all(Array.from({ length: count }, () => stage.send({ release, ...sending })));
};
