/** Response of `GET /__console/session`: who uses the console, and what server it is. */
export interface SessionView {
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
  /** When the visitor's sandbox is dropped, unless it is kept: `POST /__admin/sandboxes/{id}/keep`. */
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
