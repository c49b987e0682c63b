import { useEffect } from 'preact/hooks';
import type { OrderDetail } from '../../../src/generated/control-schemas.ts';
import {
  Badge,
  Button,
  Card,
  EmptyState,
  Shown,
  State,
  Table,
  Time,
  download,
  inWords,
  readFile,
  toMoney,
  toSize,
  toUrl,
  useRead,
} from '../../kit/kit.ts';
import { decisionTone, decisionWords } from './words.ts';

/** What the order was for: a picture of the first page, and the file. */
export const ExportFile = ({
  order: { uuid, externalOrderId },
  of: { decision, version, generatedAt, documentId },
}: {
  readonly order: OrderDetail;
  readonly of: NonNullable<OrderDetail['exportFile']>;
}) => {
  const url = toUrl('/orders/{uuid}/export-file', { path: { uuid } });
  return (
    <Card>
      <div class="export-file">
        <div class="stack">
          <h2>The file for the tax office</h2>
          <p class="row">
            {decision !== null && <Badge tone={decisionTone(decision)}>{decisionWords(decision)}</Badge>}
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
  const address = read.value.value;
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

type Vehicle = OrderDetail['vins'][number];

/** Vehicles with their way: pickup and delivery per VIN. */
export const Vehicles = ({ vins }: OrderDetail) => (
  <Card flush>
    <Table
      caption="Vehicles"
      rows={vins}
      id={({ vin }) => vin}
      columns={[
        ['VIN', ({ vin }) => <code>{vin}</code>],
        ['Vehicle', (vehicle) => <Model {...vehicle} />],
        ['Price', ({ purchaseAmount }) => toMoney(purchaseAmount), 'end'],
        ['Transport', ({ transportStatus }) => <State of={transportStatus} />],
        ['Pickup', ({ pickup }) => <Stop of={pickup} paper="CMR" />],
        ['Delivery', ({ delivery }) => <Stop of={delivery} paper="declaration" />],
        ['Compliance', ({ complianceStatus }) => <State of={complianceStatus} />],
      ]}
    />
  </Card>
);

const Model = ({ brand, model, mileage, firstRegistrationDate }: Vehicle) => (
  <>
    {brand} {model}
    <span class="muted tiny">
      {mileage === undefined ? '' : ` · ${mileage.toLocaleString('en')} km`}
      {firstRegistrationDate === undefined ? '' : ` · ${firstRegistrationDate}`}
    </span>
  </>
);

const Stop = ({ of, paper }: { readonly of: Vehicle['pickup']; readonly paper: string }) => {
  if (of === undefined) return <span class="muted">–</span>;
  const document = of.cmrDocumentId ?? of.declarationDocumentId;
  return (
    <>
      <Time at={of.confirmedAt} />
      {document !== undefined && <span class="muted tiny"> · with {paper}</span>}
    </>
  );
};

export const InvoicesAndPayments = (order: OrderDetail) => {
  const { invoices, payments, outstandingAmount, totalAmount } = order;
  return (
    <div class="stack">
      <Card title="Invoices" flush={invoices.length > 0}>
        {invoices.length === 0 ? (
          <p class="muted">No invoice has been submitted.</p>
        ) : (
          <Table
            caption="Invoices"
            rows={invoices}
            id={({ type }) => type}
            columns={[
              ['Number', ({ invoiceNumber }) => invoiceNumber],
              ['Type', ({ type }) => inWords(type)],
              ['Date', ({ invoiceDate }) => invoiceDate],
              [
                'VAT',
                ({ vatIncluded, marginScheme }) =>
                  marginScheme ? 'margin scheme' : vatIncluded ? 'included' : 'not included',
              ],
              ['Amount', ({ amount }) => toMoney(amount), 'end'],
              ['Status', ({ status }) => <State of={status} />],
            ]}
          />
        )}
      </Card>
      <Card
        title="Payments"
        flush={payments.length > 0}
        actions={
          <span class="small muted">
            {outstandingAmount.value === 0
              ? 'paid in full'
              : `${toMoney(outstandingAmount)} of ${toMoney(totalAmount)} outstanding`}
          </span>
        }
      >
        {payments.length === 0 ? (
          <p class="muted">No payment has been submitted.</p>
        ) : (
          <Table
            caption="Payments"
            rows={payments}
            id={({ uuid }) => uuid}
            columns={[
              ['Paid', ({ paidAt }) => <Time at={paidAt} />],
              ['Reference', ({ reference }) => reference ?? '–'],
              ['Submitted', ({ createdAt }) => <Time at={createdAt} />],
              ['Amount', ({ amount }) => toMoney(amount), 'end'],
            ]}
          />
        )}
      </Card>
    </div>
  );
};

/** All documents of the order. They come as downloads: somebody else has written them. */
export const Documents = ({ uuid, documents }: OrderDetail) =>
  documents.length === 0 ? (
    <EmptyState icon="docs" title="No documents yet">
      Uploads of the client appear here: CMR, delivery declaration, proof of payment.
    </EmptyState>
  ) : (
    <Card flush>
      <Table
        caption="Documents"
        rows={documents}
        id={({ id }) => id}
        columns={[
          ['File', ({ fileName }) => fileName],
          ['Type', ({ type }) => inWords(type)],
          ['For', ({ vin, invoiceType }) => vin ?? (invoiceType === undefined ? 'the order' : inWords(invoiceType))],
          ['Size', ({ size }) => (size === undefined ? '–' : toSize(size)), 'end'],
          ['Added', ({ createdAt }) => <Time at={createdAt} />],
          ['Status', ({ status }) => <State of={status} />],
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
    </Card>
  );
