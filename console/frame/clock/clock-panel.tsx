import { useSignal } from '@preact/signals';
import type { components } from '../../../src/generated/admin-types.ts';
import { Button } from '../../kit/button.tsx';
import { ErrorPanel } from '../../kit/error-panel.tsx';
import { Skeleton } from '../../kit/skeleton.tsx';
import { toAmount, toExact, Time } from '../../kit/time.tsx';
import { showToast } from '../../kit/toast.tsx';
import { call } from '../../server/call.ts';
import { type Clock, sandboxNow, clockWas } from '../../server/clock.ts';
import { useRecords } from '../../server/use-records.ts';

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

/** What happens next on the sandbox's clock, each with a button that goes there. */
const DueJobs = ({ jobs }: { readonly jobs: readonly DueJob[] }) =>
  jobs.length === 0 ? (
    <p class="small muted">
      Nothing is due. Jobs appear here when an order, a VIES check or a delivery waits for time to pass.
    </p>
  ) : (
    <ol class="due-jobs">
      {jobs.map(({ id, title, dueAt }) => (
        <li key={id}>
          <span class="due-title" dir="auto">
            {title}
          </span>
          <span class="small muted">
            <Time at={dueAt} />
          </span>
          <Button changes small onClick={() => advanceTo(dueAt)} label={`Go there: ${title}`}>
            Go there
          </Button>
        </li>
      ))}
    </ol>
  );

type DueJob = components['schemas']['DueJob'];

const MOST = 10;

/** The next jobs of the sandbox, read again when something changed. */
const useNextJobs = () => useRecords('jobs', { limit: MOST }, ['clock', 'state', 'delivery', 'scenario']);

type ClockChange = components['schemas']['ClockChange'];

/** Says what happened on the way. */
const report = ({ now, frozen, offset, fired, complete }: ClockChange): void => {
  clockWas({ now, frozen, offset });
  const events = fired.flatMap((job) => job.events);
  const done =
    fired.length === 0 ? 'nothing was due' : `${String(fired.length)} ${fired.length === 1 ? 'job' : 'jobs'} ran`;
  const told = events.length === 0 ? '' : `: ${[...new Set(events)].slice(0, 3).join(', ')}`;
  const left = complete ? '' : '. More is due: move on once more';
  showToast(`${toExact(Date.parse(now))}: ${done}${told}${left}`);
};

/** An ISO 8601 duration, such as `PT1H`. */
const advanceBy = async (by: string): Promise<void> => report(await call('POST', '/clock/advance', { body: { by } }));

const advanceTo = async (to: string): Promise<void> => report(await call('POST', '/clock/advance', { body: { to } }));

const freeze = async (): Promise<void> => {
  const { now, frozen, offset } = await call('POST', '/clock/freeze');
  clockWas({ now, frozen, offset });
};

const resume = async (): Promise<void> => {
  const { now, frozen, offset } = await call('POST', '/clock/resume');
  clockWas({ now, frozen, offset });
};
