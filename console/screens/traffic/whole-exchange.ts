import type { components } from '../../../src/generated/admin-types.ts';

export type WholeExchange = components['schemas']['WholeExchange'];
