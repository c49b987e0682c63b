import { link } from '../../address/address.ts';
import { Button } from '../../kit/button.tsx';
import { Shown } from '../../kit/shown.tsx';
import { toUrl } from '../../server/call.ts';
import { download } from '../../server/download.ts';
import { useCall } from '../../server/use-call.ts';
import { statusWords } from '../orders/words.ts';

/** As many as fit the card; the board has them all. */
const SHOWN = 5;

/** The latest Export Files of the sandbox. */
export const ExportFileList = () => {
  const read = useCall('/orders', { query: { status: ['COMPLIANCE_VALID', 'COMPLIANCE_INVALID'], limit: SHOWN } }, [
    'state',
  ]);
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
