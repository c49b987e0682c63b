import type { paths } from '../../src/generated/admin-types.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

type OperationOf<M extends Method, P extends keyof paths> = paths[P][Lowercase<M> & keyof paths[P]];

/** The paths of the control API that know the method. */
export type PathOf<M extends Method> = {
  [P in keyof paths]: OperationOf<M, P> extends { readonly responses: unknown } ? P : never;
}[keyof paths];

type Parameters<M extends Method, P extends keyof paths> =
  OperationOf<M, P> extends { readonly parameters: infer Given } ? Given : never;
type In<Given, Place extends string> = Given extends Readonly<Record<Place, infer Values>> ? Values : never;

type PathPart<Given> = [In<Given, 'path'>] extends [never]
  ? { readonly path?: never }
  : { readonly path: In<Given, 'path'> };
type QueryPart<Given> = Given extends { readonly query: infer Needed }
  ? { readonly query: Needed }
  : Given extends { readonly query?: infer Allowed }
    ? { readonly query?: OrUndefined<NonNullable<Allowed>> }
    : unknown;

/** A filter that is not set may be given as undefined. */
type OrUndefined<Values> = { readonly [K in keyof Values]?: Values[K] | undefined };

type BodyPart<Operation> = Operation extends { readonly requestBody: { readonly content: infer Content } }
  ? { readonly body: Content[keyof Content] }
  : Operation extends { readonly requestBody?: { readonly content: infer Content } }
    ? { readonly body?: Content[keyof Content] }
    : { readonly body?: never };

/** What a call is made of: values for its path, its query and its body. */
export type CallOptions<M extends Method, P extends keyof paths> = PathPart<Parameters<M, P>> &
  QueryPart<Parameters<M, P>> &
  BodyPart<OperationOf<M, P>>;

type Good = 200 | 201 | 202;
type ContentOf<Answer> = Answer extends { readonly content: { readonly 'application/json': infer Body } }
  ? Body
  : undefined;

/** The body of the answer, when the call succeeds. */
export type Answer<M extends Method, P extends keyof paths> =
  OperationOf<M, P> extends { readonly responses: infer Answers }
    ? ContentOf<Answers[Extract<keyof Answers, Good>]>
    : never;
