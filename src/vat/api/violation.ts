import type { Problem } from '../../kernel/problem.ts';
import { problem } from '../policy/problem.ts';

/** A rule that a schema cannot state, broken by one field: 422 validation-error that names it. */
export const violation = (field: string, message: string, rejectedValue: unknown): Problem =>
  problem('validation-error', { detail: `${field} ${message}.`, errors: [{ field, message, rejectedValue }] });
