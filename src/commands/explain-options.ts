import { nearestNames } from '../engine/scenarios/nearest.ts';
import { UsageError } from './usage-error.ts';

/** So many options still fit in the line that says what is wrong; the help has them all. */
const LISTED = 6;

/**
 * What node says of options that cannot be read, in a line for whoever typed them. Names are without their hyphens;
 * `otherwise` is said of an option that is like no other.
 */
export const toUsageError = (error: unknown, known: readonly string[], otherwise?: string): UsageError => {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code !== 'ERR_PARSE_ARGS_UNKNOWN_OPTION') return new UsageError(message.replaceAll(/\s*\n\s*/g, ' '));
  const written = /'(-[^']*)'/.exec(message)?.[1] ?? '';
  return new UsageError(`Unknown option '${written}'${remedy(written, known, otherwise)}`);
};

const remedy = (written: string, known: readonly string[], otherwise: string | undefined): string => {
  const near = nearestNames(written.replace(/^-+/, ''), known);
  if (near.length > 0) return `; did you mean ${near.map((name) => `--${name}`).join(' or ')}?`;
  if (otherwise !== undefined) return `; ${otherwise}`;
  if (known.length === 0) return '; there are none but --help';
  return known.length > LISTED ? '' : `; there are ${known.map((name) => `--${name}`).join(', ')}`;
};
