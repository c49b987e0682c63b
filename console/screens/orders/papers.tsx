import { useEffect } from 'preact/hooks';
import type { OrderDetail } from '../../../src/generated/control-schemas.ts';
import {
  Button,
  Card,
  EmptyState,
  Shown,
  State,
  Table,
  Time,
  Value,
  download,
  inWords,
  readFile,
  toMoney,
  toSize,
  toUrl,
  useRead,
} from '../../kit/kit.ts';
import { decisionWords } from './words.ts';

/** What the order was for: a picture of the first page, and the file. */
export const ExportFile = ({
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
            {decision !== null && <State of={decision} words={decisionWords(decision)} />}
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

type Vehicle = OrderDetail['vins'][number];

/** Vehicles with their way: pickup and delivery per VIN. */
export const Vehicles = ({ vins }: OrderDetail) => (
  <Card flush>
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
                {firstRegistrationDate !== undefined && ` · ${firstRegistrationDate}`}
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
  </Card>
);

const stop = (of: Vehicle['pickup'], paper: string) => (
  <>
    <Value name="confirmedAt" of={of?.confirmedAt} />
    {(of?.cmrDocumentId ?? of?.declarationDocumentId) !== undefined && <span class="muted tiny"> · with {paper}</span>}
  </>
);

export const InvoicesAndPayments = ({ invoices, payments, outstandingAmount, totalAmount }: OrderDetail) => (
  <div class="stack">
    <Card title="Invoices" flush={invoices.length > 0}>
      {invoices.length === 0 ? (
        <p class="muted">No invoice has been submitted.</p>
      ) : (
        <Table
          caption="Invoices"
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
          columns={[
            ['Paid', 'paidAt'],
            ['Reference', 'reference'],
            ['Submitted', 'createdAt'],
            ['Amount', 'amount', 'end'],
          ]}
        />
      )}
    </Card>
  </div>
);

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
    </Card>
  );
