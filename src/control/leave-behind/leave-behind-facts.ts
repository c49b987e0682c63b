/** What the files say about the sandbox. They have no secrets: the server keeps only their digests. */
export interface LeaveBehindFacts {
  /** Of the organization. */
  readonly name: string;
  readonly sandbox: string;
  /** Of the API, with its version segment. */
  readonly baseUrl: string;
  readonly tokenUrl: string;
  /** Of the control API. */
  readonly controlUrl: string;
  /** Of the first client. */
  readonly clientId: string;
  /** When the file is made, as a date and time. */
  readonly madeAt: string;
}
