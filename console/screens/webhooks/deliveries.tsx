import type { Delivery, DeliveryTry, WholeDelivery } from '../../../src/generated/control-schemas.ts';
import {
  Back,
  Badge,
  Button,
  Card,
  CodeBlock,
  type Column,
  EmptyState,
  FilterBar,
  FilterChoice,
  FilterText,
  HttpStatus,
  Icon,
  JsonText,
  KeyValues,
  Note,
  Resource,
  Shown,
  State,
  Table,
  Tabs,
  Time,
  call,
  go,
  inWords,
  link,
  parameter,
  sandboxNow,
  shownPage,
  toAmount,
  toExact,
  useCall,
} from '../../kit/kit.ts';
import { DeliverySignature, inboxIn } from './signature.tsx';

const status = parameter('status');
const eventType = parameter('event');
const endpoint = parameter('endpoint');

/** All deliveries, newest first. */
export const DeliveryList = () => (
  <div class="stack">
    <FilterBar>
      <FilterText label="Event type" value={eventType} />
      <FilterChoice
        label="Status"
        all="All statuses"
        choices={['PENDING', 'DELIVERED', 'FAILED'].map((value) => [value, inWords(value)])}
        value={status}
      />
    </FilterBar>
    <DeliveryTable webhookId={endpoint.value} />
  </div>
);

/** Those of an endpoint, if it is not empty. */
export const DeliveryTable = ({ webhookId }: { readonly webhookId: string }) => {
  const query = {
    webhookId,
    page: shownPage(),
    limit: 50,
    status: (status.value || undefined) as Delivery['status'] | undefined,
    eventType: eventType.value || undefined,
  };
  return (
    <div class="delivery-list">
      <Resource
        read={useCall('/deliveries', { query })}
        what={['delivery', 'deliveries']}
        filters={[status, eventType, endpoint]}
        none={
          <Card>
            <EmptyState icon="webhooks" title="Nothing delivered yet">
              An event that an endpoint subscribes to appears here at once. <code>vatmock trigger</code> causes one.
            </EmptyState>
          </Card>
        }
        table={{ href: ({ id }) => link('webhooks', 'deliveries', id), columns: COLUMNS }}
      />
    </div>
  );
};

const COLUMNS: readonly Column<Delivery>[] = [
  [
    'Event',
    ({ eventType: type, test }) => (
      <span class="row delivery-event">
        <span class="mono">{type}</span>
        {test && <Badge>test</Badge>}
      </span>
    ),
  ],
  [
    'Status',
    ({ status: state, httpStatus, tries }) => (
      <span class="row delivery-status">
        <State of={state} />
        <span class="tiny muted">{(tries.at(-1)?.failure ?? String(httpStatus ?? '')).replaceAll('_', ' ')}</span>
      </span>
    ),
  ],
  ['Receiver', ({ url }) => <span title={url}>{toPlace(url)}</span>, 'clip'],
  ['Attempts', ({ tries }) => tries.length, 'end'],
  ['Next', ({ dueAt }) => (dueAt === null ? '' : <Time at={dueAt} />), 'clip'],
  ['Created', 'createdAt', 'clip-end'],
];

/** An inbox by its name, any other URL without its scheme. */
export const toPlace = (url: string): string => {
  const inbox = inboxIn(url);
  return inbox === undefined ? url.replace(/^https?:\/\//, '') : `Inbox ${inbox}`;
};

const tab = parameter('tab');

export const DeliveryDetail = ({ id }: { readonly id: string }) => (
  <div class="stack delivery-detail">
    <Back to={link('webhooks')}>All deliveries</Back>
    <Shown read={useCall('/deliveries/{id}', { path: { id } })}>
      {(delivery) => (
        <>
          <Facts {...delivery} />
          <Tabs
            label="Parts of the delivery"
            chosen={tab}
            tabs={[
              ['attempts', `Attempts (${delivery.tries.length})`, () => <Attempts {...delivery} />],
              ['payload', 'Payload', () => <Payload {...delivery} />],
              ['signature', 'Signature', () => <DeliverySignature {...delivery} />],
            ]}
          />
        </>
      )}
    </Shown>
  </div>
);

const Facts = (delivery: WholeDelivery) => {
  const { id, eventType, status, test, url, webhookId, dueAt } = delivery;
  const replay = async () => {
    const started = await call('POST /deliveries/{id}/replay', { path: { id } });
    go(link('webhooks', 'deliveries', started.id));
    return 'The event is sent again, as a new delivery.';
  };
  return (
    <Card
      title={
        <>
          <span class="mono">{eventType}</span>
          <State of={status} />
          {test && <Badge>test</Badge>}
        </>
      }
      actions={
        <Button changes icon="reset" onClick={replay}>
          Replay
        </Button>
      }
    >
      {dueAt && (
        <div class="row delivery-next">
          <Icon name="clock" />
          <span>
            Next attempt{' '}
            <strong>
              <Time at={dueAt} />
            </strong>
          </span>
          <Button changes small onClick={() => call('POST /clock/advance', { body: { to: dueAt } })}>
            Advance the clock to it
          </Button>
        </div>
      )}
      <AttemptLine of={attemptsOf(delivery)} />
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

/** The attempts that were made, and those that are planned. A duplicate has the number of the attempt before it. */
const attemptsOf = ({ createdAt, tries, planned }: WholeDelivery) => {
  let number = 0;
  const toAttempt = (time: string, made?: DeliveryTry) => {
    const at = Date.parse(time);
    const isCopy = made?.counts === false && number > 0;
    if (!isCopy) number++;
    return { number, isCopy, made, at, time, after: Math.max(0, at - Date.parse(createdAt)) };
  };
  return [...tries.map((made) => toAttempt(made.at, made)), ...planned.map((time) => toAttempt(time))];
};

const Attempts = (delivery: WholeDelivery) => (
  <Table
    caption="Attempts, made and planned"
    rows={attemptsOf(delivery)}
    columns={[
      ['Attempt', ({ number, isCopy }) => (isCopy ? <Badge>copy</Badge> : number)],
      ['When', ({ time }) => <Time at={time} />],
      ['After the event', ({ after }) => (after === 0 ? 'at once' : toAmount(after))],
      ['Response', ({ made }) => toResult(made)],
      ['Body', ({ made }) => <span class="tiny delivery-answer">{made?.detail ?? made?.answer}</span>],
      [
        'Injected fault',
        ({ made }) => made?.chaos && <span class="tiny">{`${made.chaos.did.join(', ')} (${made.chaos.by})`}</span>,
      ],
    ]}
  />
);

/** The status, or why there is none. */
const toResult = (made: DeliveryTry | undefined) => {
  if (made === undefined) return <span class="muted">Planned</span>;
  const { httpStatus, failure } = made;
  return httpStatus === null ? (
    <Badge tone="bad">{inWords(failure ?? 'no response')}</Badge>
  ) : (
    <HttpStatus status={httpStatus} />
  );
};

const Payload = ({ body }: WholeDelivery) => (
  <div class="stack">
    <Note>
      {new TextEncoder().encode(body).length.toLocaleString('en')} bytes, the same in every attempt. The signature
      covers exactly these bytes.
    </Note>
    <CodeBlock text={body} what="the payload" wrap />
    <Card title="As JSON">
      <JsonText text={body} otherwise="It is no JSON." />
    </Card>
  </div>
);

/**
 * A step for each attempt, since the waits grow from seconds to a day: to scale, most attempts would be one dot. Between the
 * last attempt and the next one, a line moves with the clock of the sandbox. The table of attempts says the same in words.
 */
const AttemptLine = ({ of }: { readonly of: ReturnType<typeof attemptsOf> }) => {
  const steps = of.filter(({ isCopy }) => !isCopy);
  /** The sandbox waits for it. */
  const planned = steps.find(({ made }) => made === undefined);
  return (
    <figure class="attempt-line">
      <div class="attempt-steps" aria-hidden="true">
        {steps.map((step, index) => {
          const { number, at, time, after, made } = step;
          const { httpStatus = null, failure = null } = made ?? {};
          const copies = of.filter((each) => each.isCopy && each.number === number).length;
          const next = steps[index + 1];
          const isWaiting = made !== undefined && next === planned;
          const state = made === undefined ? 'planned' : String(httpStatus).startsWith('2') ? 'good' : 'bad';
          return (
            <div key={number} class={`attempt-step attempt-${state}`} title={`Attempt ${number}, ${toExact(at)} UTC`}>
              <span class="attempt-result">
                {made === undefined
                  ? step === planned && <Time at={time} />
                  : (httpStatus ?? (failure === 'refused' || failure === 'timeout' ? failure : 'no answer'))}
                {copies > 0 && <span class="muted"> +{copies}</span>}
              </span>
              <span class="attempt-track">
                <span class="attempt-dot">{number}</span>
                {next && (
                  <span class={`attempt-wait ${made && !isWaiting ? 'attempt-over' : ''}`}>
                    {isWaiting && <span class="attempt-waited" style={{ width: `${waited(at, next.at)}%` }} />}
                  </span>
                )}
              </span>
              <span class="attempt-after">{toShortAmount(after)}</span>
            </div>
          );
        })}
      </div>
      <figcaption class="tiny muted">
        {steps.length === 0 ? 'No attempt yet.' : 'One step for each attempt; below it, the time since the event.'}
        {planned && ' Hollow: still to come, if those before it fail.'}
      </figcaption>
    </figure>
  );
};

/** Percent of the way from one time to another, on the clock of the sandbox. */
const waited = (from: number, to: number): number =>
  to <= from ? 100 : Math.max(0, Math.min(100, (100 * (sandboxNow.value - from)) / (to - from)));

const HOUR = 3_600_000;

/** Minutes do not matter after ten hours. */
const toShortAmount = (after: number): string =>
  after === 0 ? 'at once' : toAmount(after < 10 * HOUR ? after : after - (after % HOUR));
