import type { OrderDetail } from '../../../src/generated/control-schemas.ts';
import {
  Badge,
  Card,
  Guess,
  Inline,
  JsonTree,
  MissingRecord,
  Page,
  RecordActions,
  Shown,
  State,
  Tabs,
  Time,
  type Tone,
  inWords,
  toExact,
  toMoney,
} from '../../kit/kit.ts';
import { link, parameter } from '../../server/address.ts';
import { useCall } from '../../server/use-call.ts';
import { MovesCard } from './moves.tsx';
import { Documents, ExportFile, InvoicesAndPayments, Vehicles } from './papers.tsx';
import { countWords, decisionTone, decisionWords, milestoneWords, statusTone, statusWords } from './words.ts';

const tab = parameter('tab');

const allOrders = () => ({ title: 'All orders', href: link('orders') });

/** An order with all that belongs to it. */
export const OneOrder = ({ uuid }: { readonly uuid: string }) => {
  const order = useCall('/orders/{uuid}', { path: { uuid } }, ['state', 'clock', 'delivery']);
  return (
    <Shown read={order} missing={<MissingRecord what="order" all={allOrders()} />}>
      {(value) => <Whole order={value} />}
    </Shown>
  );
};

const Whole = ({ order }: { readonly order: OrderDetail }) => {
  const { uuid, externalOrderId, buyer, vehicles, totalAmount, status, compliance, decision, seller } = order;
  return (
    <Page
      title={
        <span class="row" dir="auto">
          {externalOrderId}
          <Badge tone={statusTone(status)}>{statusWords(status)}</Badge>
          {decision === null ? (
            <State of={compliance} />
          ) : (
            <Badge tone={decisionTone(decision)}>{decisionWords(decision)}</Badge>
          )}
        </span>
      }
      intro={
        <span class="order-intro">
          <a href={link('buyers', buyer.uuid)}>{buyer.companyName}</a>, {buyer.country} ·{' '}
          {countWords(vehicles.count, 'vehicle')} · {toMoney(totalAmount)} · sold by{' '}
          {seller.companyName ?? 'a former seller'}
        </span>
      }
      actions={<RecordActions uuid={uuid} what="order" all={allOrders()} />}
    >
      <Milestones order={order} />
      <Tabs label="Parts of the order" chosen={tab} tabs={partsOf(order)} />
    </Page>
  );
};

/** The first is what the reader has come for: the Export File, or the way there. */
const partsOf = (order: OrderDetail) => [
  ...(order.exportFile === null ? [] : [exportFileOf(order, order.exportFile)]),
  { id: 'next', title: 'What can happen now', content: () => <MovesCard order={order} /> },
  { id: 'vehicles', title: titled('Vehicles', order.vins.length), content: () => <Vehicles order={order} /> },
  {
    id: 'invoices',
    title: titled('Invoices and payments', order.invoices.length + order.payments.length),
    content: () => <InvoicesAndPayments order={order} />,
  },
  { id: 'documents', title: titled('Documents', order.documentCount), content: () => <Documents order={order} /> },
  {
    id: 'compliance',
    title: titled('Compliance', order.rules.filter(({ state }) => state === 'not_met').length + order.warnings.length),
    content: () => <ComplianceRules order={order} />,
  },
  { id: 'timeline', title: titled('Timeline', order.timelineCount), content: () => <Timeline order={order} /> },
  {
    id: 'json',
    title: 'JSON',
    content: () => (
      <Card>
        <JsonTree value={order} />
      </Card>
    ),
  },
];

const exportFileOf = (order: OrderDetail, of: NonNullable<OrderDetail['exportFile']>) => ({
  id: 'export-file',
  title: 'Export File',
  content: () => <ExportFile order={order} of={of} />,
});

const titled = (title: string, count: number) => (
  <>
    {title} <span class="muted">{count === 0 ? '' : count}</span>
  </>
);

/** The seven milestones in a line, each with its time and the request that reached it. */
const Milestones = ({ order: { milestones, cancellation } }: { readonly order: OrderDetail }) => (
  <ol class="milestones">
    {milestones.map(({ name, reached, at, requestId }) => (
      <li key={name} class={reached ? 'milestone-reached' : ''}>
        <span class="milestone-dot" aria-hidden="true" />
        <b>{milestoneWords(name)}</b>
        <span class="muted tiny">
          {!reached && (cancellation === undefined ? 'not yet' : 'never')}
          {reached && at !== null && (
            <>
              {requestId === undefined ? (
                <Time at={at} />
              ) : (
                <a href={link('traffic', requestId)}>
                  <Time at={at} />
                </a>
              )}
            </>
          )}
          {reached && at === null && 'reached'}
        </span>
      </li>
    ))}
  </ol>
);

type Entry = OrderDetail['timeline'][number];

/** What has touched the order, in order: requests, jobs, events and deliveries, and what is still due. */
const Timeline = ({ order: { timeline, timelineCount, jobs } }: { readonly order: OrderDetail }) => (
  <Card flush>
    {timelineCount > timeline.length && (
      <p class="muted small timeline-note">
        The newest {timeline.length} of {timelineCount} entries.
      </p>
    )}
    {timelineCount + jobs.length === 0 && <p class="muted timeline-note">Nothing has touched it so far.</p>}
    <ol class="timeline">
      {timeline.map((entry) => (
        <li key={`${entry.kind} ${entry.id}`}>
          <Exact at={entry.at} />
          <Badge tone={entry.kind === 'request' ? 'info' : 'quiet'}>{inWords(entry.kind)}</Badge>
          <span class="timeline-title" dir="auto">
            <EntryLink entry={entry} />
            {entry.status !== undefined && <span class="muted small"> {entry.status}</span>}
          </span>
        </li>
      ))}
      {jobs.map(({ id, title, dueAt }) => (
        <li key={id} class="timeline-due">
          <Exact at={dueAt} />
          <Badge>Due</Badge>
          <span class="timeline-title">{title}</span>
        </li>
      ))}
    </ol>
  </Card>
);

/** To the second: many happen together. */
const Exact = ({ at }: { readonly at: string }) => (
  <time class="small muted" dateTime={at}>
    {toExact(Date.parse(at))}
  </time>
);

const EntryLink = ({ entry: { title, requestId, deliveryId } }: { readonly entry: Entry }) => {
  if (deliveryId !== undefined) return <a href={link('webhooks', 'deliveries', deliveryId)}>{title}</a>;
  if (requestId !== undefined) return <a href={link('traffic', requestId)}>{title}</a>;
  return <>{title}</>;
};

type Rule = OrderDetail['rules'][number];

const STATES: Readonly<Record<Rule['state'], readonly [words: string, tone: Tone]>> = {
  met: ['met', 'ok'],
  not_met: ['not met', 'bad'],
  later: ['later', 'quiet'],
  not_applicable: ['does not apply', 'quiet'],
};

/** Rule by rule: met or not, in words, and the sentence of the description that it follows; warnings first. */
const ComplianceRules = ({ order: { rules, warnings } }: { readonly order: OrderDetail }) => (
  <Card flush>
    {warnings.map(({ code, message, vin }) => (
      <p key={code + (vin ?? '') + message} class="compliance-warning">
        <Badge tone="warn">{code}</Badge> {vin !== undefined && <code>{vin}</code>} {message}
      </p>
    ))}
    <ul class="rules">
      {rules.map(({ id, sentence, state, codes, vins, vinCount, quote, assumption }) => {
        const [words, tone] = STATES[state];
        return (
          <li key={id}>
            <div>
              <Badge tone={tone}>{words}</Badge>
            </div>
            <div class="stack-small">
              <div class="row">
                <span class="reading">{sentence}</span>
                <RestsOn assumption={assumption} />
              </div>
              {quote !== undefined && (
                <blockquote class="rule-quote reading">
                  <Inline text={quote} />
                </blockquote>
              )}
              {state === 'not_met' && vinCount > 0 && (
                <p class="small">
                  {countWords(vinCount, 'vehicle')}: <code>{vins.slice(0, 5).join(', ')}</code>
                  {vinCount > 5 && ' …'}
                </p>
              )}
            </div>
            <div class="rule-codes">
              {codes.map((code) => (
                <code key={code} class="tiny muted">
                  {code}
                </code>
              ))}
            </div>
          </li>
        );
      })}
    </ul>
  </Card>
);

/** The sign of the assumption that a rule rests on. */
const RestsOn = ({ assumption }: { readonly assumption: string | undefined }) =>
  assumption === undefined ? null : (
    <Guess id={assumption}>
      <p>
        The description of the API leaves this open.{' '}
        <a href={link('reference', 'assumptions', assumption)}>{assumption}</a>
      </p>
    </Guess>
  );
