import { useSignal } from '@preact/signals';
import type { Clock } from '../../src/generated/control-schemas.ts';
import {
  Button,
  Fields,
  Form,
  Icon,
  List,
  Shown,
  Time,
  call,
  clock,
  countWords,
  sandboxNow,
  showToast,
  toAmount,
  toDate,
  toExact,
  toInstant,
  toTimeOfDay,
  useRecords,
  Note,
} from '../kit/kit.ts';

/** Less than this is how long the answer took. */
const AHEAD = 60_000;

const stateOf = ({ frozen, offset }: Clock): string => {
  if (frozen) return 'frozen';
  return Math.abs(offset) < AHEAD ? 'running' : `${offset < 0 ? '−' : '+'}${toAmount(Math.abs(offset))}`;
};

/** The clock of the sandbox, always in sight; it opens to what moves it. */
export const ClockButton = () => {
  const isOpen = useSignal(false);
  const now = sandboxNow.value;
  const current = clock.value;
  if (current === undefined) return <span class="clock-button clock-waiting" />;
  return (
    <>
      <button
        type="button"
        class={`clock-button ${current.frozen ? 'clock-frozen' : ''}`}
        popovertarget={PANEL}
        title="Clock of the sandbox, UTC"
      >
        <Icon name={current.frozen ? 'pause' : 'clock'} />
        <span class="clock-date">{toDate(now)}</span>
        <span class="clock-time">{toTimeOfDay(now)}</span>
        <span class="clock-date">UTC</span>
        <span class="clock-state">{stateOf(current)}</span>
      </button>
      <div
        id={PANEL}
        popover
        class="clock-panel"
        role="group"
        aria-label="Clock of the sandbox"
        onBeforeToggle={({ newState }) => {
          isOpen.value = newState === 'open';
        }}
      >
        {isOpen.value && <ClockPanel {...current} />}
      </div>
    </>
  );
};

const PANEL = 'clock-panel';

const STEPS = [
  { by: 'PT1M', title: '+1 min', name: 'Advance 1 minute' },
  { by: 'PT1H', title: '+1 h', name: 'Advance 1 hour' },
  { by: 'PT24H', title: '+1 day', name: 'Advance 1 day' },
] as const;

/** Moves the clock, and says what is due. */
const ClockPanel = ({ frozen, offset }: Clock) => {
  const jobs = useRecords('jobs', { limit: MOST });
  const next = jobs.value?.data[0];
  const distance =
    Math.abs(offset) < AHEAD
      ? 'with the wall clock'
      : `${toAmount(Math.abs(offset))} ${offset > 0 ? 'ahead of' : 'behind'} the wall clock`;
  return (
    <>
      <div class="row spread">
        <div class="clock-now">
          <b>{toExact(sandboxNow.value)} UTC</b>
          <Note>{frozen ? 'Frozen: it moves only when you move it' : `Running, ${distance}`}</Note>
        </div>
        <Button
          changes
          small
          icon={frozen ? 'play' : 'pause'}
          onClick={() => call(frozen ? 'POST /clock/resume' : 'POST /clock/freeze')}
        >
          {frozen ? 'Let it run' : 'Freeze'}
        </Button>
      </div>
      <div class="row">
        {STEPS.map(({ by, title, name }) => (
          <Button changes key={by} title={name} onClick={() => advance({ by })}>
            {title}
          </Button>
        ))}
        <Button
          changes
          kind="primary"
          disabled={next === undefined}
          onClick={() => next !== undefined && advance({ to: next.dueAt })}
        >
          To the next job
        </Button>
      </div>
      <ToDate />
      <section class="clock-due">
        <h3>What is due</h3>
        <Shown read={jobs}>
          {({ data }) => (
            <List
              none={
                <Note>
                  Nothing is due. Jobs appear here when something, such as a delivery, waits for time to pass.
                </Note>
              }
              ordered
              of={data}
              most={FIRST}
              class="due-jobs"
            >
              {({ title, dueAt }) => (
                <>
                  <span class="due-title">{title}</span>
                  <span class="small muted">
                    <Time at={dueAt} />
                  </span>
                  <Button changes small onClick={() => advance({ to: dueAt })} label={`Go there: ${title}`}>
                    Go there
                  </Button>
                </>
              )}
            </List>
          )}
        </Shown>
      </section>
    </>
  );
};

/** As an input of date and time has it. */
const toInput = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 19);

const ToDate = () => {
  const now = toInput(sandboxNow.peek());
  const written = useSignal({ at: now });
  const { at } = written.value;
  return (
    <Form class="clock-to">
      <Fields
        of={written}
        fields={[
          {
            name: 'at',
            label: <span class="unseen">Date and time, UTC</span>,
            type: 'datetime-local',
            step: '1',
            min: now,
          },
        ]}
      />
      <Button
        changes
        type="submit"
        onClick={() =>
          at === '' ? showToast('Choose a date and a time first.', 'bad') : advance({ to: toInstant(at) })
        }
      >
        Go to this time
      </Button>
    </Form>
  );
};

/** Read of the server, and shown at once; the rest unfolds. */
const MOST = 10;
const FIRST = 3;

/** Moves the clock by an ISO 8601 duration, such as `PT1H`, or to an instant, and says what happened on the way. */
const advance = async (body: { readonly by: string } | { readonly to: string }) => {
  const { now, fired, complete } = await call('POST /clock/advance', { body });
  const events = [...new Set(fired.flatMap((job) => job.events))].slice(0, 3);
  const done = fired.length === 0 ? 'nothing was due' : `${countWords(fired.length, 'job')} ran`;
  const told = events.length === 0 ? '' : `: ${events.join(', ')}`;
  return `${toExact(now)}: ${done}${told}${complete ? '' : '. More is due: move on once more'}`;
};
