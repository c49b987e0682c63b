import { measure } from '../load.ts';
import type { Server } from '../server.ts';
import type { Request } from '../work.ts';
import type { Receiver } from './receivers.ts';

export interface Delivered {
  readonly seconds: number;
  /** Of the server, for one delivery; undefined where the machine does not tell. */
  readonly cpuMicroseconds: number | undefined;
}

/** So many deliveries, from the first request that causes one until the receiver has the last. */
export const deliver = async (
  server: Server,
  request: Request,
  receiver: Receiver,
  count: number,
): Promise<Delivered> => {
  const before = server.cpuSeconds();
  const begin = performance.now();
  await measure(server, request, { requests: count });
  await receiver.came(count);
  const seconds = (performance.now() - begin) / 1000;
  const after = server.cpuSeconds();
  return {
    seconds,
    cpuMicroseconds: before === undefined || after === undefined ? undefined : ((after - before) / count) * 1e6,
  };
};
