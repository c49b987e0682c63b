import { useSignal, useSignalEffect } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { VisitorInvitation } from '../../../src/generated/control-schemas.ts';
import {
  Button,
  type Refused,
  Skeleton,
  dropKeptVisitSecret,
  forgetVisitSecret,
  go,
  isForeign,
  keepVisitSecret,
  link,
  readInvitation,
  recordsScreen,
  session,
  signIn,
  toExact,
  toRefused,
  visitSecret,
  Note,
} from '../../kit/kit.ts';

/** The page of a visitor link: what it opens, and one button that opens it; or why it opens nothing, and what to do. */
export default () => {
  const invitation = useSignal<VisitorInvitation | undefined>(undefined);
  const refused = useSignal<Refused | undefined>(undefined);
  const read = async () => {
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
  const open = async () => {
    try {
      await signIn({ link: visitSecret.peek() ?? '' });
    } catch (error) {
      refused.value = toRefused(error);
      return;
    }
    const isWatch = invitation.peek()?.permission === 'watch';
    forgetVisitSecret();
    go(link(isWatch ? 'audience' : recordsScreen()), { replace: true });
  };
  useEffect(() => {
    document.title = 'Invitation · vatmock';
  }, []);
  // Also when another link is pasted into the address of this page.
  useSignalEffect(() => {
    if (visitSecret.value !== undefined) void read();
  });
  return (
    <main class="sign-in visit">
      <div class="visit-card">
        <p class="sign-in-brand">vatmock</p>
        {refused.value !== undefined ? (
          <ClosedLink refused={refused.value} onRetry={read} />
        ) : visitSecret.value === undefined ? (
          <NoSecret />
        ) : invitation.value === undefined ? (
          <Skeleton rows={4} />
        ) : (
          <Invited invitation={invitation.value} onOpen={open} />
        )}
      </div>
    </main>
  );
};

/** Who has a session already may stay in it. */
const GoOn = ({ words }: { readonly words: string }) =>
  session.value?.kind === 'nobody' ? null : (
    <p>
      {words}: <a href={link(recordsScreen())}>go on with it</a>.
    </p>
  );

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
    <GoOn words="You have a sandbox already" />
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
const ClosedLink = ({
  refused: { title, detail, code = '', status },
  onRetry,
}: {
  readonly refused: Refused;
  readonly onRetry: () => unknown;
}) => {
  const isLimited = status === 429;
  // "Wait 40 seconds."
  const seconds = isLimited ? Number(/(\d+) seconds/.exec(detail)?.[1] ?? 60) : 0;
  return (
    <div class="stack" role="alert">
      <h1>{isLimited ? 'Too many wrong links' : (TITLES[code] ?? title)}</h1>
      <p>{detail}</p>
      {(isLimited || status === undefined || status >= 500) && <Retry after={seconds} onClick={onRetry} />}
      <GoOn words="This browser has a sandbox already" />
    </div>
  );
};

/** Counts down, and then lets the visitor try again. */
const Retry = ({ after, onClick }: { readonly after: number; readonly onClick: () => unknown }) => {
  const left = useSignal(after);
  useEffect(() => {
    const beat = setInterval(() => {
      left.value = Math.max(0, left.value - 1);
    }, 1000);
    return () => clearInterval(beat);
  }, []);
  return (
    <div class="row">
      <Button disabled={left.value > 0} onClick={onClick}>
        {left.value > 0 ? `Try again in ${String(left.value)} s` : 'Try again'}
      </Button>
    </div>
  );
};

/** Who invites, what one will see, and the click that uses the link: a preview of the link in a chat must not. */
const Invited = ({
  invitation: { name, start, uses, copies, permission, expiresAt },
  onOpen,
}: {
  readonly invitation: VisitorInvitation;
  readonly onOpen: () => unknown;
}) => {
  const isWatch = permission === 'watch';
  const isOwn = copies === 'own';
  const former = session.value?.kind;
  return (
    <div class="stack">
      <h1>{name}</h1>
      <p>
        You are invited to {isWatch ? 'watch a sandbox' : isOwn ? 'a sandbox of your own' : 'a sandbox'}: a living copy
        of {isForeign.value ? 'the API' : 'the whole workflow'}, where nothing is real and nothing can break.
      </p>
      <ul class="visit-points">
        <li>{describe(start)}</li>
        <li>
          {isWatch
            ? 'You see what the presenter does, as it happens. You cannot change anything.'
            : isOwn
              ? 'Nobody else sees it: try everything. One click resets it.'
              : 'All who were invited by this link share it.'}
        </li>
        <li>
          {uses === 'once' ? 'The link works once, in one browser,' : 'The link works'} until{' '}
          {toExact(Date.parse(expiresAt))} UTC.
        </li>
      </ul>
      {(former === 'operator' || former === 'client') && (
        <Note>This browser is signed in already; that session ends when you open the sandbox.</Note>
      )}
      <div class="row">
        <Button kind="primary" onClick={onOpen}>
          {isWatch ? 'Watch' : 'Open the sandbox'}
        </Button>
      </div>
    </div>
  );
};

const describe = (start: VisitorInvitation['start']): string => {
  if (start === 'fixtures')
    return isForeign.value
      ? 'It begins with the initial data.'
      : 'It begins with orders, buyers and vehicles in every state of the workflow.';
  if (start === 'snapshot') return 'It begins with what your host has prepared.';
  if (start === 'sandbox') return 'It is the sandbox of your host, live.';
  return 'snapshot' in start
    ? `It begins with the data of a persona: ${start.snapshot.replaceAll('-', ' ')}.`
    : `It begins with a storyboard that you can play: ${start.storyboard.replaceAll('-', ' ')}.`;
};
