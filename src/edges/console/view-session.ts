import type { SandboxLife } from '../../control/sandboxes/created-sandboxes.ts';
import type { ClientDirectory } from '../../identity/client-directory.ts';
import type { OpenSession, Visitor } from '../../identity/console-sessions.ts';
import type { Organization } from '../../identity/organization.ts';
import { type Clock, toIsoDateTime } from '../../kernel/clock.ts';
import type { ApiRequest } from '../../kernel/http.ts';

/** Response of `GET /__console/session`: who uses the console, and what server it is. */
interface SessionView {
  /** `local` needs no sign-in; `nobody` has to sign in first; a visitor is a `client` with a `permission` and, mostly, a `link`. */
  readonly kind: 'local' | 'client' | 'operator' | 'nobody';
  readonly clientId?: string;
  /** Name of the client's organization. */
  readonly organization?: string;
  /** The sandbox that calls without `?sandbox=` act on. */
  readonly sandbox?: string;
  /** What the session may do; absent for `nobody`. `watch` reads and follows only. */
  readonly permission?: 'everything' | 'watch';
  /** The visitor link that opened the session. */
  readonly link?: { readonly id: string; readonly name: string };
  /** When the visitor's sandbox is dropped, unless it is kept: `extend` of `PATCH /__admin/sandboxes/{id}`. */
  readonly sandboxExpiresAt?: string;
  /** Until when it can be kept. */
  readonly sandboxLatestExpiresAt?: string;
  /** When the session ends unless it is used. */
  readonly expiresAt?: string;
  readonly server: ServerView;
  /** Clients of the sandbox, as far as the caller may know them. */
  readonly clients: readonly string[];
  /** The demo client, whose secret is public. */
  readonly demo?: { readonly clientId: string; readonly clientSecret: string };
}

export interface ServerView {
  readonly version: string;
  readonly mode: 'local' | 'hosted';
  /** Whether it serves a third-party description. */
  readonly isForeign: boolean;
  /** Title of the API. */
  readonly title: string;
  readonly baseUrl: string;
  readonly tokenUrl?: string;
  /** Whether an operator can sign in. */
  readonly hasOperator: boolean;
  /** Whether a visitor without a link can sign up: `GET /__console/sign-up`. */
  readonly hasSignUp: boolean;
  /** Whether the caller may list and choose sandboxes. */
  readonly maySelectSandbox: boolean;
}

export type ViewSession = (request: ApiRequest, session: OpenSession | undefined) => SessionView;

export const createViewSession = (parts: {
  /** What the server says of itself at an origin. */
  readonly serverAt: (origin: string) => Omit<ServerView, 'maySelectSandbox'>;
  /** Whether the caller needs no sign-in: a program on this machine, if those are trusted. */
  readonly isTrusted: (request: ApiRequest) => boolean;
  readonly clients: Pick<ClientDirectory, 'find' | 'findBySandbox' | 'clientsOf' | 'isSecret'>;
  /** When a sandbox is dropped, in milliseconds since the epoch. */
  readonly endOf: (sandbox: string) => Partial<Pick<SandboxLife, 'endsAt' | 'latestEndsAt'>>;
  /** Organization of calls that name no sandbox; undefined if there is none. */
  readonly usual: () => Organization | undefined;
  /** The demo client, where its secret is public. */
  readonly demo: SessionView['demo'] | undefined;
  readonly clock: Pick<Clock, 'now'>;
}): ViewSession => {
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

  return (request, session) => {
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

type UserView = Omit<SessionView, 'server' | 'clients' | 'demo'>;

const sandboxOf = (organization: Organization | undefined): Pick<SessionView, 'organization' | 'sandbox'> =>
  organization === undefined ? {} : { organization: organization.name, sandbox: organization.sandbox };
