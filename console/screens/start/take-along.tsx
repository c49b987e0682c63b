import { link } from '../../address/address.ts';
import { Button } from '../../kit/button.tsx';
import { Card } from '../../kit/card.tsx';
import '../../kit/every-screen.ts';
import { Shown } from '../../kit/shown.tsx';
import { toUrl } from '../../server/call.ts';
import { download } from '../../server/download.ts';
import { session } from '../../server/session-state.ts';
import { useRecords } from '../../server/use-records.ts';
import { statusWords } from '../orders/words.ts';
import { Credentials } from './credentials.tsx';

const FORMATS = [
  { format: 'transcript', file: 'calls.html', title: 'Page', what: 'to read and to print' },
  {
    format: 'postman',
    file: 'calls.postman_collection.json',
    title: 'Postman collection',
    what: 'to import, also in Bruno',
  },
  { format: 'har', file: 'calls.har', title: 'HAR', what: 'for browsers and proxies' },
] as const;

/** What one takes home: the calls of this sandbox in the form that fits, its Export Files, and its credentials. */
export default () => {
  const { isForeign = false } = session.value?.server ?? {};
  return (
    <Card title="Take it along">
      <div class="take-along-parts">
        <section class="stack">
          <h3>Calls</h3>
          <p class="small muted">
            The latest 500 with their responses. The collection runs against a sandbox of your own: add its client
            secret.
          </p>
          <ul class="take-along">
            {FORMATS.map(({ format, file, title, what }) => (
              <li key={format} class="take-along-line">
                <Button
                  small
                  label={`Download: ${title}`}
                  onClick={() => download(toUrl('/leave-behind', { query: { format } }), file)}
                >
                  {title}
                </Button>
                <span class="small muted">{what}</span>
              </li>
            ))}
          </ul>
        </section>
        {!isForeign && (
          <section class="stack">
            <h3>Export Files</h3>
            <ExportFileList />
          </section>
        )}
        {!isForeign && (
          <section class="stack take-along-wide">
            <h3>Credentials</h3>
            <Credentials />
          </section>
        )}
      </div>
    </Card>
  );
};

/** As many as fit the card; the board has them all. */
const SHOWN = 5;

/** The latest Export Files of the sandbox. */
const ExportFileList = () => {
  const read = useRecords('orders', { status: ['COMPLIANCE_VALID', 'COMPLIANCE_INVALID'], limit: SHOWN }, ['state']);
  return (
    <Shown read={read}>
      {({ data, pagination: { totalElements } }) => {
        const ready = data.filter(({ exportFileReady }) => exportFileReady);
        if (ready.length === 0)
          return <p class="small muted">No order has one yet: it is generated with the verdict.</p>;
        return (
          <ul class="take-along">
            {ready.map(({ uuid, externalOrderId, status }) => (
              <li key={uuid} class="take-along-line">
                <Button
                  small
                  label={`Download: Export File of ${externalOrderId}`}
                  onClick={() =>
                    download(
                      toUrl('/orders/{uuid}/export-file', { path: { uuid } }),
                      `export-file-${externalOrderId}.pdf`,
                    )
                  }
                >
                  <span class="clip">{externalOrderId}</span>
                </Button>
                <span class="small muted">{statusWords(status)}</span>
              </li>
            ))}
            {totalElements > ready.length && (
              <li class="small">
                <a href={link('orders')}>All {totalElements} orders with a verdict</a>
              </li>
            )}
          </ul>
        );
      }}
    </Shown>
  );
};
