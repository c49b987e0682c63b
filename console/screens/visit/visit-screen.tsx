import { useSignal, useSignalEffect } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Button, Skeleton, toExact } from '../../kit/kit.ts';
import {
  dropKeptVisitSecret,
  forgetVisitSecret,
  go,
  keepVisitSecret,
  link,
  visitSecret,
} from '../../server/address.ts';
import { type Refused, toRefused } from '../../server/call.ts';
import { session } from '../../server/session-state.ts';
import { type Invitation, readInvitation, signIn } from '../../server/session.ts';

/** The page of a visitor link: what it opens, and one button that opens it; or why it opens nothing, and what to do. */
export default () => {
  const invitation = useSignal<Invitation | undefined>(undefined);
  const refused = useSignal<Refused | undefined>(undefined);
  const read = async (): Promise<void> => {
    const secret = visitSecret.peek();
    refused.value = undefined;
    invitation.value = undefined;
    if (secret === undefined) return;
    // The answer to a link that was pasted over meanwhile says nothing about this one.
    const isStale = () => visitSecret.peek() !== secret;
    try {
      const read = await readInvitation(secret);
      if (isStale()) return;
      invitation.value = read;
      keepVisitSecret();
    } catch (error) {
      if (isStale()) return;
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

/** Who invites, what one will see, and the click that uses the link: a preview of the link in a chat must not. */
const Invited = ({
  invitation: { name, start, uses, copies, permission, expiresAt },
  secret,
  onRefused,
}: {
  readonly invitation: Invitation;
  readonly secret: string;
  readonly onRefused: (refused: Refused) => void;
}) => {
  const isWatch = permission === 'watch';
  const former = session.value;
  const open = async (): Promise<void> => {
    try {
      await signIn({ link: secret });
    } catch (error) {
      onRefused(toRefused(error));
      return;
    }
    forgetVisitSecret();
    go(isWatch ? link('audience') : link('orders'), { replace: true });
  };
  return (
    <div class="stack">
      <h1>{name}</h1>
      <p>
        You are invited to {isWatch ? 'watch a sandbox' : copies === 'own' ? 'a sandbox of your own' : 'a sandbox'}: a
        living copy of the whole workflow, where nothing is real and nothing can break.
      </p>
      <ul class="visit-points">
        <li>{describe(start)}</li>
        {isWatch ? (
          <li>You see what the presenter does, as it happens. You cannot change anything.</li>
        ) : (
          <li>
            {copies === 'own'
              ? 'Nobody else sees it: try everything. One click resets it.'
              : 'All who were invited by this link share it.'}
          </li>
        )}
        <li>
          {uses === 'once' ? 'The link works once, in one browser,' : 'The link works'} until{' '}
          {toExact(Date.parse(expiresAt))} UTC.
        </li>
      </ul>
      {(former?.kind === 'operator' || former?.kind === 'client') && (
        <p class="small muted">This browser is signed in already; that session ends when you open the sandbox.</p>
      )}
      <div class="row">
        <Button kind="primary" onClick={open}>
          {isWatch ? 'Watch' : 'Open the sandbox'}
        </Button>
      </div>
    </div>
  );
};

const describe = (start: Invitation['start']): string => {
  if (start === 'fixtures') return 'It begins with orders, buyers and vehicles in every state of the workflow.';
  if (start === 'snapshot') return 'It begins with what your host has prepared.';
  if (start === 'sandbox') return 'It is the sandbox of your host, live.';
  return 'persona' in start
    ? `It begins with the data of a persona: ${toWords(start.persona)}.`
    : `It begins with a storyboard that you can play: ${toWords(start.storyboard)}.`;
};

const toWords = (name: string): string => name.replaceAll('-', ' ');
