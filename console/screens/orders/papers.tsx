import { useEffect } from 'preact/hooks';
import type { OrderDetail } from '../../../src/generated/control-schemas.ts';
import { Badge, Button, Card, EmptyState, Money, Shown, State, Table, Time, inWords, toMoney } from '../../kit/kit.ts';
import { download, readFile, toUrl } from '../../server/call.ts';
import { useRead } from '../../server/use-call.ts';
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
export const Vehicles = ({ order: { vins } }: { readonly order: OrderDetail }) => (
  <Card flush>
    <Table
      caption="Vehicles"
      rows={vins}
      id={({ vin }) => vin}
      columns={[
        { title: 'VIN', cell: ({ vin }) => <code>{vin}</code> },
        { title: 'Vehicle', cell: (vehicle) => <Model vehicle={vehicle} /> },
        { title: 'Price', end: true, cell: ({ purchaseAmount }) => <Money of={purchaseAmount} /> },
        { title: 'Transport', cell: ({ transportStatus }) => <State of={transportStatus} /> },
        { title: 'Pickup', cell: ({ pickup }) => <Stop of={pickup} paper="CMR" /> },
        { title: 'Delivery', cell: ({ delivery }) => <Stop of={delivery} paper="declaration" /> },
        { title: 'Compliance', cell: ({ complianceStatus }) => <State of={complianceStatus} /> },
      ]}
    />
  </Card>
);

const Model = ({ vehicle: { brand, model, mileage, firstRegistrationDate } }: { readonly vehicle: Vehicle }) => (
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

export const InvoicesAndPayments = ({ order }: { readonly order: OrderDetail }) => {
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
              { title: 'Number', cell: ({ invoiceNumber }) => invoiceNumber },
              { title: 'Type', cell: ({ type }) => inWords(type) },
              { title: 'Date', cell: ({ invoiceDate }) => invoiceDate },
              {
                title: 'VAT',
                cell: ({ vatIncluded, marginScheme }) =>
                  marginScheme ? 'margin scheme' : vatIncluded ? 'included' : 'not included',
              },
              { title: 'Amount', end: true, cell: ({ amount }) => <Money of={amount} /> },
              {
                title: 'Status',
                cell: ({ status }) => <State of={status} />,
              },
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
              { title: 'Paid', cell: ({ paidAt }) => <Time at={paidAt} /> },
              { title: 'Reference', cell: ({ reference }) => reference ?? '–' },
              { title: 'Submitted', cell: ({ createdAt }) => <Time at={createdAt} /> },
              { title: 'Amount', end: true, cell: ({ amount }) => <Money of={amount} /> },
            ]}
          />
        )}
      </Card>
    </div>
  );
};

/** All documents of the order. They come as downloads: somebody else has written them. */
export const Documents = ({ order: { uuid, documents } }: { readonly order: OrderDetail }) =>
  documents.length === 0 ? (
    <EmptyState icon="docs" title="No documents yet">
      <p>Uploads of the client appear here: CMR, delivery declaration, proof of payment.</p>
    </EmptyState>
  ) : (
    <Card flush>
      <Table
        caption="Documents"
        rows={documents}
        id={({ id }) => id}
        columns={[
          { title: 'File', cell: ({ fileName }) => fileName },
          { title: 'Type', cell: ({ type }) => inWords(type) },
          {
            title: 'For',
            cell: ({ vin, invoiceType }) => vin ?? (invoiceType === undefined ? 'the order' : inWords(invoiceType)),
          },
          { title: 'Size', end: true, cell: ({ size }) => (size === undefined ? '–' : toSize(size)) },
          { title: 'Added', cell: ({ createdAt }) => <Time at={createdAt} /> },
          {
            title: 'Status',
            cell: ({ status }) => <State of={status} />,
          },
          {
            title: 'Download',
            cell: ({ id, fileName }) => (
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
          },
        ]}
      />
    </Card>
  );

const toSize = (bytes: number): string =>
  bytes < 1024
    ? `${String(bytes)} B`
    : bytes < 1024 ** 2
      ? `${(bytes / 1024).toFixed(1)} KB`
      : `${(bytes / 1024 ** 2).toFixed(1)} MB`;
