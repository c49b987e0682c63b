import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { ConsoleSession, VisitorInvitation } from '../../../src/generated/control-schemas.ts';
import {
  type Refused,
  Button,
  CONSOLE_PATH,
  ErrorPanel,
  Note,
  Skeleton,
  call,
  dropVisitSecret,
  go,
  isForeign,
  link,
  readSession,
  recordsScreen,
  sendJson,
  session,
  signIn,
  toAmount,
  toExact,
  useAttempt,
  useRead,
  visitSecret,
  wallNow,
} from '../../kit/kit.ts';

/** The page of a visitor link: what it opens, and one button that opens it; or why it opens nothing, and what to do. */
export default () => <Visit key={visitSecret.value} />;

/** Another link, pasted into the address of this page, is another visit. */
const Visit = () => {
  const secret = visitSecret.value;
  // Without using it.
  const read = useRead(
    () => sendJson<VisitorInvitation>('POST', `${CONSOLE_PATH}/invitation`, { link: secret }),
    secret ?? null,
  );
  const opening = useAttempt();
  const { value: invitation, refused } = read;
  const isFinal = refused !== undefined && !mayOpenLater(refused);
  useEffect(() => {
    document.title = 'Invitation · vatmock';
    if (isFinal) dropVisitSecret();
  }, [isFinal]);
  const open = () =>
    opening.attempt(async () => {
      await signIn({ link: secret ?? '' });
      dropVisitSecret();
      go(link(invitation?.permission === 'watch' ? 'audience' : recordsScreen()), { replace: true });
    });
  const why = opening.refused.value ?? refused;
  return (
    <main class="sign-in visit">
      <div class="visit-card">
        <p class="sign-in-brand">vatmock</p>
        {why !== undefined ? (
          <ClosedLink
            refused={why}
            onRetry={() => {
              opening.refused.value = undefined;
              read.again();
            }}
          />
        ) : secret === undefined ? (
          <NoSecret />
        ) : invitation === undefined ? (
          <Skeleton />
        ) : (
          <Invited invitation={invitation} onOpen={open} />
        )}
      </div>
    </main>
  );
};

/** Too many guesses, or a server that is busy: the link may still open something. */
const mayOpenLater = ({ status }: Refused): boolean => status === undefined || status >= 500 || status === 429;

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
const ClosedLink = ({ refused, onRetry }: { readonly refused: Refused; readonly onRetry: () => unknown }) => {
  const { title, detail, code = '', status } = refused;
  const isLimited = status === 429;
  const left = useSignal(0);
  useEffect(() => {
    // "Wait 40 seconds."
    left.value = isLimited ? Number(/(\d+) seconds/.exec(detail)?.[1] ?? 60) : 0;
    const beat = setInterval(() => {
      left.value = Math.max(0, left.value - 1);
    }, 1000);
    return () => clearInterval(beat);
  }, [refused]);
  return (
    <div class="stack" role="alert">
      <h1>{isLimited ? 'Too many wrong links' : (TITLES[code] ?? title)}</h1>
      <p>{detail}</p>
      {mayOpenLater(refused) && (
        <div class="row">
          <Button disabled={left.value > 0} onClick={onRetry}>
            {left.value > 0 ? `Try again in ${left.value} s` : 'Try again'}
          </Button>
        </div>
      )}
      <GoOn words="This browser has a sandbox already" />
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
              ? 'No other visitor sees it: try everything. One click resets it.'
              : 'All who were invited by this link share it.'}
        </li>
        <li>
          {uses === 'once' ? 'The link works once, in one browser,' : 'The link works'} until {toExact(expiresAt)} UTC.
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

/** A sandbox of one's own without an account, where the operator allows it. */
export const SignUp = () => {
  const { refused, attempt } = useAttempt();
  const start = () =>
    attempt(async () => {
      session.value = await sendJson<ConsoleSession>('POST', `${CONSOLE_PATH}/sign-up`);
      go(link(recordsScreen()), { replace: true });
    });
  return (
    <section class="sign-up">
      <h2>Just looking?</h2>
      <Note>
        Get a sandbox of your own{isForeign.value ? '' : ', with orders in every state'}. No account, no e-mail; it is
        dropped after a while.
      </Note>
      <div class="row">
        <Button kind="primary" onClick={start}>
          Get a sandbox
        </Button>
      </div>
      {refused.value && <ErrorPanel refused={refused.value} />}
    </section>
  );
};

const HOUR = 3_600_000;

/** How long a visitor's sandbox lasts, and a button that keeps it longer. */
export const Lifetime = () => {
  const { sandbox, sandboxExpiresAt, sandboxLatestExpiresAt } = session.value ?? {};
  if (sandbox === undefined || sandboxExpiresAt === undefined) return null;
  const ends = Date.parse(sandboxExpiresAt);
  const left = Math.max(0, ends - wallNow.value);
  const canKeep = sandboxLatestExpiresAt !== undefined && Date.parse(sandboxLatestExpiresAt) > ends;
  const keep = async () => {
    const { expiresAt } = await call('PATCH /sandboxes/{id}', { path: { id: sandbox }, body: { extend: true } });
    await readSession();
    return expiresAt === null ? undefined : `Your sandbox lasts until ${toExact(expiresAt)} UTC.`;
  };
  return (
    <span class="lifetime">
      <time
        class={`small ${left < HOUR ? 'lifetime-short' : 'muted'}`}
        dateTime={sandboxExpiresAt}
        title={`This sandbox is dropped on ${toExact(ends)} UTC`}
      >
        {left === 0 ? 'Ends now' : `Ends in ${toAmount(left)}`}
      </time>
      {canKeep && (
        <Button changes small onClick={keep}>
          Keep it longer
        </Button>
      )}
    </span>
  );
};
