import { useSignal } from '@preact/signals';
import { Button } from '../../kit/button.tsx';
import { ErrorPanel } from '../../kit/error-panel.tsx';
import { Skeleton } from '../../kit/skeleton.tsx';
import { toAmount, toExact } from '../../kit/time.tsx';
import { showToast } from '../../kit/toast.tsx';
import { type Clock, sandboxNow } from '../../server/clock.ts';
import { DueJobs } from './due-jobs.tsx';
import { advanceBy, advanceTo, freeze, resume } from './move-clock.ts';
import { useNextJobs } from './next-jobs.ts';

const STEPS = [
  { by: 'PT1M', title: '+1 min', name: 'Advance 1 minute' },
  { by: 'PT1H', title: '+1 h', name: 'Advance 1 hour' },
  { by: 'PT24H', title: '+1 day', name: 'Advance 1 day' },
] as const;

/** Shown at once; the rest unfolds. */
const FIRST = 3;

/** Moves the clock, and says what is due. */
export const ClockPanel = ({ clock }: { readonly clock: Clock }) => {
  const jobs = useNextJobs();
  const isWhole = useSignal(false);
  const { value, refused } = jobs.value;
  const next = value?.data[0];
  return (
    <div class="clock-panel" role="group" aria-label="Clock of the sandbox">
      <div class="row spread">
        <div class="clock-now">
          <b>{toExact(sandboxNow.value)} UTC</b>
          <p class="small muted">{describe(clock)}</p>
        </div>
        <Button changes small icon={clock.frozen ? 'play' : 'pause'} onClick={clock.frozen ? resume : freeze}>
          {clock.frozen ? 'Let it run' : 'Freeze'}
        </Button>
      </div>
      <div class="row">
        {STEPS.map(({ by, title, name }) => (
          <Button changes key={by} title={name} onClick={() => advanceBy(by)}>
            {title}
          </Button>
        ))}
        <Button
          changes
          kind="primary"
          disabled={next === undefined}
          onClick={() => (next === undefined ? undefined : advanceTo(next.dueAt))}
        >
          To the next job
        </Button>
      </div>
      <ToDate />
      <section class="clock-due">
        <h3>What is due</h3>
        {value !== undefined ? (
          <DueJobs jobs={isWhole.value ? value.data : value.data.slice(0, FIRST)} />
        ) : refused !== undefined ? (
          <ErrorPanel refused={refused} onRetry={jobs.again} />
        ) : (
          <Skeleton rows={FIRST} />
        )}
        {value !== undefined && value.data.length > FIRST && !isWhole.value && (
          <Button
            small
            kind="quiet"
            onClick={() => {
              isWhole.value = true;
            }}
          >
            {value.data.length - FIRST} more
          </Button>
        )}
      </section>
    </div>
  );
};

const describe = ({ frozen, offset }: Clock): string => {
  const size = Math.abs(offset);
  const distance =
    size < 60_000 ? 'with the wall clock' : `${toAmount(size)} ${offset > 0 ? 'ahead of' : 'behind'} the wall clock`;
  return frozen ? `Frozen: it moves only when you move it` : `Running, ${distance}`;
};

/** As an input of date and time has it. */
const toInput = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 19);

const ToDate = () => {
  const now = toInput(sandboxNow.peek());
  const text = useSignal(now);
  const submit = async (): Promise<void> => {
    if (text.value === '') showToast('Choose a date and a time first.', { tone: 'bad' });
    else await advanceTo(`${text.value.length === 16 ? `${text.value}:00` : text.value}Z`);
  };
  return (
    <form
      class="clock-to"
      onSubmit={(event) => {
        event.preventDefault();
      }}
    >
      <label class="field">
        <span class="unseen">Date and time, UTC</span>
        <input
          type="datetime-local"
          step="1"
          min={now}
          value={text.value}
          onInput={({ currentTarget }) => {
            text.value = currentTarget.value;
          }}
        />
      </label>
      <Button changes type="submit" onClick={submit}>
        Go to this time
      </Button>
    </form>
  );
};
