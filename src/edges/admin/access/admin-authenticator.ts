import { andThen } from '../../../kernel/and-then.ts';
import type { Operation } from '../../../engine/contract/contract.ts';
import type { Authenticator, Caller } from '../../../engine/ports/ports.ts';
import { problem } from '../../../engine/problems/problem.ts';
import type { AccessEnds } from '../../../identity/access-ends.ts';
import type { ClientDirectory } from '../../../identity/client-directory.ts';
import type { OpenSession, Visitor } from '../../../identity/console-sessions.ts';
import type { GuessLimit } from '../../../identity/guess-limit.ts';
import type { Organization } from '../../../identity/organization.ts';
import type { ApiRequest } from '../../../kernel/http.ts';
import type { OwnHosts } from '../../http/allowed-hosts.ts';
import type { ConsoleCaller } from '../../http/console-caller.ts';
import {
  type Expected,
  isAccessToken,
  notForClients,
  notForVisitors,
  notSignedIn,
  switchedOff,
  tooManyGuesses,
  withoutToken,
  wrongToken,
} from './access-refusals.ts';
import type { CallLimits, CountedCaller, Reader } from './call-limits.ts';
import { checkPermission } from './check-permission.ts';
import { checkThisMachine } from './check-this-machine.ts';
import type { Controller } from './controller.ts';
import { createOperatorCheck } from './operator-token.ts';

export interface AdminAccess {
  /** Whether programs on this machine need no token: in local mode, on loopback, or if the operator has enabled it. */
  readonly trustsThisMachine: boolean;
  /** Whether the operator may enable it. */
  readonly mayBeOpen: boolean;
  /** The names by which programs on this machine call the server. */
  readonly hosts: Pick<OwnHosts, 'isNamed'>;
  /** The operator token; undefined if there is none. */
  readonly operatorToken: string | undefined;
  /** Authenticates access tokens of the API; undefined if there is no token endpoint. */
  readonly tokens: Authenticator | undefined;
  /** Slows down guesses of the operator token. */
  readonly guesses: GuessLimit;
  readonly limits: CallLimits;
  /** Recognizes the browser console; undefined if it is off. */
  readonly consoleCaller: ConsoleCaller | undefined;
  readonly clients: Pick<ClientDirectory, 'find' | 'findBySandbox'>;
  /** Whether a sandbox was made for a visitor, whose program its clients are. */
  readonly isVisitorsSandbox: (sandbox: string) => boolean;
  /** Ends the streams of a client's access tokens. */
  readonly accessEnds: Pick<AccessEnds, 'signalOf'>;
  /** Default organization of a call without a token or a named sandbox; undefined if there is none. */
  readonly usual: () => Organization | undefined;
}

/** The authenticated caller, before its organization is determined. */
type Who = (
  | { readonly kind: 'this-machine' | 'operator' }
  | { readonly kind: 'client'; readonly caller: Caller }
  | { readonly kind: 'visitor'; readonly visitor: Visitor }
) &
  Pick<Controller, 'endOfSession'>;

/** Query parameter with the sandbox that a call acts on. */
const SANDBOX = 'sandbox';

/**
 * Authenticates control calls and selects their sandbox. An access token of the API acts for its own organization only,
 * in every mode. The operator token acts for any organization, and so does every program on the machine of a server
 * that only this machine can reach; both select the sandbox by `?sandbox=`. A session of the browser console acts as what it
 * signed in with.
 */
export const createAdminAuthenticator = (access: AdminAccess): Authenticator => {
  const { trustsThisMachine, mayBeOpen, operatorToken, tokens, guesses, clients, usual, limits, consoleCaller } =
    access;
  const isOperator = createOperatorCheck(operatorToken);

  const identify = (request: ApiRequest, operation: Operation): Who | Promise<Who> => {
    const header = request.header('authorization');
    const mayBeGuess = operatorToken !== undefined && header !== undefined && !isAccessToken(header);
    if (!mayBeGuess) return isOperator(header) ? { kind: 'operator' } : identifyOther(request, operation);
    return andThen(guesses.waitOf(request), (seconds) => {
      if (seconds > 0) throw tooManyGuesses(seconds);
      if (isOperator(header)) return { kind: 'operator' };
      return andThen(guesses.failed(request), () => identifyOther(request, operation));
    });
  };

  const identifyOther = (request: ApiRequest, operation: Operation): Who | Promise<Who> => {
    if (request.header('authorization') !== undefined) return identifyByToken(request, operation);
    return andThen(consoleCaller?.sessionOf(request), (session) =>
      session === undefined ? identifyByToken(request, operation) : toWho(session),
    );
  };

  const identifyByToken = (request: ApiRequest, operation: Operation): Who | Promise<Who> => {
    const header = request.header('authorization');
    if (trustsThisMachine && (header === undefined || tokens === undefined)) {
      checkThisMachine(request, access.hosts);
      return { kind: 'this-machine' };
    }
    if (operation.isForOperators && operatorToken === undefined && !trustsThisMachine) throw switchedOff();
    if (header === undefined && consoleCaller?.isConsole(request) === true) throw notSignedIn();
    if (tokens === undefined)
      throw problem('unauthorized', {
        detail:
          'Control calls need a token, and this server issues none: let it listen on 127.0.0.1, or start it with --control-access open if no other machine can reach it.',
        headers: { 'www-authenticate': 'Bearer' },
      });
    if (header === undefined || header === '') throw withoutToken(expectedFor(operation));
    return identifyClient(request, operation, tokens).catch((refusal: unknown) => {
      throw wrongToken(refusal, header, expectedFor(operation));
    });
  };

  const toWho = ({ user, end }: OpenSession): Who => {
    if (user.kind === 'operator') return { kind: 'operator', endOfSession: end };
    if (user.kind === 'visitor') return { kind: 'visitor', visitor: user, endOfSession: end };
    const { clientId } = user;
    const caller = { clientId, organization: clients.find(clientId)?.organization };
    return { kind: 'client', endOfSession: end, caller };
  };

  const identifyClient = async (request: ApiRequest, operation: Operation, tokens: Authenticator): Promise<Who> => {
    const caller = await tokens.authenticate(request, operation);
    return { kind: 'client', caller, endOfSession: () => access.accessEnds.signalOf(caller.clientId) };
  };

  const expectedFor = (operation: Operation): Expected => ({
    operatorOnly: operation.isForOperators,
    hasOperator: operatorToken !== undefined,
    trustsThisMachine,
    mayBeOpen,
  });

  /** All clients of an organization count as one caller: it may have any number of them. */
  const callerIn = (who: Who): CountedCaller => {
    // Visitors who share a sandbox are strangers to each other.
    if (who.kind === 'visitor') return { key: `visitor ${who.visitor.visit}`, kind: 'session-of-visitor' };
    if (who.kind !== 'client') return { key: who.kind, kind: 'other' };
    const { organization, clientId } = who.caller;
    const { sandbox = '' } = clients.find(clientId)?.organization ?? {};
    return clientsIn(organization?.uuid ?? clientId, sandbox);
  };

  const clientsIn = (id: string, sandbox: string): CountedCaller => ({
    key: `client ${id}`,
    kind: access.isVisitorsSandbox(sandbox) ? 'client-of-visitor' : 'other',
  });

  const clientsOf = (organization: Organization | undefined, otherwise: CountedCaller): CountedCaller =>
    organization === undefined ? otherwise : clientsIn(organization.uuid, organization.sandbox);

  const toController = (
    who: Who,
    request: ApiRequest,
    operation: Operation,
  ): Omit<Controller, 'charge' | 'callUse' | 'mayManage'> => {
    const { endOfSession } = who;
    if (who.kind === 'visitor') {
      checkPermission(who.visitor, request, operation);
      if (operation.isForOperators) throw notForVisitors();
      const organization = clients.findBySandbox(who.visitor.sandbox);
      if (actsOnSandbox(operation)) checkOwn(sandboxIn(request), organization);
      return {
        clientId: 'visitor',
        organization: withoutDpa(organization),
        isOperator: false,
        isVisitor: true,
        mayOnlyWatch: who.visitor.permission === 'watch',
        endOfSession,
      };
    }
    if (who.kind !== 'client') {
      const organization = actsOnSandbox(operation) ? select(sandboxIn(request)) : undefined;
      return { clientId: who.kind, organization, isOperator: true, endOfSession };
    }
    // On a trusted machine, sending a token removes no permission.
    if (operation.isForOperators && !trustsThisMachine) throw notForClients();
    const { clientId } = who.caller;
    const organization = clients.find(clientId)?.organization;
    if (actsOnSandbox(operation)) checkOwn(sandboxIn(request), organization);
    return { clientId, organization: withoutDpa(organization), isOperator: operation.isForOperators, endOfSession };
  };

  const select = (sandbox: string | undefined): Organization | undefined => {
    if (sandbox === undefined) {
      const first = usual();
      if (first === undefined && !trustsThisMachine) throw noneNamed();
      return withoutDpa(first);
    }
    const organization = clients.findBySandbox(sandbox);
    if (organization === undefined)
      throw problem('not-found', { detail: `There is no sandbox "${sandbox}"; GET /__admin/sandboxes lists them.` });
    return withoutDpa(organization);
  };

  /** The console shows what happens as it happens: its many reads must not use up the calls of the caller's programs. */
  const isReadOfConsole = (request: ApiRequest): boolean =>
    request.method === 'GET' &&
    request.header('authorization') === undefined &&
    consoleCaller?.isConsole(request) === true;

  const readerOf = (request: ApiRequest): Reader => {
    if (request.usesNoBudget === true) return 'server';
    return isReadOfConsole(request) ? 'console' : 'program';
  };

  return {
    authenticate: (request, operation) => {
      const arrived = limits.arrive(request, operation);
      return andThen(
        andThen(arrived, () => identify(request, operation)),
        (found) => {
          const caller = callerIn(found);
          const admitted = limits.admit({ caller, request, operation, reader: readerOf(request) });
          return andThen(admitted, () => {
            const controller = toController(found, request, operation);
            const counted = found.kind === 'visitor' ? caller : clientsOf(controller.organization, caller);
            return {
              ...controller,
              mayManage: found.kind === 'operator' || found.kind === 'this-machine',
              charge: (count: number) => limits.charge(caller, count),
              callUse: () => limits.useOf(counted),
            };
          });
        },
      );
    },
  };
};

const actsOnSandbox = ({ parameters }: Operation): boolean =>
  parameters.some(({ in: place, name }) => place === 'query' && name === SANDBOX);

const sandboxIn = ({ query }: ApiRequest): string | undefined => {
  const [sandbox, ...others] = new URLSearchParams(query).getAll(SANDBOX);
  if (others.length === 0) return sandbox;
  throw problem('malformed-request', { detail: 'The query has more than one sandbox parameter.' });
};

/** The same message whether the other sandbox exists or not, so that it discloses nothing about other organizations. */
const checkOwn = (sandbox: string | undefined, own: Organization | undefined): void => {
  if (sandbox === undefined || sandbox === own?.sandbox) return;
  throw problem('forbidden', {
    detail: `An access token acts on the sandbox of its own organization, which is "${own?.sandbox ?? ''}": leave ?sandbox out.`,
  });
};

/** The agreement concerns the API: without it an organization can still control its stub. */
const withoutDpa = (organization: Organization | undefined): Organization | undefined =>
  organization === undefined || organization.dpaAccepted ? organization : { ...organization, dpaAccepted: true };

const noneNamed = (): Error =>
  problem('validation-error', {
    detail: 'Select a sandbox with ?sandbox=ID; GET /__admin/sandboxes lists them.',
    errors: [{ field: SANDBOX, message: 'is required with the operator’s token', rejectedValue: null }],
  });
