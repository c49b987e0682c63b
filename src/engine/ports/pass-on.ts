import type { ApiRequest, Reply } from '../../kernel/http.ts';

/** What another service answered. */
export interface PassedOn {
  /** As it was sent, with its body. */
  readonly request: ApiRequest;
  readonly reply: Reply;
  /** `engine` if there was no answer. */
  readonly source: 'upstream' | 'engine';
  /** The body of the request is not known as a whole, and so cannot be validated. */
  readonly isCut: boolean;
}

export type PassOn = (request: ApiRequest) => Promise<PassedOn>;
