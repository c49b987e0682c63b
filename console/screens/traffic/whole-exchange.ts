import type { components } from '../../../src/generated/admin-types.ts';

export type WholeExchange = components['schemas']['WholeExchange'];

/** Answered by a step of a scenario. */
export const isFromScenario = ({ source }: WholeExchange): boolean => source === 'scenario';
