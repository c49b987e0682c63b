import type { ParameterPlace } from '../contract/contract.ts';

/** Typed, coerced values by location and name. */
export type ParameterValues = Readonly<Record<ParameterPlace, Readonly<Record<string, unknown>>>>;

export interface Input {
  readonly parameters: ParameterValues;
  /** The parsed body; integers beyond 2^53 are BigInts. */
  readonly body: unknown;
}
