import type { ApiRequest } from './http.ts';

interface MadeRequest extends Pick<ApiRequest, 'method' | 'path' | 'query' | 'origin' | 'usesNoBudget' | 'enteredAt'> {
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array;
}

/** A request that the program makes of itself, as if it had come over HTTP. */
export const madeRequest = ({ headers, body, ...request }: MadeRequest): ApiRequest => {
  const linesOf = (name: string): string[] =>
    headers.filter(([own]) => own.toLowerCase() === name).map(([, value]) => value);
  let read: Uint8Array | undefined;
  return {
    ...request,
    header: (name) => {
      const lines = linesOf(name);
      return lines.length === 0 ? undefined : lines.join(', ');
    },
    headerLines: linesOf,
    readBody: () => Promise.resolve((read = body)),
    rawHeaders: headers.flat(),
    bodyRead: () => read,
  };
};
