import { useEffect } from 'preact/hooks';
import { Badge } from '../../kit/badge.tsx';
import { Button } from '../../kit/button.tsx';
import { Card } from '../../kit/card.tsx';
import { EmptyState } from '../../kit/empty-state.tsx';
import { inWords } from '../../kit/in-words.ts';
import { Shown } from '../../kit/shown.tsx';
import { Time } from '../../kit/time.tsx';
import { toUrl } from '../../server/call.ts';
import { useRead } from '../../server/use-call.ts';
import { readFile, download } from '../../server/download.ts';
import type { OrderDetail } from './words.ts';

/** The PDF in the page. The server draws it; the browser's own viewer shows it, apart from the console. */
export const ExportFile = ({ order: { uuid, externalOrderId, exportFile } }: { readonly order: OrderDetail }) => {
  if (exportFile === null)
    return (
      <EmptyState icon="docs" title="No Export File yet">
        <p>It is generated with the verdict. “What can happen now” brings the order there.</p>
      </EmptyState>
    );
  const url = toUrl('/orders/{uuid}/export-file', { path: { uuid } });
  return (
    <Card
      title={
        <span class="row">
          Export File
          <Badge tone={exportFile.decision === 'VALID_EXPORT' ? 'ok' : 'bad'}>
            {inWords(exportFile.decision ?? '')}
          </Badge>
          <span class="muted small">
            generation {exportFile.version}, <Time at={exportFile.generatedAt} />
          </span>
        </span>
      }
      actions={
        <Button small onClick={() => download(url, `export-file-${externalOrderId}.pdf`)}>
          Download
        </Button>
      }
      flush
    >
      <Pdf url={url} version={exportFile.documentId} />
    </Card>
  );
};

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
  return <Shown read={read}>{(source) => <iframe class="export-file" title="Export File" src={source} />}</Shown>;
};
