import type { ApiRequest } from '../../kernel/http.ts';

export type RequestPart = 'parameter' | 'header' | 'body';

/** What conditions and templates may ask of a request. */
export interface Facts {
  /** Of the path, or of the query, as texts; a name may come several times. */
  readonly parameter: (name: string) => readonly string[];
  readonly pathParameter: (name: string) => string | undefined;
  readonly queryParameter: (name: string) => string | undefined;
  /** In lower case. */
  readonly header: (name: string) => string | undefined;
  /** Undefined when there is none, and before it has been read. */
  readonly body: () => unknown;
}

/** A request as far as it was read. */
export interface Readable {
  readonly request: ApiRequest;
  readonly pathParameters: Readonly<Record<string, string>>;
  readonly input?: { readonly body: unknown };
}

/** Nothing is read that is not asked for. */
export const factsOf = (exchange: Readable): Facts => {
  const { request, pathParameters, input } = exchange;
  let query: URLSearchParams | undefined;
  const queryOf = (): URLSearchParams => (query ??= new URLSearchParams(request.query));
  const pathParameter = (name: string): string | undefined =>
    Object.hasOwn(pathParameters, name) ? pathParameters[name] : undefined;
  return {
    parameter: (name) => {
      const inPath = pathParameter(name);
      return inPath === undefined ? queryOf().getAll(name) : [inPath];
    },
    pathParameter,
    queryParameter: (name) => queryOf().get(name) ?? undefined,
    header: (name) => request.header(name),
    // An upload without a form is bytes: there is nothing in it to point at.
    body: () => (input?.body instanceof Uint8Array ? undefined : input?.body),
  };
};
