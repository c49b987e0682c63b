import { type ReadonlySignal, computed, signal } from '@preact/signals';

/** Who looks, and at what server: the answer of `GET /__console/session`. */
export interface Session {
  /** At a local server everybody is let in; at a hosted one a client of a sandbox, or the operator, signs in. */
  readonly kind: 'local' | 'client' | 'operator' | 'nobody';
  readonly clientId?: string;
  readonly organization?: string;
  /** The sandbox that calls without `?sandbox=` act on. */
  readonly sandbox?: string;
  /** `watch` reads only: the server refuses all that changes something. */
  readonly permission?: 'everything' | 'watch';
  /** The visitor link that opened the session. */
  readonly link?: { readonly id: string; readonly name: string };
  /** When a visitor's sandbox is dropped, unless it is kept longer; wall time. */
  readonly sandboxExpiresAt?: string;
  /** Until when it can be kept. */
  readonly sandboxLatestExpiresAt?: string;
  readonly server: {
    readonly version: string;
    readonly mode: 'local' | 'hosted';
    /** It serves a description of one's own. */
    readonly isForeign: boolean;
    /** Title of the API. */
    readonly title: string;
    readonly baseUrl: string;
    readonly tokenUrl?: string;
    readonly hasOperator: boolean;
    readonly maySelectSandbox: boolean;
    /** Visitors can get a sandbox without credentials. */
    readonly hasSignUp?: boolean;
  };
  readonly clients: readonly string[];
  /** The demo client, whose secret is public. */
  readonly demo?: { readonly clientId: string; readonly clientSecret: string };
}

/** Undefined until the server has said it. */
export const session = signal<Session | undefined>(undefined);

export const endSession = (): void => {
  if (session.value !== undefined) session.value = { ...session.value, kind: 'nobody' };
};

/** Whether this session can change nothing: an audience that was invited to watch. */
export const isWatching: ReadonlySignal<boolean> = computed(() => session.value?.permission === 'watch');

export const WATCHING = 'You are invited to watch: only those who present change something here.';
