import type { ComponentChildren } from 'preact';
import type { OrderDetail } from '../../../src/generated/control-schemas.ts';
import {
  Badge,
  Card,
  Guess,
  Inline,
  JsonTree,
  List,
  RecordPage,
  State,
  Tabs,
  Time,
  countWords,
  inWords,
  link,
  parameter,
  toExact,
  toMoney,
  useRecord,
  Refer,
} from '../../kit/kit.ts';
import { MovesCard } from './moves.tsx';
import { Documents, ExportFile, InvoicesAndPayments, Vehicles } from './papers.tsx';
import { STATUSES, decisionWords } from './words.ts';

const tab = parameter('tab');

/** An order with all that belongs to it. */
export const OneOrder = ({ uuid }: { readonly uuid: string }) => (
  <RecordPage
    read={useRecord('orders', uuid)}
    uuid={uuid}
    what="order"
    all={['All orders', link('orders')]}
    title={({ externalOrderId, status, compliance, decision }) => (
      <>
        {externalOrderId}
        <State of={status} words={STATUSES[status]} />
        {decision === null ? <State of={compliance} /> : <State of={decision} words={decisionWords(decision)} />}
      </>
    )}
    intro={({ buyer, vehicles, totalAmount, seller }) => (
      <span class="order-intro">
        <a href={link('buyers', buyer.uuid)}>{buyer.companyName}</a>, {buyer.country} ·{' '}
        {countWords(vehicles.count, 'vehicle')} · {toMoney(totalAmount)} · sold by{' '}
        {seller.companyName ?? 'a former seller'}
      </span>
    )}
  >
    {(order) => (
      <>
        <Milestones {...order} />
        <Tabs label="Parts of the order" chosen={tab} tabs={partsOf(order)} />
      </>
    )}
  </RecordPage>
);

/** The first is what the reader has come for: the Export File, or the way there. */
const partsOf = (order: OrderDetail) => {
  const { exportFile, vins, invoices, payments, documentCount, rules, warnings, timelineCount } = order;
  const notMet = rules.filter(({ state }) => state === 'not_met');
  const part = (id: string, title: string, content: ComponentChildren, count = 0) =>
    [
      id,
      <>
        {title} <span class="muted">{count || ''}</span>
      </>,
      () => content,
    ] as const;
  return [
    ...(exportFile === null ? [] : [part('export-file', 'Export File', <ExportFile {...order} {...exportFile} />)]),
    part('next', 'What can happen now', <MovesCard {...order} />),
    part('vehicles', 'Vehicles', <Vehicles {...order} />, vins.length),
    part('invoices', 'Invoices and payments', <InvoicesAndPayments {...order} />, invoices.length + payments.length),
    part('documents', 'Documents', <Documents {...order} />, documentCount),
    part('compliance', 'Compliance', <ComplianceRules {...order} />, notMet.length + warnings.length),
    part('timeline', 'Timeline', <Timeline {...order} />, timelineCount),
    part(
      'json',
      'JSON',
      <Card>
        <JsonTree value={order} />
      </Card>,
    ),
  ];
};

/** The seven milestones in a line, each with its time and the request that reached it. */
const Milestones = ({ milestones, cancellation }: OrderDetail) => (
  <ol class="milestones">
    {milestones.map(({ name, reached, at, requestId }) => (
      <li key={name} class={reached ? 'milestone-reached' : ''}>
        <span class="milestone-dot" aria-hidden="true" />
        <b>{inWords(name)}</b>
        <span class="muted tiny">
          {reached ? (
            <Linked requestId={requestId}>{at === null ? 'reached' : <Time at={at} />}</Linked>
          ) : cancellation === undefined ? (
            'not yet'
          ) : (
            'never'
          )}
        </span>
      </li>
    ))}
  </ol>
);

/** To the delivery or the request that did it. */
const Linked = ({
  deliveryId,
  requestId,
  children,
}: {
  readonly deliveryId?: string | undefined;
  readonly requestId: string | undefined;
  readonly children: ComponentChildren;
}) => {
  if (deliveryId !== undefined) return <a href={link('webhooks', 'deliveries', deliveryId)}>{children}</a>;
  return requestId === undefined ? <>{children}</> : <a href={link('traffic', requestId)}>{children}</a>;
};

/** What has touched the order, in order: requests, jobs, events and deliveries, and what is still due. */
const Timeline = ({ timeline, timelineCount, jobs }: OrderDetail) => (
  <Card flush>
    {timelineCount > timeline.length && (
      <p class="muted small timeline-note">
        The newest {timeline.length} of {timelineCount} entries.
      </p>
    )}
    {timelineCount + jobs.length === 0 && <p class="muted timeline-note">Nothing has touched it so far.</p>}
    <ol class="timeline">
      {[...timeline, ...jobs.map((job): TimelineEntry => ({ ...job, kind: 'due', at: job.dueAt }))].map(
        ({ kind, id, at, title, status, deliveryId, requestId }) => (
          <li key={kind + id} class={kind === 'due' ? 'timeline-due' : ''}>
            {/* To the second: many happen together. */}
            <time class="small muted" dateTime={at}>
              {toExact(at)}
            </time>
            <Badge tone={kind === 'request' ? 'info' : 'quiet'}>{inWords(kind)}</Badge>
            <span class="timeline-title">
              <Linked deliveryId={deliveryId} requestId={requestId}>
                {title}
              </Linked>
              {status !== undefined && <span class="muted small"> {status}</span>}
            </span>
          </li>
        ),
      )}
    </ol>
  </Card>
);

/** Or what is still to come. */
type TimelineEntry = Omit<OrderDetail['timeline'][number], 'kind'> & { readonly kind: string };

/** Rule by rule: met or not, in words, and the sentence of the description that it follows; warnings first. */
const ComplianceRules = ({ rules, warnings }: OrderDetail) => (
  <Card flush>
    {warnings.map(({ code, message, vin }, index) => (
      <p key={index} class="compliance-warning">
        <Badge tone="warn">{code}</Badge> {vin !== undefined && <code>{vin}</code>} {message}
      </p>
    ))}
    <List of={rules} class="rules">
      {({ sentence, state, codes, vins, vinCount, quote, assumption }) => (
        <>
          <div>
            <State of={state} />
          </div>
          <div class="stack-small">
            <div class="row">
              <span class="reading">{sentence}</span>
              {assumption !== undefined && (
                <Guess id={assumption}>
                  <p>
                    The description of the API leaves this open. <Refer to="assumptions" name={assumption} />
                  </p>
                </Guess>
              )}
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
        </>
      )}
    </List>
  </Card>
);
