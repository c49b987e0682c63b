import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { Clock, ClockChange, DueJob, DueJobList } from '../../src/generated/control-schemas.ts';
import {
  Button,
  ErrorPanel,
  Form,
  Icon,
  ShowRest,
  Skeleton,
  Time,
  showToast,
  toAmount,
  toDate,
  toExact,
  toTimeOfDay,
} from '../kit/kit.ts';
import { call } from '../server/call.ts';
import { clock, clockWas, sandboxNow } from '../server/clock.ts';
import { type Read, useCall } from '../server/use-call.ts';

/** Less than this is how long the answer took. */
const AHEAD = 60_000;

const stateOf = ({ frozen, offset }: Clock): string => {
  const ahead = Math.abs(offset) < AHEAD ? '' : `${offset < 0 ? '−' : '+'}${toAmount(Math.abs(offset))}`;
  if (frozen) return 'frozen';
  return ahead === '' ? 'running' : ahead;
};

/** The clock of the sandbox, always in sight; it opens to what moves it. */
export const ClockButton = () => {
  const isOpen = useSignal(false);
  const place = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isOpen.value) return undefined;
    const close = (event: Event): void => {
      if (event instanceof KeyboardEvent ? event.key === 'Escape' : !isInside(place.current, event.target)) {
        isOpen.value = false;
        if (event instanceof KeyboardEvent) {
          event.stopPropagation();
          button.current?.focus();
        }
      }
    };
    document.addEventListener('mousedown', close);
    document.addEventListener('keydown', close, true);
    return () => {
      document.removeEventListener('mousedown', close);
      document.removeEventListener('keydown', close, true);
    };
  }, [isOpen.value]);
  const now = sandboxNow.value;
  const current = clock.value;
  if (current === undefined) return <span class="clock-button clock-waiting" />;
  return (
    <div class="clock" ref={place}>
      <button
        ref={button}
        type="button"
        class={`clock-button ${current.frozen ? 'clock-frozen' : ''}`}
        aria-expanded={isOpen.value}
        title="Clock of the sandbox, UTC"
        onClick={() => {
          isOpen.value = !isOpen.value;
        }}
      >
        <Icon name={current.frozen ? 'pause' : 'clock'} />
        <span class="clock-date">{toDate(now)}</span>
        <span class="clock-time">{toTimeOfDay(now)}</span>
        <span class="clock-state">{stateOf(current)}</span>
      </button>
      {isOpen.value && <ClockPanel clock={current} />}
    </div>
  );
};

const isInside = (element: Element | null, target: EventTarget | null): boolean =>
  target instanceof Node && element?.contains(target) === true;

const STEPS = [
  { by: 'PT1M', title: '+1 min', name: 'Advance 1 minute' },
  { by: 'PT1H', title: '+1 h', name: 'Advance 1 hour' },
  { by: 'PT24H', title: '+1 day', name: 'Advance 1 day' },
] as const;

/** Shown at once; the rest unfolds. */
const FIRST = 3;

/** Moves the clock, and says what is due. */
const ClockPanel = ({ clock }: { readonly clock: Clock }) => {
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
        {value !== undefined && value.data.length > FIRST && (
          <ShowRest is={isWhole}>{value.data.length - FIRST} more</ShowRest>
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
    <Form class="clock-to">
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
    </Form>
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

const MOST = 10;

/** The next jobs of the sandbox, read again when something changed. */
const useNextJobs = (): Read<DueJobList> =>
  useCall('/jobs', { query: { limit: MOST } }, ['clock', 'state', 'delivery', 'scenario']);

/** Says what happened on the way. */
const report = (change: ClockChange): void => {
  clockWas(change);
  const { now, fired, complete } = change;
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

const freeze = async (): Promise<void> => clockWas(await call('POST', '/clock/freeze'));

const resume = async (): Promise<void> => clockWas(await call('POST', '/clock/resume'));
