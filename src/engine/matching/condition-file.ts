import type { Json } from '../../kernel/json.ts';

export interface Conditions {
  readonly params?: Readonly<Record<string, ConditionFile>>;
  readonly headers?: Readonly<Record<string, ConditionFile>>;
  /** By JSON Pointer. */
  readonly body?: Readonly<Record<string, ConditionFile>>;
}

/** A plain value is shorthand for `equals`. */
export type ConditionFile = string | number | bigint | boolean | null | Operators;

export interface Operators {
  readonly equals?: Json;
  readonly matches?: string;
  readonly oneOf?: readonly Json[];
  readonly present?: true;
  readonly absent?: true;
}
