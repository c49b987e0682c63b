import { go, link } from '../../address/address.ts';
import { ask } from '../../kit/ask.tsx';
import { Button } from '../../kit/button.tsx';
import { wallNow } from '../../server/clock.ts';
import { isWatching } from '../../server/session-state.ts';
import { type Show, stopShow, setPace } from './show.ts';

/** What is played, how far it is, for how long, and how it goes on. */
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
      <Pace show={show} />
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

/** Seconds per step. */
const PACES = [5, 10, 20, 40];

/** Plays by itself, a step every so many seconds. */
const Pace = ({ show }: { readonly show: Show }) => {
  const pace = show.pace?.secondsPerStep;
  const left = show.pace === null ? 0 : Math.ceil((Date.parse(show.pace.nextAt) - wallNow.value) / 1000);
  return (
    <label class="field presenter-pace">
      <span>By itself{show.pace !== null && <b> in {Math.max(0, left)} s</b>}</span>
      <select
        value={pace === undefined ? '' : String(pace)}
        disabled={isWatching.value || show.next === null}
        onChange={({ currentTarget }) => void setPace(currentTarget.value === '' ? null : Number(currentTarget.value))}
      >
        <option value="">No: I say when</option>
        {[...new Set([...PACES, ...(pace === undefined ? [] : [pace])])].map((seconds) => (
          <option key={seconds} value={String(seconds)}>
            A step every {seconds} s
          </option>
        ))}
      </select>
    </label>
  );
};
