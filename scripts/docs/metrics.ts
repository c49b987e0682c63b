import { createMetrics } from '../../src/edges/metrics/metrics.ts';

/** All metrics of a server; none of them is read. */
export const describeMetrics = () => {
  const metrics = createMetrics({
    version: '',
    mode: '',
    adminPath: '/__admin',
    elapsed: () => 0,
    after: () => ({ cancel: () => undefined }),
    pauses: () => () => undefined,
    startedAt: 0,
    delays: { read: () => ({ median: 0, percentile99: 0, longest: 0 }), stop: () => undefined },
  });
  metrics.watch({ store: { read: () => Promise.reject(new Error('not read')) }, inUse: new Map(), count: () => 0 });
  return metrics.describe();
};
