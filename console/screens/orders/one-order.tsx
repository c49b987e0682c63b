import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import type { OrderDetail } from '../../../src/generated/control-schemas.ts';
import { WORDS } from '../../../src/generated/words.ts';
import {
  Badge,
  Button,
  Card,
  EmptyState,
  Guess,
  JsonTree,
  List,
  Quote,
  RecordPage,
  Shown,
  State,
  Table,
  Tabs,
  Time,
  Value,
  countWords,
  download,
  inWords,
  link,
  parameter,
  readFile,
  toExact,
  toMoney,
  toSize,
  toUrl,
  useRead,
  useRecord,
} from '../../kit/kit.ts';
import { MovesCard } from './moves.tsx';

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
        <State of={status} words={WORDS.orderStatus[status]} />
        {decision === null ? <State of={compliance} /> : <State of={decision} words={WORDS.decision[decision].word} />}
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
  <List ordered of={milestones} class="milestones" item={({ reached }) => (reached ? 'milestone-reached' : '')}>
    {({ name, reached, at, requestId }) => (
      <>
        <span class="milestone-dot" aria-hidden="true" />
        <b>{inWords(name)}</b>
        <span class="muted tiny">
          {reached
            ? linked(at === null ? 'reached' : <Time at={at} />, requestId)
            : cancellation === undefined
              ? 'not yet'
              : 'never'}
        </span>
      </>
    )}
  </List>
);

/** To the delivery or the request that did it. */
const linked = (words: ComponentChildren, requestId: string | undefined, deliveryId?: string) => {
  if (deliveryId !== undefined) return <a href={link('webhooks', 'deliveries', deliveryId)}>{words}</a>;
  return requestId === undefined ? words : <a href={link('traffic', requestId)}>{words}</a>;
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
    <List
      ordered
      of={[...timeline, ...jobs.map((job): TimelineEntry => ({ ...job, kind: 'due', at: job.dueAt }))]}
      class="timeline"
      item={({ kind }) => (kind === 'due' ? 'timeline-due' : '')}
    >
      {({ kind, at, title, status, deliveryId, requestId }) => (
        <>
          {/* To the second: many happen together. */}
          <time class="small muted" dateTime={at}>
            {toExact(at)} UTC
          </time>
          <Badge tone={kind === 'request' ? 'info' : 'quiet'}>{inWords(kind)}</Badge>
          <span class="timeline-title">
            {linked(title, requestId, deliveryId)}
            {status !== undefined && <span class="muted small"> {status}</span>}
          </span>
        </>
      )}
    </List>
  </Card>
);

/** Or what is still to come. */
type TimelineEntry = Omit<OrderDetail['timeline'][number], 'kind'> & { readonly kind: string };

/** Rule by rule: met or not, in words, and the sentence of the description that it follows; warnings first. */
const ComplianceRules = ({ rules, warnings }: OrderDetail) => (
  <Card flush>
    {warnings.map(({ code, message, vin }, index) => (
      <p key={index} class="compliance-warning">
        <Badge tone="warn">{code}</Badge> {vin && <code>{vin}</code>} {message}
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
              {assumption && <Guess ids={[assumption]} />}
            </div>
            {quote && <Quote text={quote} />}
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

/** What the order was for: a picture of the first page, and the file. */
const ExportFile = ({
  uuid,
  externalOrderId,
  decision,
  version,
  generatedAt,
  documentId,
}: OrderDetail & NonNullable<OrderDetail['exportFile']>) => {
  const url = toUrl('/orders/{uuid}/documents/{documentId}', { path: { uuid, documentId } });
  return (
    <Card>
      <div class="export-file">
        <div class="stack">
          <h2>The file for the tax office</h2>
          <p class="row">
            {decision && <State of={decision} words={WORDS.decision[decision].word} />}
            <span class="muted small">
              version {version}, <Time at={generatedAt} />
            </span>
          </p>
          <p class="row">
            <Button kind="primary" onClick={() => download(url, `export-file-${externalOrderId}.pdf`)}>
              Download
            </Button>
          </p>
        </div>
        <Pdf url={url} version={documentId} />
      </div>
    </Card>
  );
};

/** The server draws it; the browser's own viewer shows it, apart from the console. */
const Pdf = ({ url, version }: { readonly url: string; readonly version: string }) => {
  const read = useRead(
    async () => URL.createObjectURL(new Blob([await readFile(url)], { type: 'application/pdf' })),
    [url, version],
  );
  const address = read.value;
  useEffect(
    () => () => {
      if (address !== undefined) URL.revokeObjectURL(address);
    },
    [address],
  );
  return (
    <Shown read={read}>
      {(source) => <iframe title="Export File" src={`${source}#toolbar=0&navpanes=0&view=FitH`} />}
    </Shown>
  );
};

/** Vehicles with their way: pickup and delivery per VIN. */
const Vehicles = ({ vins }: OrderDetail) => (
  <Table
    caption="Vehicles"
    rows={vins}
    columns={[
      ['VIN', ({ vin }) => <code>{vin}</code>],
      [
        'Vehicle',
        ({ brand, model, mileage, firstRegistrationDate }) => (
          <>
            {brand} {model}
            <span class="muted tiny">
              {mileage !== undefined && ` · ${mileage.toLocaleString('en')} km`}
              {firstRegistrationDate && ` · ${firstRegistrationDate}`}
            </span>
          </>
        ),
      ],
      ['Price', 'purchaseAmount', 'end'],
      ['Transport', 'transportStatus'],
      ['Pickup', ({ pickup }) => stop(pickup, 'CMR')],
      ['Delivery', ({ delivery }) => stop(delivery, 'declaration')],
      ['Compliance', 'complianceStatus'],
    ]}
  />
);

const stop = (of: OrderDetail['vins'][number]['pickup'], paper: string) => (
  <>
    <Value name="confirmedAt" of={of?.confirmedAt} />
    {(of?.cmrDocumentId ?? of?.declarationDocumentId) !== undefined && <span class="muted tiny"> · with {paper}</span>}
  </>
);

const InvoicesAndPayments = ({ invoices, payments, outstandingAmount, totalAmount }: OrderDetail) => (
  <div class="stack">
    <Table
      titled
      caption="Invoices"
      none="No invoice has been submitted."
      rows={invoices}
      columns={[
        ['Number', 'invoiceNumber'],
        ['Type', 'type'],
        ['Date', 'invoiceDate'],
        [
          'VAT',
          ({ vatIncluded, marginScheme }) =>
            marginScheme ? 'margin scheme' : vatIncluded ? 'included' : 'not included',
        ],
        ['Amount', 'amount', 'end'],
        ['Status', 'status'],
      ]}
    />
    <Table
      titled
      caption="Payments"
      none="No payment has been submitted."
      actions={
        <span class="small muted">
          {outstandingAmount.value === 0
            ? 'paid in full'
            : `${toMoney(outstandingAmount)} of ${toMoney(totalAmount)} outstanding`}
        </span>
      }
      rows={payments}
      columns={[
        ['Paid', 'paidAt'],
        ['Reference', 'reference'],
        ['Submitted', 'createdAt'],
        ['Amount', 'amount', 'end'],
      ]}
    />
  </div>
);

/** All documents of the order. They come as downloads: somebody else has written them. */
const Documents = ({ uuid, documents }: OrderDetail) =>
  documents.length === 0 ? (
    <EmptyState icon="docs" title="No documents yet">
      Uploads of the client appear here: CMR, delivery declaration, proof of payment.
    </EmptyState>
  ) : (
    <Table
      caption="Documents"
      rows={documents}
      columns={[
        ['File', 'fileName'],
        ['Type', 'type'],
        ['For', ({ vin, invoiceType }) => vin ?? (invoiceType === undefined ? 'the order' : inWords(invoiceType))],
        ['Size', ({ size }) => (size === undefined ? '–' : toSize(size)), 'end'],
        ['Added', 'createdAt'],
        ['Status', 'status'],
        [
          'Download',
          ({ id, fileName }) => (
            <Button
              small
              label={`Download ${fileName}`}
              onClick={() =>
                download(toUrl('/orders/{uuid}/documents/{documentId}', { path: { uuid, documentId: id } }), fileName)
              }
            >
              Download
            </Button>
          ),
        ],
      ]}
    />
  );
