import type { Failure } from '../../engine/webhooks/delivery.ts';

/** Why an attempt got no response. */
export class AttemptError extends Error {
  override readonly name = 'AttemptError';
  readonly failure: Failure;

  constructor(failure: Failure, message: string) {
    super(message);
    this.failure = failure;
  }
}
