/** The server is unreachable or refused the request, or a file is unusable; the message is for the user of the command line. */
export class RemoteError extends Error {
  override readonly name = 'RemoteError';
  /** Status of the response; undefined if there was none. */
  readonly status: number | undefined;
  /** The JSON body of the response; empty if it had none. */
  readonly body: object;

  constructor(message: string, status?: number, body: object = {}) {
    super(message);
    this.status = status;
    this.body = body;
  }
}
