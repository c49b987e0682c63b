import type { ComponentChildren } from 'preact';
import type { OrderDetail } from '../../../src/generated/control-schemas.ts';
import {
  Badge,
  Card,
  Guess,
  Inline,
  JsonTree,
  MissingRecord,
  RecordPage,
  Shown,
  State,
  Tabs,
  Time,
  type Tone,
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
import { STATUSES, decisionTone, decisionWords, statusTone } from './words.ts';

const tab = parameter('tab');

/** An order with all that belongs to it. */
export const OneOrder = ({ uuid }: { readonly uuid: string }) => {
  const all = ['All orders', link('orders')] as const;
  return (
    <Shown
      read={useRecord('orders', uuid, ['state', 'clock', 'delivery'])}
      missing={<MissingRecord what="order" all={all} />}
    >
      {(order) => {
        const { externalOrderId, buyer, vehicles, totalAmount, status, compliance, decision, seller } = order;
        return (
          <RecordPage
            uuid={uuid}
            what="order"
            all={all}
            title={
              <>
                {externalOrderId}
                <Badge tone={statusTone(status)}>{STATUSES[status]}</Badge>
                {decision === null ? (
                  <State of={compliance} />
                ) : (
                  <Badge tone={decisionTone(decision)}>{decisionWords(decision)}</Badge>
                )}
              </>
            }
            intro={
              <span class="order-intro">
                <a href={link('buyers', buyer.uuid)}>{buyer.companyName}</a>, {buyer.country} ·{' '}
                {countWords(vehicles.count, 'vehicle')} · {toMoney(totalAmount)} · sold by{' '}
                {seller.companyName ?? 'a former seller'}
              </span>
            }
          >
            <Milestones {...order} />
            <Tabs label="Parts of the order" chosen={tab} tabs={partsOf(order)} />
          </RecordPage>
        );
      }}
    </Shown>
  );
};

/** The first is what the reader has come for: the Export File, or the way there. */
const partsOf = (order: OrderDetail) => {
  const { exportFile, vins, invoices, payments, documentCount, rules, warnings, timelineCount } = order;
  const notMet = rules.filter(({ state }) => state === 'not_met');
  const part = (id: string, title: string, content: ComponentChildren, count = 0) =>
    [
      id,
      <>
        {title} <span class="muted">{count === 0 ? '' : count}</span>
      </>,
      () => content,
    ] as const;
  return [
    ...(exportFile === null ? [] : [part('export-file', 'Export File', <ExportFile order={order} of={exportFile} />)]),
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
          {!reached ? (
            cancellation === undefined ? (
              'not yet'
            ) : (
              'never'
            )
          ) : at === null ? (
            'reached'
          ) : (
            <Linked requestId={requestId}>
              <Time at={at} />
            </Linked>
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
      {timeline.map(({ kind, id, at, title, status, deliveryId, requestId }) => (
        <li key={`${kind} ${id}`}>
          <Exact at={at} />
          <Badge tone={kind === 'request' ? 'info' : 'quiet'}>{inWords(kind)}</Badge>
          <span class="timeline-title" dir="auto">
            <Linked deliveryId={deliveryId} requestId={requestId}>
              {title}
            </Linked>
            {status !== undefined && <span class="muted small"> {status}</span>}
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

const STATES: Readonly<Record<OrderDetail['rules'][number]['state'], readonly [words: string, tone: Tone]>> = {
  met: ['met', 'ok'],
  not_met: ['not met', 'bad'],
  later: ['later', 'quiet'],
  not_applicable: ['does not apply', 'quiet'],
};

/** Rule by rule: met or not, in words, and the sentence of the description that it follows; warnings first. */
const ComplianceRules = ({ rules, warnings }: OrderDetail) => (
  <Card flush>
    {warnings.map(({ code, message, vin }) => (
      <p key={code + (vin ?? '') + message} class="compliance-warning">
        <Badge tone="warn">{code}</Badge> {vin !== undefined && <code>{vin}</code>} {message}
      </p>
    ))}
    <ul class="rules">
      {rules.map(({ id, sentence, state, codes, vins, vinCount, quote, assumption }) => (
        <li key={id}>
          <div>
            <Badge tone={STATES[state][1]}>{STATES[state][0]}</Badge>
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
        </li>
      ))}
    </ul>
  </Card>
);
