import { type Operation, takes } from '../../../engine/contract/contract.ts';
import type { Authenticator } from '../../../engine/ports/ports.ts';
import { invalidMember, problem } from '../../../engine/problems/problem.ts';
import type { ClientDirectory } from '../../../identity/client-directory.ts';
import type { Organization } from '../../../identity/organization.ts';
import { type ApiRequest, isRead } from '../../../kernel/http.ts';
import type { CountedCaller, Reader, createCallLimits } from './call-limits.ts';
import { type Who, createIdentify } from './identify-caller.ts';

/** Query parameter with the sandbox that a call acts on. */
const SANDBOX = 'sandbox';

/**
 * Authenticates control calls and selects their sandbox. An access token of the API acts for its own organization only,
 * in every mode. The operator token acts for any organization, and so does every program on the machine of a server
 * that only this machine can reach; both select the sandbox by `?sandbox=`. A session of the browser console acts as what it
 * signed in with.
 */
export const createAdminAuthenticator = (
  access: Parameters<typeof createIdentify>[0] & {
    readonly limits: ReturnType<typeof createCallLimits>;
    readonly clients: ClientDirectory;
    /** Whether a sandbox was made for a visitor, whose program its clients are. */
    readonly isVisitorsSandbox: (sandbox: string) => boolean;
    /** Default organization of a call without a token or a named sandbox; undefined if there is none. */
    readonly usual: () => Organization | undefined;
  },
): Authenticator => {
  const { trustsThisMachine, clients, usual, limits, consoleCaller } = access;
  const identify = createIdentify(access);

  const ownOf = (who: Who): Organization | undefined => {
    if (who.kind === 'visitor') return clients.findBySandbox(who.visitor.sandbox);
    return who.kind === 'client' ? clients.find(who.clientId)?.organization : undefined;
  };

  /** All clients of an organization count as one caller: it may have any number of them. */
  const clientsOf = (organization: Organization | undefined, otherwise: CountedCaller): CountedCaller =>
    organization === undefined
      ? otherwise
      : {
          key: `client ${organization.uuid}`,
          kind: access.isVisitorsSandbox(organization.sandbox) ? 'client-of-visitor' : 'other',
        };

  const callerIn = (who: Who): CountedCaller => {
    // Visitors who share a sandbox are strangers to each other.
    if (who.kind === 'visitor') return { key: `visitor ${who.visitor.visit}`, kind: 'session-of-visitor' };
    if (who.kind !== 'client') return { key: who.kind, kind: 'other' };
    return clientsOf(ownOf(who), { key: `client ${who.clientId}`, kind: 'other' });
  };

  const organizationOf = (who: Who, request: ApiRequest, operation: Operation): Organization | undefined => {
    if (who.kind === 'visitor' || who.kind === 'client') {
      const own = ownOf(who);
      if (takes(operation, 'query', SANDBOX)) checkOwn(sandboxIn(request), own);
      return own;
    }
    if (takes(operation, 'query', SANDBOX)) return select(sandboxIn(request));
    // Of `PATCH /sandboxes/{id}`. Only to look at a sandbox from outside is no use of it.
    return request.method === 'PATCH' ? clients.findBySandbox(sandboxInPath(request, operation)) : undefined;
  };

  const checkMay = (who: Who, request: ApiRequest, { isForOperators, showsSecrets }: Operation): void => {
    const reads = isRead(request) && !showsSecrets;
    if (who.kind === 'visitor' && who.visitor.permission === 'watch' && !reads) throw watchOnly();
    if (!isForOperators) return;
    if (who.kind === 'visitor') throw notForVisitors();
    // On a trusted machine, sending a token removes no permission.
    if (who.kind === 'client' && !trustsThisMachine) throw notForClients();
  };

  const select = (sandbox: string | undefined): Organization | undefined => {
    const organization = sandbox === undefined ? usual() : clients.findBySandbox(sandbox);
    if (organization !== undefined || (sandbox === undefined && trustsThisMachine)) return organization;
    if (sandbox === undefined) throw noneNamed();
    throw problem('not-found', { detail: `There is no sandbox "${sandbox}"; GET /__admin/sandboxes lists them.` });
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
    authenticate: async (request, operation) => {
      await limits.arrive(request, operation);
      const found = await identify(request, operation);
      const caller = callerIn(found);
      await limits.admit({ caller, request, operation, reader: readerOf(request) });
      checkMay(found, request, operation);
      const organization = organizationOf(found, request, operation);
      const shown = organization ?? clients.findBySandbox(sandboxInPath(request, operation));
      const counted = found.kind === 'visitor' ? caller : clientsOf(shown, caller);
      return {
        clientId: found.kind === 'client' ? found.clientId : found.kind,
        organization: withoutDpa(organization),
        isOperator: found.kind === 'client' ? operation.isForOperators : found.kind !== 'visitor',
        ...(found.kind === 'visitor' && { isVisitor: true, mayOnlyWatch: found.visitor.permission === 'watch' }),
        endOfSession: found.endOfSession,
        mayManage: found.kind === 'operator' || found.kind === 'this-machine',
        charge: (count: number) => limits.charge(caller, count),
        callUse: () => limits.useOf(counted),
      };
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
