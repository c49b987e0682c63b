import { go, link } from '../../address/address.ts';
import { forgetVisitSecret } from '../../address/visit-secret.ts';
import { Button } from '../../kit/button.tsx';
import { toExact } from '../../kit/time.tsx';
import { type Refused, toRefused } from '../../server/refusal.ts';
import { session } from '../../server/session-state.ts';
import { signIn } from '../../server/session.ts';
import type { Invitation } from '../../server/visit.ts';

/** Who invites, what one will see, and the click that uses the link: a preview of the link in a chat must not. */
export const Invited = ({
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
