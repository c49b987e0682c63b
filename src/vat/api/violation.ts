import type { Problem } from '../../kernel/problem.ts';
import { problem } from '../policy/problem.ts';

/** 422 validation-error for a rule that a schema cannot express, broken by the named field. */
export const violation = (field: string, message: string, rejectedValue: unknown): Problem =>
  problem('validation-error', { detail: `${field} ${message}.`, errors: [{ field, message, rejectedValue }] });
