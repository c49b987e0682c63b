/** The command line cannot be understood. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  /** The command whose help tells more, where the parser of it refuses. */
  readonly command: string | undefined;

  constructor(message: string, command?: string) {
    super(message);
    this.command = command;
  }
}
