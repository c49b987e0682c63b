import { useSignal, useSignalEffect } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { link } from '../../address/address.ts';
import { dropKeptVisitSecret, keepVisitSecret, visitSecret } from '../../address/visit-secret.ts';
import { Button } from '../../kit/button.tsx';
import { Skeleton } from '../../kit/skeleton.tsx';
import { type Refused, toRefused } from '../../server/refusal.ts';
import { session } from '../../server/session-state.ts';
import { type Invitation, readInvitation } from '../../server/visit.ts';
import { Invited } from './invited.tsx';

/** The page of a visitor link: what it opens, and one button that opens it; or why it opens nothing, and what to do. */
export default () => {
  const invitation = useSignal<Invitation | undefined>(undefined);
  const refused = useSignal<Refused | undefined>(undefined);
  const read = async (): Promise<void> => {
    const secret = visitSecret.peek();
    refused.value = undefined;
    invitation.value = undefined;
    if (secret === undefined) return;
    try {
      invitation.value = await readInvitation(secret);
      keepVisitSecret();
    } catch (error) {
      const why = toRefused(error);
      // Too many guesses, or a server that is busy: the link may still open something.
      const isFinal = why.status !== undefined && why.status < 500 && why.status !== 429;
      if (isFinal) dropKeptVisitSecret();
      refused.value = why;
    }
  };
  useEffect(() => {
    document.title = 'Invitation · vatmock';
  }, []);
  // Also when another link is pasted into the address of this page.
  useSignalEffect(() => {
    if (visitSecret.value !== undefined) void read();
  });
  const secret = visitSecret.value;
  return (
    <main class="sign-in visit">
      <div class="visit-card">
        <p class="sign-in-brand">vatmock</p>
        {refused.value !== undefined ? (
          <ClosedLink refused={refused.value} onRetry={read} />
        ) : secret === undefined ? (
          <NoSecret />
        ) : invitation.value === undefined ? (
          <Skeleton rows={4} />
        ) : (
          <Invited
            invitation={invitation.value}
            secret={secret}
            onRefused={(why) => {
              refused.value = why;
            }}
          />
        )}
      </div>
    </main>
  );
};

/** A mail program cut the link, or the page was opened again from the history. */
const NoSecret = () => (
  <div class="stack">
    <h1>This link is not complete</h1>
    <p>
      What follows the <code>#</code> is missing: it is the key, and some programs cut it. This page also takes it out
      of the address when it is opened, so that it does not stay in your history; only this tab keeps it until you open
      the sandbox.
    </p>
    <p>Open the link from the message again, or copy all of it into the address bar.</p>
    {session.value?.kind !== 'nobody' && (
      <p>
        You have a sandbox already: <a href={link('orders')}>go on with it</a>.
      </p>
    )}
  </div>
);

/** By the code of the problem. */
const TITLES: Readonly<Record<string, string>> = {
  'link-unknown': 'No such link',
  'link-revoked': 'This link was revoked',
  'link-used': 'This link was used already',
  'link-expired': 'This link has expired',
  'no-room': 'The server is full at the moment',
  'start-gone': 'This link cannot be opened any more',
};

/** Why a link opens nothing, and what to do. */
const ClosedLink = ({ refused, onRetry }: { readonly refused: Refused; readonly onRetry: () => unknown }) => {
  const { title, detail, code = '', status } = refused;
  return (
    <div class="stack" role="alert">
      <h1>{status === 429 ? 'Too many wrong links' : (TITLES[code] ?? title)}</h1>
      <p>{detail}</p>
      {status === 429 ? (
        <Wait seconds={toSeconds(detail)} onOver={onRetry} />
      ) : (
        (status === undefined || status >= 500) && (
          <div class="row">
            <Button onClick={onRetry}>Try again</Button>
          </div>
        )
      )}
      {session.value?.kind !== 'nobody' && (
        <p>
          This browser has a sandbox already: <a href={link('orders')}>go on with it</a>.
        </p>
      )}
    </div>
  );
};

/** "Wait 40 seconds." */
const toSeconds = (detail: string): number => Number(/(\d+) seconds/.exec(detail)?.[1] ?? 60);

/** Counts down, and then lets the visitor try again. */
const Wait = ({ seconds, onOver }: { readonly seconds: number; readonly onOver: () => unknown }) => {
  const left = useSignal(seconds);
  useEffect(() => {
    const beat = setInterval(() => {
      left.value = Math.max(0, left.value - 1);
    }, 1000);
    return () => clearInterval(beat);
  }, []);
  return (
    <div class="row">
      <Button disabled={left.value > 0} onClick={onOver}>
        {left.value > 0 ? `Try again in ${String(left.value)} s` : 'Try again'}
      </Button>
    </div>
  );
};
