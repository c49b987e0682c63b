import type { ClientDirectory } from '../../identity/client-directory.ts';
import type { OpenSession, Visitor } from '../../identity/console-sessions.ts';
import type { ConsoleServer, ConsoleSession } from '../../generated/control-schemas.ts';
import type { Organization } from '../../identity/organization.ts';
import { type Clock, toIsoDateTime } from '../../kernel/clock.ts';
import type { ApiRequest } from '../../kernel/http.ts';

export const createViewSession = (parts: {
  /** What the server says of itself at an origin. */
  readonly serverAt: (origin: string) => Omit<ConsoleServer, 'maySelectSandbox'>;
  /** Whether the caller needs no sign-in: a program on this machine, if those are trusted. */
  readonly isTrusted: (request: ApiRequest) => boolean;
  readonly clients: ClientDirectory;
  /** When a sandbox is dropped, and until when it can be kept, in milliseconds since the epoch. */
  readonly endOf: (sandbox: string) => {
    readonly endsAt?: number | undefined;
    readonly latestEndsAt?: number | undefined;
  };
  /** Organization of calls that name no sandbox; undefined if there is none. */
  readonly usual: () => Organization | undefined;
  /** The demo client, where its secret is public. */
  readonly demo: ConsoleSession['demo'] | undefined;
  readonly clock: Clock;
}) => {
  const { serverAt, isTrusted, clients, endOf, usual, demo, clock } = parts;

  const userOf = (request: ApiRequest, session: OpenSession | undefined): UserView => {
    if (session === undefined)
      return isTrusted(request)
        ? { kind: 'local', permission: 'everything', ...sandboxOf(usual()) }
        : { kind: 'nobody' };
    const expiresAt = toIsoDateTime(clock.now() + session.endsIn);
    if (session.user.kind === 'operator')
      return { kind: 'operator', permission: 'everything', ...sandboxOf(usual()), expiresAt };
    if (session.user.kind === 'visitor') return visitorOf(session.user, expiresAt);
    const { clientId } = session.user;
    return {
      kind: 'client',
      clientId,
      permission: 'everything',
      ...sandboxOf(clients.find(clientId)?.organization),
      expiresAt,
    };
  };

  /** The client is the first of the sandbox, as whose the console sends requests to the API. */
  const visitorOf = ({ sandbox, permission, link }: Visitor, expiresAt: string): UserView => {
    const organization = clients.findBySandbox(sandbox);
    const clientId = organization === undefined ? undefined : clients.clientsOf(organization.uuid)[0];
    const { endsAt, latestEndsAt } = endOf(sandbox);
    return {
      kind: 'client',
      ...(clientId === undefined ? {} : { clientId }),
      ...sandboxOf(organization),
      permission,
      ...(link === undefined ? {} : { link }),
      ...(endsAt === undefined ? {} : { sandboxExpiresAt: toIsoDateTime(endsAt) }),
      ...(latestEndsAt === undefined ? {} : { sandboxLatestExpiresAt: toIsoDateTime(latestEndsAt) }),
      expiresAt,
    };
  };

  const clientsFor = ({ kind, sandbox = '' }: UserView): readonly string[] => {
    if (kind === 'nobody') return demo === undefined ? [] : [demo.clientId];
    const organization = kind === 'client' ? clients.findBySandbox(sandbox) : usual();
    return organization === undefined ? [] : clients.clientsOf(organization.uuid);
  };

  return (request: ApiRequest, session: OpenSession | undefined): ConsoleSession => {
    const user = userOf(request, session);
    return {
      ...user,
      server: {
        ...serverAt(request.origin),
        maySelectSandbox: user.kind === 'operator' || user.kind === 'local',
      },
      clients: clientsFor(user),
      // A rotation replaces the public secret.
      ...(demo !== undefined && clients.isSecret(demo.clientId, demo.clientSecret) ? { demo } : {}),
    };
  };
};

type UserView = Omit<ConsoleSession, 'server' | 'clients' | 'demo'>;

const sandboxOf = (organization: Organization | undefined): Pick<ConsoleSession, 'organization' | 'sandbox'> =>
  organization === undefined ? {} : { organization: organization.name, sandbox: organization.sandbox };
