import type { ComponentChildren } from 'preact';

export type Tone = 'ok' | 'warn' | 'bad' | 'info' | 'guess' | 'quiet';

/** A state in a word; the colour only repeats it. */
export const Badge = ({ tone = 'quiet', children }: { readonly tone?: Tone; readonly children: ComponentChildren }) => (
  <span class={`badge badge-${tone}`}>{children}</span>
);

/** The status of a response; of a lost one, that it never reached the client. */
export const HttpStatus = ({ status, lost = false }: { readonly status: number; readonly lost?: boolean }) => (
  <Badge tone={lost || status >= 500 ? 'bad' : status >= 400 ? 'warn' : status >= 200 && status < 300 ? 'ok' : 'info'}>
    {lost ? 'lost' : status === 0 ? 'none' : status}
  </Badge>
);
