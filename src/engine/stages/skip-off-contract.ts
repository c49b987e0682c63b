import type { SettleStage } from '../pipeline/pipeline.ts';

/** Leaves out what a scenario meant to be wrong: its answer, and that answer when it is sent again under its key. */
export const skipOffContract = ({ name, run }: SettleStage): SettleStage => ({
  name,
  run: (exchange) => {
    const isReplayed = exchange.idempotency?.found.kind === 'replay' && exchange.source === 'scenario';
    return exchange.isOffContract === true || isReplayed ? undefined : run(exchange);
  },
});
