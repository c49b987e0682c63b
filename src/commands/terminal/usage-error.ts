/** An invalid command line. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  /** The command whose help has more information, if its parser refused. */
  readonly command: string | undefined;

  constructor(message: string, command?: string) {
    super(message);
    this.command = command;
  }
}
