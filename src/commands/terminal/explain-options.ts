import { nearestNames } from '../../engine/matching/nearest.ts';
import { UsageError } from './usage-error.ts';

/** Up to this many options are listed in the error message; the help lists all. */
const LISTED = 6;

/**
 * Node's error about invalid options, as one line for the user. Names are without their hyphens;
 * `otherwise` is the hint for an option that resembles no other.
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
  if (known.length === 0) return '; the only option is --help';
  return known.length > LISTED ? '' : `; available: ${known.map((name) => `--${name}`).join(', ')}`;
};
