import type { OrderDetail } from '../../../src/generated/control-schemas.ts';
import { Badge } from '../../kit/badge.tsx';
import { Button } from '../../kit/button.tsx';
import { Card } from '../../kit/card.tsx';
import { EmptyState } from '../../kit/empty-state.tsx';
import { inWords } from '../../kit/in-words.ts';
import { Table } from '../../kit/table.tsx';
import { Time } from '../../kit/time.tsx';
import { toUrl } from '../../server/call.ts';
import { download } from '../../server/download.ts';

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
            cell: ({ status }) => <Badge tone={status === 'ACTIVE' ? 'ok' : 'quiet'}>{inWords(status)}</Badge>,
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
