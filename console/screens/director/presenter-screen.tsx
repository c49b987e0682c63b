import { useEffect } from 'preact/hooks';
import type { Show, ShownCall, ShownMessageOfCall, ShownProof } from '../../../src/generated/control-schemas.ts';
import {
  Badge,
  Button,
  Card,
  CodeBlock,
  EmptyState,
  ErrorPanel,
  HttpStatus,
  Prose,
  Skeleton,
  confirmDialog,
} from '../../kit/kit.ts';
import { go, link } from '../../server/address.ts';
import { wallNow } from '../../server/clock.ts';
import TakeAlong from '../start/take-along.tsx';
import {
  currentShow,
  goToStep,
  isSteering,
  nextStep,
  steerByKeys,
  stepBack,
  stopShow,
  toLook,
  useShow,
} from './show.ts';

/** The presenter's window: what the audience does not see, and buttons as large as a thumb. */
export default () => {
  useShow();
  useEffect(() => {
    document.title = 'Presenter · vatmock';
    return steerByKeys({ space: true });
  }, []);
  const { show, refused } = currentShow.value;
  if (show === undefined) return refused === undefined ? <Skeleton /> : <ErrorPanel refused={refused} />;
  if (show === null)
    return (
      <div class="presenter-empty">
        <h1 class="unseen">Presenter</h1>
        <EmptyState icon="play" title="Nothing is played">
          <p>
            <a href={link('director')}>Choose a storyboard</a>: this window and that of the audience follow it.
          </p>
        </EmptyState>
      </div>
    );
  return <Presenting show={show} />;
};

const Presenting = ({ show }: { readonly show: Show }) => (
  <div class="presenter">
    <PresenterHead show={show} />
    <div class="presenter-body">
      <div class="stack">
        <AudienceView show={show} />
        {show.current !== null && (
          <ShownCalls key={show.played} calls={show.current.calls} proof={show.current.proof} />
        )}
        {show.status === 'finished' && <TakeAlong />}
      </div>
      <div class="stack presenter-side">
        <Notes show={show} />
        <Chapters show={show} />
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
const PresenterHead = ({ show }: { readonly show: Show }) => {
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
            (await confirmDialog({
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

/** What to say now, and what comes. */
const Notes = ({ show: { current, next, played } }: { readonly show: Show }) => (
  <>
    {played > 0 && (
      <Card title="Notes" class="presenter-notes">
        {typeof current?.notes !== 'string' ? (
          <p class="muted">No notes for this step.</p>
        ) : (
          <Prose text={current.notes} />
        )}
      </Card>
    )}
    <Card title="Next">
      {next === null ? (
        <p class="muted">That was the last step.</p>
      ) : (
        <div class="presenter-next">
          <h3>{next.title}</h3>
          <p class="small muted">{next.sentence}</p>
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
const AudienceView = ({ show }: { readonly show: Show }) => {
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
          <p class="small muted">{current.chapterTitle}</p>
          <h2>{current.title}</h2>
          <p>{current.sentence}</p>
        </div>
      )}
      {failure !== null && (
        <div class="error-panel" role="alert">
          <h2>This step did not lead where it should</h2>
          <p>{failure}</p>
          <p>Go back: the sandbox is restored as it was before the step.</p>
        </div>
      )}
    </Card>
  );
};

/** Goes to the beginning of a chapter, or to a step of the present one. */
const Chapters = ({ show }: { readonly show: Show }) => {
  const now = show.current?.chapter ?? show.next?.chapter ?? 1;
  return (
    <Card title="Chapters">
      <ol class="chapters">
        {show.outline.map(({ title, steps }, index) => (
          <li key={index}>
            <Button
              changes
              pressed={index + 1 === now}
              disabled={isSteering.value || show.status === 'playing'}
              onClick={() => goToStep(show.storyboard, index + 1)}
            >
              {index + 1}. {title}
            </Button>
            {index + 1 === now && (
              <ol>
                {steps.map((step, at) => (
                  <li key={at}>
                    <Button
                      changes
                      small
                      kind="quiet"
                      {...(step.isPlayed ? { icon: 'check' as const } : {})}
                      disabled={isSteering.value || show.status === 'playing'}
                      onClick={() => goToStep(show.storyboard, index + 1, at + 1)}
                    >
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
const ShownCalls = ({
  calls,
  proof,
}: {
  readonly calls: readonly ShownCall[];
  readonly proof: readonly ShownProof[];
}) => (
  <Card
    title="What was really done"
    actions={<span class="small muted">{calls.length === 1 ? '1 call' : `${String(calls.length)} calls`}</span>}
  >
    {calls.length === 0 && proof.length === 0 && (
      <EmptyState title="Nothing is called in this step">
        <p class="small">It is for looking and talking.</p>
      </EmptyState>
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
  message,
}: {
  readonly title: string;
  readonly first: string;
  readonly message: ShownMessageOfCall;
}) => (
  <div>
    <h3 class="small">{title}</h3>
    <CodeBlock text={toText(first, message)} what={`the ${title.toLowerCase()}`} />
  </div>
);

const toText = (first: string, { headers, body, bytes }: ShownMessageOfCall): string => {
  const head = [first, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)].join('\n');
  if (bytes === 0) return head;
  return `${head}\n\n${body === null || body === undefined ? `(${String(bytes)} bytes)` : JSON.stringify(body, null, 2)}`;
};
