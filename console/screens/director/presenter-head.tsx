import { go, link } from '../../address/address.ts';
import { ask } from '../../kit/ask.tsx';
import { Button } from '../../kit/button.tsx';
import { wallNow } from '../../server/clock.ts';
import { type Show, stopShow } from './show.ts';

/** What is played, how far it is, and for how long. */
export const PresenterHead = ({ show }: { readonly show: Show }) => {
  const { title, played, steps, minutes, startedAt } = show;
  return (
    <header class="presenter-head">
      <div class="presenter-title">
        <h1>{title}</h1>
        <p class="small muted" role="status">
          Step {played} of {steps}
          {show.current !== null && `, ${show.current.chapterTitle}`}
        </p>
      </div>
      <p class="presenter-time">
        <b>{toTimer(wallNow.value - Date.parse(startedAt))}</b>
        {minutes !== null && <span class="muted"> of about {minutes} min</span>}
      </p>
      <a class="button" href={link('audience')} target="vatmock-audience">
        Open the audience’s window
      </a>
      <Button
        changes
        kind="quiet"
        onClick={async () => {
          const isSure =
            show.status === 'finished' ||
            (await ask({
              title: 'End the show?',
              text: 'The sandbox stays as it is now, its clock frozen. The audience’s window becomes an ordinary console.',
              verb: 'End the show',
            }));
          if (!isSure) return;
          await stopShow();
          go(link('director'));
        }}
      >
        End the show
      </Button>
      <progress class="presenter-bar" max={steps} value={played} aria-label="Steps played" />
    </header>
  );
};

/** "3:12" for milliseconds; "1:03:12" beyond an hour. */
const toTimer = (milliseconds: number): string => {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const rest = String(seconds % 60).padStart(2, '0');
  return hours === 0 ? `${String(minutes)}:${rest}` : `${String(hours)}:${String(minutes).padStart(2, '0')}:${rest}`;
};
