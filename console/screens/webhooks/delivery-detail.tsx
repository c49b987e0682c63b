import type { DeliveryTry, WholeDelivery } from '../../../src/generated/control-schemas.ts';
import {
  Back,
  Badge,
  Button,
  Card,
  CodeBlock,
  HttpStatus,
  Icon,
  JsonText,
  KeyValues,
  Shown,
  State,
  Table,
  Tabs,
  Time,
  call,
  go,
  link,
  parameter,
  sandboxNow,
  toAmount,
  toExact,
  useCall,
  Note,
} from '../../kit/kit.ts';
import { toPlace } from './deliveries.tsx';
import { DeliverySignature } from './signature.tsx';

const tab = parameter('tab');

export const DeliveryDetail = ({ id }: { readonly id: string }) => (
  <div class="stack delivery-detail">
    <Back to={link('webhooks')}>All deliveries</Back>
    <Shown read={useCall('/deliveries/{id}', { path: { id } }, ['delivery', 'state', 'clock'])}>
      {(delivery) => (
        <>
          <Facts delivery={delivery} />
          <Tabs
            label="Parts of the delivery"
            chosen={tab}
            tabs={[
              ['attempts', `Attempts (${String(delivery.tries.length)})`, () => <Attempts tries={delivery.tries} />],
              ['payload', 'Payload', () => <Payload body={delivery.body} />],
              ['signature', 'Signature', () => <DeliverySignature {...delivery} />],
            ]}
          />
        </>
      )}
    </Shown>
  </div>
);

const replay = async (id: string) => {
  const started = await call('POST', '/deliveries/{id}/replay', { path: { id } });
  go(link('webhooks', 'deliveries', started.id));
  return 'The event is sent again, as a new delivery.';
};

const Facts = ({ delivery }: { readonly delivery: WholeDelivery }) => {
  const { id, eventType, status, test, url, webhookId, dueAt } = delivery;
  return (
    <Card
      title={
        <span class="row">
          <span class="mono">{eventType}</span>
          <State of={status} />
          {test && <Badge>test</Badge>}
        </span>
      }
      actions={
        <Button changes icon="reset" onClick={() => replay(id)}>
          Replay
        </Button>
      }
    >
      {dueAt !== null && (
        <div class="row delivery-next">
          <Icon name="clock" />
          <span>
            Next attempt{' '}
            <strong>
              <Time at={dueAt} />
            </strong>
          </span>
          <Button changes small onClick={() => call('POST', '/clock/advance', { body: { to: dueAt } })}>
            Advance the clock to it
          </Button>
        </div>
      )}
      <AttemptLine {...delivery} />
      <KeyValues
        of={[
          ['Receiver', <a href={link('webhooks', 'endpoints', webhookId)}>{toPlace(url) || webhookId}</a>],
          ['Event', <code>{delivery.eventId}</code>],
          ['Delivery', <code>{id}</code>],
          ['Created', <Time at={delivery.createdAt} />],
        ]}
      />
    </Card>
  );
};

const Attempts = ({ tries }: { readonly tries: readonly DeliveryTry[] }) =>
  tries.length === 0 ? (
    <p class="muted">No attempt yet. The first one is sent as soon as it is due on the clock of the sandbox.</p>
  ) : (
    <Card flush>
      <Table
        caption="Attempts"
        rows={tries.map((made, index) => ({ ...made, index }))}
        id={({ index }) => String(index)}
        columns={[
          ['Attempt', ({ index, counts }) => (counts ? index + 1 : <Badge>copy</Badge>)],
          ['When', ({ at }) => <Time at={at} />],
          [
            'Response',
            (made) =>
              made.httpStatus === null ? (
                <Badge tone="bad">{toResult(made)}</Badge>
              ) : (
                <HttpStatus status={made.httpStatus} />
              ),
          ],
          ['Body', ({ answer, detail }) => <span class="tiny delivery-answer">{detail ?? answer ?? ''}</span>],
          [
            'Injected fault',
            ({ chaos }) => (chaos === null ? '' : <span class="tiny">{`${chaos.did.join(', ')} (${chaos.by})`}</span>),
          ],
        ]}
      />
    </Card>
  );

const Payload = ({ body }: { readonly body: string }) => {
  const bytes = new TextEncoder().encode(body).length;
  return (
    <div class="stack">
      <Note>
        {bytes.toLocaleString('en')} bytes, the same in every attempt. The signature covers exactly these bytes.
      </Note>
      <CodeBlock text={body} what="the payload" wrap />
      <Card title="As JSON">
        <JsonText text={body} otherwise="It is no JSON." />
      </Card>
    </div>
  );
};

interface Step {
  /** Counts from 1. */
  readonly number: number;
  readonly at: number;
  /** Milliseconds after the event. */
  readonly after: number;
  /** Undefined while it is planned. */
  readonly made: DeliveryTry | undefined;
  /** Duplicates sent with it. */
  readonly copies: number;
}

const toSteps = ({ createdAt, tries, planned }: WholeDelivery): readonly Step[] => {
  const steps: Step[] = [];
  const add = (time: string, made?: DeliveryTry) => {
    const at = Date.parse(time);
    steps.push({ number: steps.length + 1, at, after: Math.max(0, at - Date.parse(createdAt)), made, copies: 0 });
  };
  for (const made of tries) {
    const last = steps.at(-1);
    if (made.counts || last === undefined) add(made.at, made);
    else steps[steps.length - 1] = { ...last, copies: last.copies + 1 };
  }
  for (const at of planned) add(at);
  return steps;
};

/**
 * A step for each attempt, made or planned, since the waits grow from seconds to a day: to scale, most attempts would be
 * one dot. Between the last attempt and the next one, a line moves with the clock of the sandbox.
 */
const AttemptLine = (delivery: WholeDelivery) => {
  const steps = toSteps(delivery);
  return (
    <figure class="attempt-line">
      <div class="attempt-steps" aria-hidden="true">
        {steps.map((step, index) => (
          <StepView key={index} step={step} before={steps[index - 1]} after={steps[index + 1]} />
        ))}
      </div>
      <div class="unseen">
        <Table
          caption="Attempts, made and planned"
          rows={steps}
          id={({ number }) => String(number)}
          columns={[
            ['Attempt', ({ number }) => number],
            ['Time', ({ at }) => `${toExact(at)} UTC`],
            ['After the event', ({ after }) => (after === 0 ? 'at once' : toAmount(after))],
            [
              'Result',
              ({ made, copies }) =>
                (made === undefined ? 'Planned' : toResult(made)) +
                (copies > 0 ? `, and ${String(copies)} more sent as a duplicate` : ''),
            ],
          ]}
        />
      </div>
      <figcaption class="tiny muted">
        {steps.length === 0 ? 'No attempt yet.' : 'One step for each attempt; below it, the time since the event.'}
        {steps.at(-1)?.made === undefined && steps.length > 0 && ' Hollow: still to come, if those before it fail.'}
      </figcaption>
    </figure>
  );
};

const StepView = ({
  step: { number, at, after: since, made, copies },
  before,
  after,
}: {
  readonly step: Step;
  readonly before: Step | undefined;
  readonly after: Step | undefined;
}) => {
  /** The sandbox waits for it. */
  const isNext = made === undefined && (before === undefined || before.made !== undefined);
  const isWaiting = made !== undefined && after !== undefined && after.made === undefined;
  const isGood = made?.httpStatus !== undefined && made.httpStatus !== null && Math.floor(made.httpStatus / 100) === 2;
  return (
    <div
      class={`attempt-step attempt-${made === undefined ? 'planned' : isGood ? 'good' : 'bad'}`}
      title={`Attempt ${String(number)}, ${toExact(at)} UTC`}
    >
      <span class="attempt-result">
        {made !== undefined
          ? (made.httpStatus ?? SHORT[made.failure ?? ''] ?? 'no answer')
          : isNext && <Time at={new Date(at).toISOString()} />}
        {copies > 0 && <span class="muted"> +{copies}</span>}
      </span>
      <span class="attempt-track">
        <span class="attempt-dot">{number}</span>
        {after !== undefined && (
          <span class={`attempt-wait ${made !== undefined && !isWaiting ? 'attempt-over' : ''}`}>
            {isWaiting && <Waited from={at} to={after.at} />}
          </span>
        )}
      </span>
      <span class="attempt-after">{toShortAmount(since)}</span>
    </div>
  );
};

const Waited = ({ from, to }: { readonly from: number; readonly to: number }) => {
  const share = to <= from ? 1 : Math.max(0, Math.min(1, (sandboxNow.value - from) / (to - from)));
  return <span class="attempt-waited" style={{ width: `${String(100 * share)}%` }} />;
};

const HOUR = 3_600_000;

/** Minutes do not matter after ten hours. */
const toShortAmount = (after: number): string =>
  after === 0 ? 'at once' : toAmount(after < 10 * HOUR ? after : after - (after % HOUR));

const FAILURES: Readonly<Record<string, string>> = {
  refused: 'The server must not call this URL',
  connect_failed: 'No connection',
  tls_failed: 'TLS failed',
  timeout: 'No response in time',
  answer_broken: 'The response broke off',
};

/** The status, or why there is none. */
const toResult = ({ httpStatus, failure }: DeliveryTry): string =>
  httpStatus === null ? (FAILURES[failure ?? ''] ?? 'No response') : String(httpStatus);

/** The same in a word. */
const SHORT: Readonly<Record<string, string>> = { refused: 'refused', timeout: 'timeout' };
