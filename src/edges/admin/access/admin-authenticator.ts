import { type Operation, takes } from '../../../engine/contract/contract.ts';
import type { Authenticator } from '../../../engine/ports/ports.ts';
import { invalidMember, problem } from '../../../engine/problems/problem.ts';
import type { ClientDirectory } from '../../../identity/client-directory.ts';
import type { Visitor } from '../../../identity/console-sessions.ts';
import type { Organization } from '../../../identity/organization.ts';
import { andThen } from '../../../kernel/and-then.ts';
import type { ApiRequest } from '../../../kernel/http.ts';
import type { CallLimits, CountedCaller, Reader } from './call-limits.ts';
import type { Controller } from './controller.ts';
import { type IdentifyParts, type Who, createIdentify } from './identify-caller.ts';

interface AdminAccess extends IdentifyParts {
  readonly limits: CallLimits;
  readonly clients: ClientDirectory;
  /** Whether a sandbox was made for a visitor, whose program its clients are. */
  readonly isVisitorsSandbox: (sandbox: string) => boolean;
  /** Default organization of a call without a token or a named sandbox; undefined if there is none. */
  readonly usual: () => Organization | undefined;
}

/** Query parameter with the sandbox that a call acts on. */
const SANDBOX = 'sandbox';

/**
 * Authenticates control calls and selects their sandbox. An access token of the API acts for its own organization only,
 * in every mode. The operator token acts for any organization, and so does every program on the machine of a server
 * that only this machine can reach; both select the sandbox by `?sandbox=`. A session of the browser console acts as what it
 * signed in with.
 */
export const createAdminAuthenticator = (access: AdminAccess): Authenticator => {
  const { trustsThisMachine, clients, usual, limits, consoleCaller } = access;
  const identify = createIdentify(access);

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
      if (takes(operation, 'query', SANDBOX)) checkOwn(sandboxIn(request), organization);
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
      const organization = takes(operation, 'query', SANDBOX)
        ? select(sandboxIn(request))
        : changed(request, operation);
      return { clientId: who.kind, organization, isOperator: true, endOfSession };
    }
    // On a trusted machine, sending a token removes no permission.
    if (operation.isForOperators && !trustsThisMachine) throw notForClients();
    const { clientId } = who.caller;
    const organization = clients.find(clientId)?.organization;
    if (takes(operation, 'query', SANDBOX)) checkOwn(sandboxIn(request), organization);
    return { clientId, organization: withoutDpa(organization), isOperator: operation.isForOperators, endOfSession };
  };

  /** Of `PATCH /sandboxes/{id}`. Only to look at a sandbox from outside is no use of it. */
  const changed = (request: ApiRequest, operation: Operation): Organization | undefined =>
    request.method === 'PATCH' ? withoutDpa(clients.findBySandbox(sandboxInPath(request, operation))) : undefined;

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
            const shown = controller.organization ?? clients.findBySandbox(sandboxInPath(request, operation));
            const counted = found.kind === 'visitor' ? caller : clientsOf(shown, caller);
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

const sandboxIn = ({ query }: ApiRequest): string | undefined => {
  const [sandbox, ...others] = new URLSearchParams(query).getAll(SANDBOX);
  if (others.length === 0) return sandbox;
  throw problem('malformed-request', { detail: 'The query has more than one sandbox parameter.' });
};

/** Of `/sandboxes/{id}`; empty for any other path. */
const sandboxInPath = ({ path }: ApiRequest, operation: Operation): string =>
  operation.path === '/sandboxes/{id}' ? path.slice(path.lastIndexOf('/') + 1) : '';

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
  invalidMember(
    SANDBOX,
    'is required with the operator’s token',
    null,
    'Select a sandbox with ?sandbox=ID; GET /__admin/sandboxes lists them.',
  );

/** Throws 403 for a visitor who may only watch, unless the call reads. */
const checkPermission = ({ permission }: Visitor, { method }: ApiRequest, { showsSecrets }: Operation): void => {
  if (permission === 'everything') return;
  if ((method === 'GET' || method === 'HEAD') && !showsSecrets) return;
  throw watchOnly();
};

export const watchOnly = (): Error =>
  problem('forbidden', {
    detail:
      'This session may only watch: it reads and follows the sandbox, and neither changes it nor sees its secrets. Ask the sender of the link for one with the permission "everything".',
    extensions: { code: 'watch-only' },
  });

const notForVisitors = (): Error =>
  problem('forbidden', {
    detail: 'This call is for the operator of the server: a visitor’s session acts on its own sandbox.',
  });

const notForClients = (): Error =>
  problem('forbidden', {
    detail:
      'This call is for the operator of the server: send the operator token (ADMIN_TOKEN) as "Authorization: Bearer <token>" instead of an access token.',
  });
