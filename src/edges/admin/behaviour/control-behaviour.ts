import type { Api } from '../../../generated/admin-types.ts';
import type { Contract } from '../../../engine/contract/contract.ts';
import type { DecodedBody } from '../../../engine/message/message.ts';
import type { Validated } from '../../../engine/exchange/exchange.ts';
import { problem } from '../../../engine/problems/problem.ts';
import type { Behaviours, Outcome } from '../../../engine/responders/stateful.ts';
import * as typed from '../../../engine/responders/typed-behaviours.ts';
import type { Sandbox } from '../../../engine/sandbox/sandbox.ts';
import type { Organization } from '../../../identity/organization.ts';
import { andThen } from '../../../kernel/and-then.ts';
import { isObject } from '../../../kernel/json.ts';
import type { GeneralAdminContract } from '../../files/load-own-contract.ts';
import { type Controller, controllerOf } from '../access/controller.ts';

/** Context of a control behaviour besides the valid request: the caller and the sandbox. */
interface Circumstances extends typed.Circumstances {
  readonly controller: Controller;
  /** Sandbox of the call; the getter throws 404 on a server that has none. */
  readonly sandbox: Sandbox;
  /** Owner of the sandbox; the getter throws 404 if there are no sandboxes. */
  readonly owner: Organization;
  /** Undefined if there are no sandboxes. */
  readonly anySandbox: Sandbox | undefined;
  /** UUID of the organization that the call acts for; undefined if there is none. */
  readonly organization: string | undefined;
  /** The body as it was sent. */
  readonly sent: DecodedBody;
  /** Aborts when the caller's session of the console or its access by token ends, for streams; undefined for other callers. */
  readonly endOfSession: AbortSignal | undefined;
  /** Registers a task to run if the client disconnects before it has its response. */
  readonly whenGone: (task: () => void) => void;
}

type Success = 200 | 201 | 202 | 204;

/** The body of the success that the description has, or nothing if that has no body. */
type BodyOf<Responses> = {
  [Status in keyof Responses & Success]: [Responses[Status]] extends [never]
    ? never
    : [Responses[Status]] extends [undefined]
      ? // oxlint-disable-next-line typescript/no-invalid-void-type -- what a service returns that has no answer
        void
      : Responses[Status];
}[keyof Responses & Success];

const ANSWER = Symbol('answer');

type WithoutStatus<Answered> = Answered extends { readonly status: infer Status }
  ? Omit<Answered, 'status'> & { readonly status?: Status }
  : never;

/** What is more than the body: content other than JSON, a stream, headers, or one of several statuses. */
export interface Answer<Given> {
  readonly [ANSWER]: Given;
}

export const answer = <const Given extends object>(given: Given): Answer<Given> => ({ [ANSWER]: given });

type Returned<Responses> = BodyOf<Responses> | Answer<WithoutStatus<typed.AnswerOf<Responses, typed.Sent>>>;

/** Behaviours by operationId. The description has the status of what they return. The services begin their own transactions. */
export type ControlTable = {
  readonly [Id in keyof Api]?: (
    request: Readonly<Pick<Api[Id], 'body' | 'path' | 'query' | 'header'>> & Circumstances,
  ) => Returned<Api[Id]['responses']> | Promise<Returned<Api[Id]['responses']>>;
};

export const defineBehaviours: <Part extends ControlTable>(
  part: Part & Record<Exclude<keyof Part, keyof ControlTable>, never>,
) => ControlTable = typed.createDefineBehaviours<ControlTable>();

/** Converts the table to the engine's format. The description may leave out what is about the bundled API. */
export const toBehaviours = (
  table: ControlTable,
  { operations, hidden }: Contract & Partial<GeneralAdminContract>,
): Behaviours =>
  Object.fromEntries(
    operations.flatMap(({ id, responses }) => {
      const run = table[id as keyof ControlTable] as ((request: object) => unknown) | undefined;
      if (run === undefined) return [];
      const status = Number(responses.find((response) => response.status.startsWith('2'))?.status);
      const toOutcome = (value: unknown): Outcome => {
        const outcome = { status, ...(isAnswer(value) ? value[ANSWER] : { body: value }) };
        return hidden === undefined ? outcome : { ...outcome, body: withoutHidden(outcome.body, hidden) };
      };
      return [
        [
          id,
          {
            transactional: false,
            run: (exchange: Validated) => andThen<unknown, Outcome>(run(toRequest(exchange)), toOutcome),
          },
        ],
      ];
    }),
  );

/** Without these members, also of the entries of a list. */
const withoutHidden = (body: unknown, hidden: ReadonlySet<string>): unknown => {
  if (!isObject(body)) return body;
  const left = Object.entries(body).filter(([name]) => !hidden.has(name));
  return Object.fromEntries(
    left.map(([name, each]) => [
      name,
      name === 'data' && Array.isArray(each) ? each.map((entry) => withoutHidden(entry, hidden)) : each,
    ]),
  );
};

const isAnswer = (value: unknown): value is Answer<Partial<Outcome>> =>
  typeof value === 'object' && value !== null && ANSWER in value;

const toRequest = (exchange: Validated) => {
  const { body, caller, request, sandbox } = exchange;
  return {
    ...typed.toRequest(exchange),
    get controller() {
      return controllerOf(exchange);
    },
    get sandbox() {
      if (sandbox === undefined) throw noSandboxes();
      return sandbox;
    },
    get owner() {
      const { organization } = controllerOf(exchange);
      if (organization === undefined) throw noSandboxes();
      return organization;
    },
    anySandbox: sandbox,
    organization: caller?.organization?.uuid,
    get endOfSession() {
      return controllerOf(exchange).endOfSession?.();
    },
    sent: body,
    whenGone: (task: () => void) => request.whenGone?.(task),
  };
};

const noSandboxes = (): Error =>
  problem('not-found', { detail: 'This server has no sandbox yet: POST /__admin/sandboxes creates one.' });
