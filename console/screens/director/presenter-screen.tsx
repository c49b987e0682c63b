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
  Prose,
  Shown,
  call,
  countWords,
  go,
  link,
  useCall,
  wallNow,
  Note,
} from '../../kit/kit.ts';
import { TakeAlong } from '../start/take-along.tsx';
import { goToStep, isSteering, nextStep, steerByKeys, stepBack, toLook } from './show.ts';

/** The presenter's window: what the audience does not see, and buttons as large as a thumb. */
export default () => {
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
        {show.current !== null && (
          <ShownCalls key={show.played} calls={show.current.calls} proof={show.current.proof} />
        )}
        {show.status === 'finished' && <TakeAlong />}
      </div>
      <div class="stack presenter-side">
        <Notes {...show} />
        <Chapters {...show} />
      </div>
    </div>
    <footer class="presenter-steer">
      <Button changes disabled={!show.canGoBack || isSteering.value} title="Left arrow" onClick={stepBack}>
        Back
      </Button>
      <Button
        changes
        kind="primary"
        disabled={show.next === null || show.status === 'failed' || isSteering.value}
        title="Space or right arrow"
        onClick={nextStep}
      >
        {show.played === 0 ? 'Begin' : 'Next'}
        {show.next !== null && <small class="clip">{show.next.title}</small>}
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
        ask={
          show.status === 'finished'
            ? undefined
            : {
                title: 'End the show?',
                text: 'The sandbox stays as it is now, its clock frozen. The audience’s window becomes an ordinary console.',
                verb: 'End the show',
              }
        }
        onClick={async () => {
          await call('DELETE', '/show');
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
  const parts = hours === 0 ? [minutes, seconds % 60] : [hours, minutes, seconds % 60];
  return parts.map((part, index) => String(part).padStart(index === 0 ? 1 : 2, '0')).join(':');
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
          {next.notes !== null && <Prose text={next.notes} />}
          {next.actions.length > 0 && (
            <ul class="small">
              {next.actions.map((action, index) => (
                <li key={index}>{action}</li>
              ))}
            </ul>
          )}
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
      {failure !== null && (
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
      <ol class="chapters">
        {outline.map(({ title, steps }, index) => (
          <li key={index}>
            <Button {...to(index + 1)} pressed={index + 1 === now}>
              {index + 1}. {title}
            </Button>
            {index + 1 === now && (
              <ol>
                {steps.map((step, at) => (
                  <li key={at}>
                    <Button {...to(index + 1, at + 1)} small kind="quiet" icon={step.isPlayed ? 'check' : undefined}>
                      {step.title}
                    </Button>
                  </li>
                ))}
              </ol>
            )}
          </li>
        ))}
      </ol>
    </Card>
  );
};

/** The real calls of a step with request and answer, and what was checked after them. */
const ShownCalls = ({ calls, proof }: { readonly calls: readonly ShownCall[]; readonly proof: ShowStep['proof'] }) => (
  <Card title="What was really done" actions={<span class="small muted">{countWords(calls.length, 'call')}</span>}>
    {calls.length === 0 && proof.length === 0 && (
      <EmptyState title="Nothing is called in this step">It is for looking and talking.</EmptyState>
    )}
    <ul class="shown-calls">
      {calls.map((call, index) => (
        <li key={index}>
          <OneCall call={call} isOpen={index === calls.length - 1} />
        </li>
      ))}
    </ul>
    {proof.length > 0 && (
      <ul class="shown-proof" aria-label="Proof">
        {proof.map(({ title, holds, expected, actual }, index) => (
          <li key={index}>
            <Badge tone={holds === true ? 'ok' : holds === false ? 'bad' : 'quiet'}>
              {holds === true ? 'Holds' : holds === false ? 'Fails' : 'Not checked'}
            </Badge>
            <span>
              {title}
              {holds === false && (
                <small class="muted">
                  {' '}
                  Expected {expected}, got {actual}.
                </small>
              )}
            </span>
          </li>
        ))}
      </ul>
    )}
  </Card>
);

const OneCall = ({ call, isOpen }: { readonly call: ShownCall; readonly isOpen: boolean }) => (
  <details open={isOpen}>
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
            : `${String(call.status)} ${call.operationId}`
        }
      />
    </div>
    {call.requestId !== null && (
      <a class="small" href={link('traffic', call.requestId)} target="_blank" rel="noreferrer">
        In the traffic
      </a>
    )}
  </details>
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
  const content = body === null || body === undefined ? `(${String(bytes)} bytes)` : JSON.stringify(body, null, 2);
  return (
    <div>
      <h3 class="small">{title}</h3>
      <CodeBlock text={bytes === 0 ? head : `${head}\n\n${content}`} what={`the ${title.toLowerCase()}`} />
    </div>
  );
};
