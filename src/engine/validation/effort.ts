import { SchemaError } from './schema-error.ts';

/** Bounds what one validation may do: a stranger's list has thousands of values, each for thousands of alternatives. */
export interface Effort {
  /** Throws a SchemaError when too much is spent. */
  readonly spend: (alternatives: number) => void;
  readonly reset: () => void;
}

/** Fewer alternatives for one value cost no more than the value itself. */
const FEW = 100;

/** Alternatives to evaluate for all values of a body. Each takes some microseconds, most behind a reference. */
const MOST = 6_000;

export const createEffort = (): Effort => {
  let spent = 0;
  return {
    spend: (alternatives) => {
      if (alternatives < FEW) return;
      spent += alternatives;
      if (spent > MOST)
        throw new SchemaError(
          `its values have more than ${String(MOST)} alternatives to evaluate; "const", "enum" or a discriminator can choose among them`,
        );
    },
    reset: () => {
      spent = 0;
    },
  };
};
