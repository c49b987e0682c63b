import { ExactNumber } from './exact-number.ts';

/** An object that is neither an array nor a number. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber);
