/** Exit codes, for shells, containers and CI. */
export const EXIT = {
  ok: 0,
  /** The command ran and failed: invalid files, port in use. */
  failed: 1,
  /** The command line is invalid. */
  usage: 2,
} as const;

/** An invalid command line. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
