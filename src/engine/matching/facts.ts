import { getOrInsert } from '../../kernel/get-or-insert.ts';
import type { ApiRequest } from '../../kernel/http.ts';
import { type Effort, beginEffort } from './pattern.ts';

/** The parts of a request that conditions and templates may use. */
export interface Facts {
  readonly pathParameter: (name: string) => string | undefined;
  /** All values of the name. */
  readonly queryParameter: (name: string) => readonly string[];
  /** The name in lower case. */
  readonly header: (name: string) => string | undefined;
  /** Undefined if there is none, or if it has not been read yet. */
  readonly body: () => unknown;
  /** Of the expressions that are matched with them. */
  readonly effort: Effort;
}

/** Of requests that are in progress, whoever looks at them. */
const efforts = new WeakMap<ApiRequest, Effort>();

/** Of a request, as far as it has been parsed. Lazy: parses only what is used. */
export const factsOf = ({
  request,
  pathParameters,
  input,
}: {
  readonly request: ApiRequest;
  readonly pathParameters: Readonly<Record<string, string>>;
  readonly input?: { readonly body: unknown } | undefined;
}): Facts => {
  let query: URLSearchParams | undefined;
  return {
    pathParameter: (name) => (Object.hasOwn(pathParameters, name) ? pathParameters[name] : undefined),
    queryParameter: (name) => (query ??= new URLSearchParams(request.query)).getAll(name),
    header: (name) => request.header(name),
    // A raw upload is binary: JSON Pointers do not apply to it.
    body: () => (input?.body instanceof Uint8Array ? undefined : input?.body),
    get effort() {
      return getOrInsert(efforts, request, beginEffort);
    },
  };
};
