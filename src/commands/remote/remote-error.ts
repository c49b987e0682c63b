import type { Violation } from '../../kernel/problem.ts';

/** A server cannot be asked, or says no; the message is for whoever typed the command. */
export class RemoteError extends Error {
  override readonly name = 'RemoteError';
  /** Of the answer; undefined when there was none. */
  readonly status: number | undefined;
  readonly violations: readonly Violation[];

  constructor(message: string, status?: number, violations: readonly Violation[] = []) {
    super(message);
    this.status = status;
    this.violations = violations;
  }
}
