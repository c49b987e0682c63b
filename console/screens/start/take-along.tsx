import { useSignal } from '@preact/signals';
import { Button, Card, CodeBlock, Shown, showToast, toExact } from '../../kit/kit.ts';
import { link } from '../../server/address.ts';
import { CONTROL_PATH, call, download, toUrl } from '../../server/call.ts';
import { type Session, session } from '../../server/session-state.ts';
import { useCall } from '../../server/use-call.ts';
import { statusWords } from '../orders/words.ts';
import { clientOf } from './connection.tsx';

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

interface Client {
  readonly id: string;
  readonly secret: string;
  /** Until when the former secret works, on the clock of the sandbox; undefined for a secret that is public. */
  readonly formerUntil?: string;
}

/** What an own program calls the sandbox with. The server knows only the digest of a secret: a new one is shown once. */
const Credentials = () => {
  const made = useSignal<Client | undefined>(undefined);
  const who = session.value;
  if (who?.server.tokenUrl === undefined) return null;
  const { id, secret } = clientOf(who);
  const client = id !== undefined && secret !== undefined ? { id, secret } : made.value;
  const make = async (): Promise<void> => {
    const { data } = await call('GET', '/clients');
    const usable = data.find(({ enabled, serviceAccountsEnabled }) => enabled && serviceAccountsEnabled);
    if (usable === undefined) {
      showToast('No client of this sandbox can get a token. Enable one, or add one with POST /__admin/clients.', {
        tone: 'bad',
      });
      return;
    }
    const { clientId } = usable;
    const rotated = await call('POST', '/clients/{clientId}/rotate-secret', { path: { clientId } });
    made.value = { id: clientId, secret: rotated.clientSecret, formerUntil: rotated.previousSecretExpiresAt };
  };
  return (
    <div class="stack">
      {client === undefined ? (
        <div class="take-along-line">
          <Button changes small onClick={make}>
            Make credentials
          </Button>
          <span class="small muted">a new client secret, shown once</span>
        </div>
      ) : (
        <Made client={client} who={who} />
      )}
      <p class="small muted">{livesUntil(who)}</p>
    </div>
  );
};

const Made = ({ client, who }: { readonly client: Client; readonly who: Session }) => (
  <>
    <CodeBlock text={toVariables(client, who)} what="the credentials" wrap />
    <p class="small muted">
      Your own programs read these variables. The token URL exchanges id and secret for an access token, which also
      opens the control API.
      {client.formerUntil !== undefined && (
        <>
          {' '}
          The secret is shown only now. The former one works until {toExact(Date.parse(client.formerUntil))} UTC on the
          clock of the sandbox.
        </>
      )}
    </p>
  </>
);

const toVariables = ({ id, secret }: Client, { server: { baseUrl, tokenUrl = '' } }: Session): string =>
  [
    `BASE_URL=${baseUrl}`,
    `TOKEN_URL=${tokenUrl}`,
    `CLIENT_ID=${id}`,
    `CLIENT_SECRET=${secret}`,
    `CONTROL_URL=${location.origin}${CONTROL_PATH}`,
  ].join('\n');

const livesUntil = ({ sandboxExpiresAt, server: { mode } }: Session): string => {
  if (sandboxExpiresAt !== undefined)
    return `The sandbox lives until ${toExact(Date.parse(sandboxExpiresAt))} UTC, and its credentials with it.`;
  return mode === 'hosted'
    ? 'The sandbox and its credentials live until they are deleted.'
    : 'The sandbox lives until the server stops, or as long as the folder of --data.';
};
