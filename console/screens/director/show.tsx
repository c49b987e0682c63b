import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Show, ShownCall, ShowStep } from '../../../src/generated/control-schemas.ts';
import {
  Badge,
  Button,
  Card,
  CodeBlock,
  EmptyState,
  ErrorPanel,
  HttpStatus,
  List,
  Note,
  State,
  Prose,
  Shown,
  call,
  countWords,
  go,
  isWatching,
  link,
  setQuery,
  showRefusal,
  useCall,
  wallNow,
} from '../../kit/kit.ts';
import { TakeAlong } from '../start/take-along.tsx';

/** The presenter's window: what the audience does not see, and buttons as large as a thumb. */
export const Presenter = () => {
  useEffect(() => {
    document.title = 'Presenter · vatmock';
    return steerByKeys({ space: true });
  }, []);
  return (
    <Shown read={useCall('/show')}>
      {({ show }) =>
        show === null ? (
          <div class="presenter-empty">
            <h1 class="unseen">Presenter</h1>
            <EmptyState icon="play" title="Nothing is played">
              <a href={link('director')}>Choose a storyboard</a>: this window and that of the audience follow it.
            </EmptyState>
          </div>
        ) : (
          <Presenting {...show} />
        )
      }
    </Shown>
  );
};

const Presenting = (show: Show) => (
  <div class="presenter">
    <PresenterHead {...show} />
    <div class="presenter-body">
      <div class="stack">
        <AudienceView {...show} />
        {show.current && <ShownCalls key={show.played} {...show.current} />}
        {show.status === 'finished' && <TakeAlong />}
      </div>
      <div class="stack presenter-side">
        <Notes {...show} />
        <Chapters {...show} />
      </div>
    </div>
    <footer class="presenter-steer">
      <Button
        changes
        disabled={!show.canGoBack || isSteering.value}
        title="Left arrow"
        onClick={() => moveShow('back')}
      >
        Back
      </Button>
      <Button
        changes
        kind="primary"
        disabled={show.next === null || show.status === 'failed' || isSteering.value}
        title="Space or right arrow"
        onClick={() => moveShow('next')}
      >
        {show.played === 0 ? 'Begin' : 'Next'}
        {show.next && <small class="clip">{show.next.title}</small>}
      </Button>
    </footer>
  </div>
);

/** What is played, how far it is, and for how long. */
const PresenterHead = (show: Show) => {
  const { title, played, steps, minutes, startedAt } = show;
  return (
    <header class="presenter-head">
      <div class="presenter-title">
        <h1>{title}</h1>
        <p class="small muted" role="status">
          Step {played} of {steps}
          {show.current && `, ${show.current.chapterTitle}`}
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
        ask={
          show.status === 'finished'
            ? undefined
            : {
                text: 'The sandbox stays as it is now, its clock frozen. The audience’s window becomes an ordinary console.',
                verb: 'End the show',
              }
        }
        onClick={async () => {
          await call('DELETE /show');
          go(link('director'));
        }}
      >
        End the show
      </Button>
      <progress class="presenter-bar" max={steps} value={played} aria-label="Steps played" />
    </header>
  );
};

/** "3:12" for milliseconds. */
const toTimer = (milliseconds: number): string => {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
};

/** What to say now, and what comes. */
const Notes = ({ current, next, played }: Show) => (
  <>
    {played > 0 && (
      <Card title="Notes" class="presenter-notes">
        <Prose text={current?.notes ?? 'No notes for this step.'} />
      </Card>
    )}
    <Card title="Next">
      {next === null ? (
        <p class="muted">That was the last step.</p>
      ) : (
        <div class="presenter-next">
          <h3>{next.title}</h3>
          <Note>{next.sentence}</Note>
          {next.notes && <Prose text={next.notes} />}
          <List of={next.actions} class="small">
            {(action) => action}
          </List>
        </div>
      )}
    </Card>
  </>
);

/** What the audience reads, and where its window is. */
const AudienceView = (show: Show) => {
  const { current, failure, status } = show;
  const look = current?.look;
  return (
    <Card
      title="The audience sees"
      actions={
        status === 'playing' ? (
          <Badge tone="info">Making the calls</Badge>
        ) : (
          typeof look === 'string' && (
            <a href={toLook(look, { audience: 'on' })} target="vatmock-audience">
              {look || 'Start'}
            </a>
          )
        )
      }
    >
      {current === null ? (
        <p class="muted">The title “{show.title}”. The sandbox is at the beginning of the storyboard.</p>
      ) : (
        <div class="audience-view">
          <Note>{current.chapterTitle}</Note>
          <h2>{current.title}</h2>
          <p>{current.sentence}</p>
        </div>
      )}
      {failure && (
        <ErrorPanel
          refused={{
            title: 'This step did not lead where it should',
            detail: `${failure} Go back: the sandbox is restored as it was before the step.`,
          }}
        />
      )}
    </Card>
  );
};

/** Goes to the beginning of a chapter, or to a step of the present one. */
const Chapters = ({ current, next, outline, storyboard, status }: Show) => {
  const now = current?.chapter ?? next?.chapter ?? 1;
  const to = (chapter: number, step?: number) => ({
    changes: true,
    disabled: isSteering.value || status === 'playing',
    onClick: () => goToStep(storyboard, chapter, step),
  });
  return (
    <Card title="Chapters">
      <List ordered of={outline} class="chapters">
        {({ title, steps }, index) => (
          <>
            <Button {...to(index + 1)} pressed={index + 1 === now}>
              {index + 1}. {title}
            </Button>
            <List ordered of={index + 1 === now ? steps : []}>
              {(step, at) => (
                <Button {...to(index + 1, at + 1)} small kind="quiet" icon={step.isPlayed ? 'check' : undefined}>
                  {step.title}
                </Button>
              )}
            </List>
          </>
        )}
      </List>
    </Card>
  );
};

/** The real calls of a step with request and answer, and what was checked after them. */
const ShownCalls = ({ calls, proof }: ShowStep) => (
  <Card title="What was really done" actions={<span class="small muted">{countWords(calls.length, 'call')}</span>}>
    {calls.length === 0 && proof.length === 0 && (
      <EmptyState title="Nothing is called in this step">It is for looking and talking.</EmptyState>
    )}
    <List of={calls} class="shown-calls">
      {(call, index) => (
        <details open={index === calls.length - 1}>
          <summary>
            {call.status === null ? <Badge tone="bad">No answer</Badge> : <HttpStatus status={call.status} />}
            <b>{call.title}</b>
            <code class="clip">
              {call.method} {call.path}
            </code>
          </summary>
          <div class="shown-messages">
            <Side title="Request" message={call.request} first={`${call.method} ${call.path}`} />
            <Side
              title="Answer"
              message={call.response}
              first={
                call.status === null
                  ? `The answer was lost: ${call.fault ?? 'no answer'}`
                  : `${call.status} ${call.operationId}`
              }
            />
          </div>
          {call.requestId && (
            <a class="small" href={link('traffic', call.requestId)} target="_blank" rel="noreferrer">
              In the traffic
            </a>
          )}
        </details>
      )}
    </List>
    <List of={proof} class="shown-proof" aria-label="Proof">
      {({ title, holds, expected, actual }) => (
        <>
          <State of={holds === null ? 'NOT_CHECKED' : holds ? 'HOLDS' : 'FAILS'} />
          <span>
            {title}
            {holds === false && (
              <small class="muted">
                {' '}
                Expected {expected}, got {actual}.
              </small>
            )}
          </span>
        </>
      )}
    </List>
  </Card>
);

const Side = ({
  title,
  first,
  message: { headers, body, bytes },
}: {
  readonly title: string;
  readonly first: string;
  readonly message: ShownCall['request'];
}) => {
  const head = [first, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)].join('\n');
  const content = body === null || body === undefined ? `(${bytes} bytes)` : JSON.stringify(body, null, 2);
  return (
    <div>
      <h3 class="small">{title}</h3>
      <CodeBlock text={bytes === 0 ? head : `${head}\n\n${content}`} what={`the ${title.toLowerCase()}`} />
    </div>
  );
};

/** What makes a console the audience's window: it tells the story, and goes where the story is. */
export const Ribbon = () => {
  const { show } = useCall('/show').value ?? {};
  const { current = null } = show ?? {};
  // While a step makes its calls, what to look at may not be there yet.
  const at = show && show.status !== 'playing' && `${show.storyboard} ${show.played}`;
  useEffect(() => {
    if (at && typeof current?.look === 'string') go(toLook(current.look));
  }, [at]);
  useEffect(() => steerByKeys({ space: false }), []);
  return (
    <aside class="ribbon" aria-label="Show" aria-live="polite">
      <div class="ribbon-text">
        <p class="tiny ribbon-chapter">{current?.chapterTitle ?? (show === null ? 'No show yet' : show?.title)}</p>
        <p>
          <b>{current?.title ?? (show === null ? 'This window follows the next one.' : 'It begins in a moment.')}</b>{' '}
          {current?.sentence}
        </p>
      </div>
      {show && !isWatching.value && (
        <div class="row ribbon-steer">
          <Button
            kind="quiet"
            small
            label="Step back"
            disabled={!show.canGoBack || isSteering.value}
            onClick={() => moveShow('back')}
          >
            Back
          </Button>
          <Button
            kind="quiet"
            small
            label="Next step"
            disabled={show.next === null || show.status === 'failed' || isSteering.value}
            onClick={() => moveShow('next')}
          >
            Next
          </Button>
        </div>
      )}
      <Button
        kind="quiet"
        small
        icon="close"
        label="Leave the show"
        onClick={() => setQuery({ audience: '' }, { replace: false })}
      />
      {show && <progress max={show.steps} value={show.played} aria-label="Steps played" />}
    </aside>
  );
};

/** Whether this window waits for a step that it asked for. */
const isSteering = signal(false);

const steer = async (send: () => Promise<unknown>): Promise<void> => {
  if (isSteering.value) return;
  isSteering.value = true;
  await send().catch(showRefusal);
  isSteering.value = false;
};

const moveShow = (action: 'next' | 'back'): Promise<void> =>
  steer(() => call('POST /show/{action}', { path: { action } }));

/** Goes to a place of what is played: what a step shows, or the beginning of a chapter. */
const goToStep = (storyboard: string, chapter: number, step?: number): Promise<void> =>
  steer(() => call('PUT /show', { body: { storyboard, chapter, step } }));

/** The address of what a step says to look at, such as `orders/4e0b...` or `traffic?status=422`. */
const toLook = (look: string, more: Readonly<Record<string, string>> = {}): string => {
  const { pathname, searchParams } = new URL(look, 'https://console.invalid/');
  return link(...pathname.split('/').filter(Boolean).map(decodeURIComponent), {
    ...Object.fromEntries(searchParams),
    ...more,
  });
};

const FORWARDS = ['ArrowRight', 'PageDown'];
const BACK = ['ArrowLeft', 'PageUp'];

/** The arrows mean something there. */
const WITH_ARROWS = 'input, textarea, select, video, iframe, [role="tab"], [role="combobox"], [contenteditable]';

/** A space presses it. */
const WITH_SPACE = 'button, a, summary';

/**
 * Keys of a presentation, also those that a clicker sends: right and page down for the next step, left and page up for the
 * one before. With `space`, a space is the next step too.
 */
const steerByKeys = ({ space }: { readonly space: boolean }): (() => void) => {
  const press = (event: KeyboardEvent): void => {
    const { key, target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.defaultPrevented) return;
    if (isWatching.value || document.querySelector('dialog[open]') !== null) return;
    const at = target instanceof Element ? target : document.body;
    if (at.matches(WITH_ARROWS)) return;
    const isNext = FORWARDS.includes(key) || (space && key === ' ' && !at.matches(WITH_SPACE));
    if (!isNext && !BACK.includes(key)) return;
    event.preventDefault();
    if (!event.repeat) void moveShow(isNext ? 'next' : 'back');
  };
  document.addEventListener('keydown', press);
  return () => document.removeEventListener('keydown', press);
};
