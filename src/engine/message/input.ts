import type { ParameterPlace } from '../contract/contract.ts';

/** Typed, coerced values by place and name. */
export type ParameterValues = Readonly<Record<ParameterPlace, Readonly<Record<string, unknown>>>>;

export interface Input {
  readonly parameters: ParameterValues;
  /** The body's value; BigInts stand for integers beyond 2^53. */
  readonly body: unknown;
}
