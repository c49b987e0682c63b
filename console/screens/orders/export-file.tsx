import type { OrderDetail } from '../../../src/generated/control-schemas.ts';
import { useEffect } from 'preact/hooks';
import { Badge } from '../../kit/badge.tsx';
import { Button } from '../../kit/button.tsx';
import { Card } from '../../kit/card.tsx';
import { Shown } from '../../kit/shown.tsx';
import { Time } from '../../kit/time.tsx';
import { toUrl } from '../../server/call.ts';
import { useRead } from '../../server/use-call.ts';
import { readFile, download } from '../../server/download.ts';
import { decisionTone, decisionWords } from './words.ts';

interface ExportFileProps {
  readonly order: OrderDetail;
  readonly of: NonNullable<OrderDetail['exportFile']>;
}

/** What the order was for: a picture of the first page, and the file. */
export const ExportFile = ({
  order: { uuid, externalOrderId },
  of: { decision, version, generatedAt, documentId },
}: ExportFileProps) => {
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
