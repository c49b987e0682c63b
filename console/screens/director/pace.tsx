import { wallNow } from '../../server/clock.ts';
import { isWatching } from '../../server/session-state.ts';
import { setPace, type Show } from './show.ts';

/** Seconds per step. */
const PACES = [5, 10, 20, 40];

/** Plays by itself, a step every so many seconds. */
export const Pace = ({ show }: { readonly show: Show }) => {
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
