import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { link } from '../../address/address.ts';
import { Button } from '../../kit/button.tsx';
import type { Refused } from '../../server/refusal.ts';
import { session } from '../../server/session-state.ts';

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
export const ClosedLink = ({ refused, onRetry }: { readonly refused: Refused; readonly onRetry: () => unknown }) => {
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
