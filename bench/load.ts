import autocannon from 'autocannon';
import type { Target } from './target.ts';

export interface Work {
  readonly name: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly status: number;
}

export interface Measured {
  readonly requestsPerSecond: number;
  /** Microseconds of the server's CPU; undefined where the machine does not tell. */
  readonly cpuPerRequest: number | undefined;
}

const toRequest = ({ method, path, headers, body }: Work): autocannon.Request => ({
  method,
  path,
  headers: { ...headers },
  ...(body === undefined ? {} : { body }),
});

let keys = 0;

/** Every write is one of its own: a repeated Idempotency-Key would be answered from the store. */
const withNewKey = (request: autocannon.Request): autocannon.Request => ({
  ...request,
  headers: { ...request.headers, 'idempotency-key': `bench-${String(process.pid)}-${String(++keys)}` },
});

/** Sends one kind of request from this process for so many seconds; an answer with another status ends the benchmark. */
export const measure = async (target: Target, work: Work, seconds: number): Promise<Measured> => {
  const before = target.cpuSeconds();
  const result = await autocannon({
    url: target.url,
    requests: [work.method === 'GET' ? toRequest(work) : { ...toRequest(work), setupRequest: withNewKey }],
    connections: 16,
    duration: seconds,
  });
  const after = target.cpuSeconds();
  const answered = result.statusCodeStats?.[`${work.status}`]?.count ?? 0;
  const all = result.requests.total;
  if (answered !== all || all === 0)
    throw new Error(
      `${target.name}, ${work.name}: expected ${String(work.status)}, got ${JSON.stringify(result.statusCodeStats)}`,
    );
  return {
    requestsPerSecond: all / result.duration,
    cpuPerRequest: before === undefined || after === undefined ? undefined : ((after - before) / all) * 1e6,
  };
};

export const median = (numbers: readonly number[]): number => {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
};
