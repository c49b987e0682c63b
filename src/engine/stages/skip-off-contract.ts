import type { SettleStage } from '../pipeline/pipeline.ts';

/** Skips responses that a scenario broke on purpose, and their idempotent replays. */
export const skipOffContract = ({ name, run }: SettleStage): SettleStage => ({
  name,
  run: (exchange) => {
    const isReplayed = exchange.idempotency?.found.kind === 'replay' && exchange.source === 'scenario';
    return exchange.isOffContract === true || isReplayed ? undefined : run(exchange);
  },
});
