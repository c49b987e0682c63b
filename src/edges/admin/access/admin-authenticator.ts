import type { Operation } from '../../../engine/contract/contract.ts';
import type { Authenticator, Caller } from '../../../engine/ports/ports.ts';
import { problem } from '../../../engine/problems/problem.ts';
import type { ClientDirectory } from '../../../identity/client-directory.ts';
import type { Organization } from '../../../identity/organization.ts';
import type { ApiRequest } from '../../../kernel/http.ts';
import { type Expected, notForClients, switchedOff, withoutToken, wrongToken } from './access-refusals.ts';
import { checkThisMachine } from './check-this-machine.ts';
import type { Controller } from './controller.ts';
import { createOperatorCheck } from './operator-token.ts';

export interface AdminAccess {
  /** Whether programs on this machine need no token: in local mode, on loopback, or where the operator says so. */
  readonly trustsThisMachine: boolean;
  /** Whether an operator may say so. */
  readonly mayBeOpen: boolean;
  /** By which address the server is reached besides. */
  readonly publicUrl: string | undefined;
  /** The operator's token; undefined when there is none. */
  readonly operatorToken: string | undefined;
  /** Checks the API's own tokens; undefined where there is no token endpoint. */
  readonly tokens: Authenticator | undefined;
  readonly clients: Pick<ClientDirectory, 'find' | 'findBySandbox'>;
  /** The organization that a call without a token acts for unless it names a sandbox; undefined where there is none. */
  readonly usual: () => Organization | undefined;
}

/** Who calls, before it is clear for whom. */
type Who = { readonly kind: 'this-machine' | 'operator' } | { readonly kind: 'client'; readonly caller: Caller };

/** The query parameter that says which sandbox a call acts on. */
const SANDBOX = 'sandbox';

/**
 * Who may steer the server, and which sandbox a call acts on. A token of the API acts for its own organization only, in
 * every mode. The operator's token acts for any, and so does everybody on the machine of a server that nobody else can
 * reach; both say which by `?sandbox=`.
 */
export const createAdminAuthenticator = (access: AdminAccess): Authenticator => {
  const { trustsThisMachine, mayBeOpen, operatorToken, tokens, clients, usual } = access;
  const isOperator = createOperatorCheck(operatorToken);

  const identify = (request: ApiRequest, operation: Operation): Who | Promise<Who> => {
    const header = request.header('authorization');
    if (isOperator(header)) return { kind: 'operator' };
    if (trustsThisMachine && (header === undefined || tokens === undefined)) {
      checkThisMachine(request, access.publicUrl);
      return { kind: 'this-machine' };
    }
    if (operation.isForOperators && operatorToken === undefined && !trustsThisMachine) throw switchedOff();
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

  const identifyClient = async (request: ApiRequest, operation: Operation, tokens: Authenticator): Promise<Who> => ({
    kind: 'client',
    caller: await tokens.authenticate(request, operation),
  });

  const expectedFor = (operation: Operation): Expected => ({
    operatorOnly: operation.isForOperators,
    hasOperator: operatorToken !== undefined,
    trustsThisMachine,
    mayBeOpen,
  });

  const toController = (who: Who, request: ApiRequest, operation: Operation): Controller => {
    if (who.kind !== 'client') {
      const organization = actsOnSandbox(operation) ? select(sandboxIn(request)) : undefined;
      return { clientId: who.kind, organization, isOperator: true };
    }
    // On a machine that is trusted, a token takes no right away.
    if (operation.isForOperators && !trustsThisMachine) throw notForClients();
    const { clientId } = who.caller;
    const organization = clients.find(clientId)?.organization;
    if (actsOnSandbox(operation)) checkOwn(sandboxIn(request), organization);
    return { clientId, organization: withoutDpa(organization), isOperator: operation.isForOperators };
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

  return {
    authenticate: (request, operation) => {
      const who = identify(request, operation);
      return who instanceof Promise
        ? who.then((found) => toController(found, request, operation))
        : toController(who, request, operation);
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

/** The same words whether the other sandbox exists or not: nobody learns here what others have. */
const checkOwn = (sandbox: string | undefined, own: Organization | undefined): void => {
  if (sandbox === undefined || sandbox === own?.sandbox) return;
  throw problem('forbidden', {
    detail: `An access token acts on the sandbox of its own organization, which is "${own?.sandbox ?? ''}": leave ?sandbox out.`,
  });
};

/** The agreement is about the API: without it an organization can still steer its stub. */
const withoutDpa = (organization: Organization | undefined): Organization | undefined =>
  organization === undefined || organization.dpaAccepted ? organization : { ...organization, dpaAccepted: true };

const noneNamed = (): Error =>
  problem('validation-error', {
    detail: 'Select a sandbox with ?sandbox=ID; GET /__admin/sandboxes lists them.',
    errors: [{ field: SANDBOX, message: 'is required with the operator’s token', rejectedValue: null }],
  });
