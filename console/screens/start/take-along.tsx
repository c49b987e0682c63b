import type { ConsoleSession } from '../../../src/generated/control-schemas.ts';
import { useSignal } from '@preact/signals';
import {
  Button,
  CONTROL_PATH,
  Card,
  CodeBlock,
  Shown,
  call,
  download,
  isForeign,
  link,
  session,
  showToast,
  toExact,
  toUrl,
  useRecords,
  Note,
} from '../../kit/kit.ts';
import { WORDS } from '../../../src/generated/words.ts';
import { clientOf } from './connection.tsx';

const FORMATS = [
  ['/capsule', 'transcript', 'calls.html', 'Page', 'to read and to print'],
  ['/capsule', 'postman', 'calls.postman_collection.json', 'Postman collection', 'to import, also in Bruno'],
  ['/requests.har', undefined, 'calls.har', 'HAR', 'for browsers and proxies'],
] as const;

/** A file that can be saved, and what it is. */
const Saved = ({
  url,
  file,
  title,
  name = title,
  what,
}: {
  readonly url: string;
  readonly file: string;
  readonly title: string;
  /** For screen readers. */
  readonly name?: string;
  readonly what: string;
}) => (
  <li class="take-along-line">
    <Button small label={`Download: ${name}`} onClick={() => download(url, file)}>
      <span class="clip">{title}</span>
    </Button>
    <span class="small muted">{what}</span>
  </li>
);

/** What one takes home: the calls of this sandbox in the form that fits, its Export Files, and its credentials. */
export const TakeAlong = () => {
  const isHosted = session.value?.server.mode === 'hosted';
  return (
    <Card title="Take it along">
      <div class="take-along-parts">
        <section class="stack">
          <h3>Calls</h3>
          <Note>
            The latest 500 with their responses. The collection runs against a sandbox of your own: add its client
            secret.
          </Note>
          <ul class="take-along">
            {FORMATS.map(([path, format, file, title, what]) => (
              <Saved key={file} url={toUrl(path, { query: { format } })} file={file} title={title} what={what} />
            ))}
          </ul>
        </section>
        {!isForeign.value && (
          <section class="stack">
            <h3>Export Files</h3>
            <ExportFileList />
          </section>
        )}
        {(isHosted || !isForeign.value) && (
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
  const read = useRecords('orders', { status: ['COMPLIANCE_VALID', 'COMPLIANCE_INVALID'], limit: SHOWN });
  return (
    <Shown read={read}>
      {({ data, pagination: { totalElements } }) => {
        const ready = data.flatMap((order) =>
          order.exportFileId === null ? [] : [{ ...order, documentId: order.exportFileId }],
        );
        if (ready.length === 0) return <Note>No order has one yet: it is generated with the verdict.</Note>;
        return (
          <ul class="take-along">
            {ready.map(({ uuid, externalOrderId, status, documentId }) => (
              <Saved
                key={uuid}
                url={toUrl('/orders/{uuid}/documents/{documentId}', { path: { uuid, documentId } })}
                file={`export-file-${externalOrderId}.pdf`}
                title={externalOrderId}
                name={`Export File of ${externalOrderId}`}
                what={WORDS.orderStatus[status]}
              />
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
  const made = useSignal<Client>();
  const who = session.value;
  if (who?.server.tokenUrl === undefined) return null;
  const { id, secret } = clientOf(who);
  const client = id !== undefined && secret !== undefined ? { id, secret } : made.value;
  const make = async () => {
    const { data } = await call('GET /clients');
    const usable = data.find(({ enabled, serviceAccountsEnabled }) => enabled && serviceAccountsEnabled);
    if (usable === undefined) {
      showToast('No client of this sandbox can get a token. Enable one, or add one with POST /__admin/clients.', 'bad');
      return;
    }
    const { clientId } = usable;
    const rotated = await call('POST /clients/{clientId}/rotate-secret', { path: { clientId } });
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
      <Note>{livesUntil(who)}</Note>
    </div>
  );
};

const Made = ({
  client: { id, secret, formerUntil },
  who: {
    server: { baseUrl, tokenUrl = '' },
  },
}: {
  readonly client: Client;
  readonly who: ConsoleSession;
}) => (
  <>
    <CodeBlock
      text={[
        `BASE_URL=${baseUrl}`,
        `TOKEN_URL=${tokenUrl}`,
        `CLIENT_ID=${id}`,
        `CLIENT_SECRET=${secret}`,
        `CONTROL_URL=${location.origin}${CONTROL_PATH}`,
      ].join('\n')}
      what="the credentials"
      wrap
    />
    <Note>
      Your own programs read these variables. The token URL exchanges id and secret for an access token, which also
      opens the control API.
      {formerUntil !== undefined &&
        ` The secret is shown only now. The former one works until ${toExact(Date.parse(formerUntil))} UTC on the clock of the sandbox.`}
    </Note>
  </>
);

const livesUntil = ({ sandboxExpiresAt, server: { mode } }: ConsoleSession): string => {
  if (sandboxExpiresAt !== undefined)
    return `The sandbox lives until ${toExact(Date.parse(sandboxExpiresAt))} UTC, and its credentials with it.`;
  return mode === 'hosted'
    ? 'The sandbox and its credentials live until they are deleted.'
    : 'The sandbox lives until the server stops, or as long as the folder of --data.';
};
