import type { DeliveryTry, WholeDelivery } from '../../../src/generated/control-schemas.ts';
import {
  Back,
  Badge,
  Button,
  Card,
  CodeBlock,
  HttpStatus,
  Icon,
  JsonTree,
  KeyValues,
  Shown,
  State,
  Table,
  Tabs,
  Time,
  showToast,
  toAmount,
  toExact,
} from '../../kit/kit.ts';
import { go, link, parameter } from '../../server/address.ts';
import { call } from '../../server/call.ts';
import { sandboxNow } from '../../server/clock.ts';
import { useCall } from '../../server/use-call.ts';
import { toPlace } from './deliveries.tsx';
import { DeliverySignature } from './signature.tsx';

const tab = parameter('tab');

export const DeliveryDetail = ({ id }: { readonly id: string }) => {
  const delivery = useCall('/deliveries/{id}', { path: { id } }, ['delivery', 'state', 'clock']);
  return (
    <div class="stack delivery-detail">
      <Back to={link('webhooks')}>All deliveries</Back>
      <Shown read={delivery}>{(value) => <Opened delivery={value} />}</Shown>
    </div>
  );
};

const replay = async (id: string): Promise<void> => {
  const started = await call('POST', '/deliveries/{id}/replay', { path: { id } });
  showToast('The event is sent again, as a new delivery.');
  go(link('webhooks', 'deliveries', started.id));
};

const advanceTo = async (to: string): Promise<void> => {
  await call('POST', '/clock/advance', { body: { to } });
};

const Opened = ({ delivery }: { readonly delivery: WholeDelivery }) => {
  const { id, eventType, status, test, url, webhookId, dueAt, tries } = delivery;
  return (
    <>
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
        <div class="stack">
          {dueAt !== null && (
            <div class="row delivery-next">
              <Icon name="clock" />
              <span>
                Next attempt{' '}
                <strong>
                  <Time at={dueAt} />
                </strong>
              </span>
              <Button changes small onClick={() => advanceTo(dueAt)}>
                Advance the clock to it
              </Button>
            </div>
          )}
          <AttemptLine delivery={delivery} />
          <KeyValues
            of={[
              ['Receiver', <a href={link('webhooks', 'endpoints', webhookId)}>{toPlace(url) || webhookId}</a>],
              ['Event', <code>{delivery.eventId}</code>],
              ['Delivery', <code>{id}</code>],
              ['Created', <Time at={delivery.createdAt} />],
            ]}
          />
        </div>
      </Card>
      <Tabs
        label="Parts of the delivery"
        chosen={tab}
        tabs={[
          { id: 'attempts', title: `Attempts (${String(tries.length)})`, content: () => <Attempts tries={tries} /> },
          { id: 'payload', title: 'Payload', content: () => <Payload body={delivery.body} /> },
          { id: 'signature', title: 'Signature', content: () => <DeliverySignature delivery={delivery} /> },
        ]}
      />
    </>
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
          { title: 'Attempt', cell: ({ index, counts }) => (counts ? index + 1 : <Badge>copy</Badge>) },
          { title: 'When', cell: ({ at }) => <Time at={at} /> },
          {
            title: 'Response',
            cell: ({ httpStatus, failure }) =>
              httpStatus === null ? (
                <Badge tone="bad">{FAILURES[failure ?? ''] ?? 'No response'}</Badge>
              ) : (
                <HttpStatus status={httpStatus} />
              ),
          },
          {
            title: 'Body',
            cell: ({ answer, detail }) => <span class="tiny delivery-answer">{detail ?? answer ?? ''}</span>,
          },
          {
            title: 'Injected fault',
            cell: ({ chaos }) =>
              chaos === null ? '' : <span class="tiny">{`${chaos.did.join(', ')} (${chaos.by})`}</span>,
          },
        ]}
      />
    </Card>
  );

const Payload = ({ body }: { readonly body: string }) => {
  const bytes = new TextEncoder().encode(body).length;
  return (
    <div class="stack">
      <p class="small muted">
        {bytes.toLocaleString('en')} bytes, the same in every attempt. The signature covers exactly these bytes.
      </p>
      <CodeBlock text={body} what="the payload" wrap />
      <Parsed body={body} />
    </div>
  );
};

const Parsed = ({ body }: { readonly body: string }) => {
  try {
    return (
      <Card title="As JSON">
        <JsonTree value={JSON.parse(body) as unknown} open={3} />
      </Card>
    );
  } catch {
    return null;
  }
};

const HOUR = 3_600_000;

/**
 * A step for each attempt, made or planned, since the waits grow from seconds to a day: to scale, most attempts would be
 * one dot. Between the last attempt and the next one, a line moves with the clock of the sandbox.
 */
const AttemptLine = ({ delivery }: { readonly delivery: WholeDelivery }) => {
  const steps = toSteps(delivery);
  const next = steps.findIndex(({ made }) => made === undefined);
  return (
    <figure class="attempt-line">
      <div class="attempt-steps" aria-hidden="true">
        {steps.map((step, index) => (
          <StepView
            key={index}
            step={step}
            number={index + 1}
            {...(index + 1 === next ? { next: steps[next] } : {})}
            isNext={index === next}
            isLast={index === steps.length - 1}
          />
        ))}
      </div>
      <div class="unseen">
        <StepTable steps={steps} />
      </div>
      <figcaption class="tiny muted">
        {steps.length === 0
          ? 'No attempt yet.'
          : next === -1
            ? 'One step for each attempt; below it, the time since the event.'
            : 'One step for each attempt; below it, the time since the event. Hollow: still to come, if those before it fail.'}
      </figcaption>
    </figure>
  );
};

interface Step {
  readonly at: number;
  /** Milliseconds after the event. */
  readonly after: number;
  /** Undefined while it is planned. */
  readonly made: DeliveryTry | undefined;
  /** Duplicates sent with it. */
  readonly copies: number;
}

const toSteps = ({ createdAt, tries, planned }: WholeDelivery): readonly Step[] => {
  const start = Date.parse(createdAt);
  const steps: Step[] = [];
  const add = (time: string, made?: DeliveryTry): void => {
    const at = Date.parse(time);
    steps.push({ at, after: Math.max(0, at - start), made, copies: 0 });
  };
  for (const made of tries) {
    const last = steps.at(-1);
    if (made.counts || last === undefined) add(made.at, made);
    else steps[steps.length - 1] = { ...last, copies: last.copies + 1 };
  }
  for (const at of planned) add(at);
  return steps;
};

const StepView = ({
  step: { at, after, made, copies },
  number,
  next,
  isNext,
  isLast,
}: {
  readonly step: Step;
  readonly number: number;
  /** The step that the sandbox waits for, if it is the one after this. */
  readonly next?: Step | undefined;
  readonly isNext: boolean;
  readonly isLast: boolean;
}) => (
  <div class={`attempt-step attempt-${toState(made)}`} title={`Attempt ${String(number)}, ${toExact(at)} UTC`}>
    <span class="attempt-result">
      {made !== undefined ? toShortResult(made) : isNext && <Time at={new Date(at).toISOString()} />}
      {copies > 0 && <span class="muted"> +{copies}</span>}
    </span>
    <span class="attempt-track">
      <span class="attempt-dot">{number}</span>
      {!isLast && (
        <span class={`attempt-wait ${made !== undefined && next === undefined ? 'attempt-over' : ''}`}>
          {next !== undefined && <Waited from={at} to={next.at} />}
        </span>
      )}
    </span>
    <span class="attempt-after">{toShortAmount(after)}</span>
  </div>
);

const Waited = ({ from, to }: { readonly from: number; readonly to: number }) => {
  const share = to <= from ? 1 : Math.max(0, Math.min(1, (sandboxNow.value - from) / (to - from)));
  return <span class="attempt-waited" style={{ width: `${String(100 * share)}%` }} />;
};

/** Minutes do not matter after ten hours. */
const toShortAmount = (after: number): string =>
  after === 0 ? 'at once' : toAmount(after < 10 * HOUR ? after : after - (after % HOUR));

const toState = (made: DeliveryTry | undefined): string =>
  made === undefined ? 'planned' : isSuccess(made) ? 'good' : 'bad';

/** The same for screen readers. */
const StepTable = ({ steps }: { readonly steps: readonly Step[] }) => (
  <table>
    <caption>Attempts, made and planned</caption>
    <thead>
      <tr>
        <th scope="col">Attempt</th>
        <th scope="col">Time</th>
        <th scope="col">After the event</th>
        <th scope="col">Result</th>
      </tr>
    </thead>
    <tbody>
      {steps.map(({ at, after, made, copies }, index) => (
        <tr key={index}>
          <th scope="row">{index + 1}</th>
          <td>{toExact(at)} UTC</td>
          <td>{after === 0 ? 'at once' : toAmount(after)}</td>
          <td>
            {made === undefined ? 'Planned' : toResult(made)}
            {copies > 0 && `, and ${String(copies)} more sent as a duplicate`}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);

const FAILURES: Readonly<Record<string, string>> = {
  refused: 'The server must not call this URL',
  connect_failed: 'No connection',
  tls_failed: 'TLS failed',
  timeout: 'No response in time',
  answer_broken: 'The response broke off',
};

const isSuccess = ({ httpStatus }: DeliveryTry): boolean =>
  httpStatus !== null && httpStatus >= 200 && httpStatus < 300;

/** The status, or why there is none. */
const toResult = ({ httpStatus, failure }: DeliveryTry): string =>
  httpStatus === null ? (FAILURES[failure ?? ''] ?? 'No response') : String(httpStatus);

const SHORT: Readonly<Record<string, string>> = { refused: 'refused', timeout: 'timeout' };

/** As `toResult`, in a word. */
const toShortResult = ({ httpStatus, failure }: DeliveryTry): string =>
  httpStatus === null ? (SHORT[failure ?? ''] ?? 'no answer') : String(httpStatus);
