import type { WholeExchange } from '../../../src/generated/control-schemas.ts';


/** Answered by a step of a scenario. */
export const isFromScenario = ({ source }: WholeExchange): boolean => source === 'scenario';
