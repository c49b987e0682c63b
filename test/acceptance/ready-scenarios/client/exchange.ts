/** One try at a request. */
export interface Attempt {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** Real milliseconds. */
  readonly patience: number;
  readonly timesWholeAnswer: boolean;
  /** Ends it from outside: the process of the client goes. */
  readonly leaving: AbortSignal;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly mediaType: string;
  readonly text: string;
}

/** Nothing came, or nothing that can be understood: whether the work was done is not known. */
export class NoAnswer extends Error {}

/** However a connection breaks, and however late an answer is: to a client it is all the same. */
export const exchange = async (attempt: Attempt): Promise<Answer> => {
  const { method, url, headers, body, patience, timesWholeAnswer, leaving } = attempt;
  try {
    // A wrong client waits for the rest for as long as it may take.
    const signal = timesWholeAnswer ? AbortSignal.any([AbortSignal.timeout(patience), leaving]) : leaving;
    const init = { method, headers, signal, ...(body === undefined ? {} : { body }) };
    const response = await fetch(url, init);
    const text = await response.text();
    const mediaType = (response.headers.get('content-type') ?? '').replace(/;.*$/, '');
    return { status: response.status, headers: response.headers, mediaType, text };
  } catch (error) {
    throw new NoAnswer(error instanceof Error ? error.message : String(error), { cause: error });
  }
};
