import type { Content, LiveContent } from '../../kernel/http.ts';
import type { Validated } from '../exchange/exchange.ts';
import type { FilePart } from '../message/message.ts';
import type { Behaviour, Behaviours, Outcome } from './stateful.ts';

/** Operations as the types of a description have them: those of `vatmock types`, or of `npm run generate`. */
export type DescribedApi<Api> = {
  readonly [Id in keyof Api]: {
    /** In upper case. */
    readonly method: string;
    readonly path: object;
    readonly query: object;
    readonly header: object;
    readonly body: unknown;
    /** The body of each status. */
    readonly responses: object;
  };
};

/** What a behaviour of any API gets besides the parameters and the body. */
export interface Circumstances {
  /** The files of a multipart form. */
  readonly files: readonly FilePart[];
  /** `scheme://host[:port]` by which the client reached the server: the beginning of links. */
  readonly origin: string;
}

/** A stream in place of a described body. */
export interface Streamed {
  readonly body?: undefined;
  readonly live: LiveContent;
}

/** What an answer may have in place of a described body: content as it is sent, or a stream. */
export type Sent = Streamed | { readonly body?: undefined; readonly content: Content | (() => Promise<Content>) };

/** A body is JSON as described; a function is called after the transaction. */
export type AnswerOf<Responses, Other> = {
  [Status in keyof Responses]: {
    /** `4XX` and `default` stand for any status. */
    readonly status: Status extends number ? Status : number;
    readonly headers?: Readonly<Record<string, string>>;
  } & (
    | (undefined extends Responses[Status]
        ? { readonly body?: Responses[Status] }
        : { readonly body: Responses[Status] | (() => Promise<Responses[Status]>) })
    | Other
  );
}[keyof Responses];

/**
 * Functions by operationId, which throw problems; those of GET and HEAD get what only reads. `Nothing` leaves the answer to
 * whatever would answer without the behaviour.
 */
export type BehaviourTable<Api extends DescribedApi<Api>, Reading, Writing, Other = never, Nothing = undefined> = {
  readonly [Id in keyof Api]?: (
    request: Readonly<Pick<Api[Id], 'body' | 'path' | 'query' | 'header'>> &
      (Api[Id]['method'] extends 'GET' | 'HEAD' ? Reading : Writing),
  ) => AnswerOf<Api[Id]['responses'], Other> | Nothing | Promise<AnswerOf<Api[Id]['responses'], Other> | Nothing>;
};

/** Creates the function that types a part of a table. */
export const createDefineBehaviours =
  <Table extends object>() =>
  <Part extends Table>(part: Part & Record<Exclude<keyof Part, keyof Table>, never>): Part =>
    part;

/** The valid request, as every behaviour gets it: validation guarantees that the described types hold. */
export const toRequest = ({ input, body, request }: Validated) => ({
  body: input.body,
  path: input.parameters.path,
  query: input.parameters.query,
  header: input.parameters.header,
  files: body.kind === 'form' ? body.files : [],
  origin: request.origin,
});

/** A function of a table, by what is known of it when it runs. */
type Run = (request: object) => Outcome | Promise<Outcome>;

/** A table in the engine's form. */
export const toBehaviours = (table: object, toBehaviour: (run: Run, id: string) => Behaviour): Behaviours =>
  Object.fromEntries(Object.entries(table).map(([id, run]) => [id, toBehaviour(run as Run, id)]));
