import { useSignal } from '@preact/signals';
import type { ConsoleSession } from '../../../src/generated/control-schemas.ts';
import { WORDS } from '../../../src/generated/words.ts';
import {
  type Answer,
  Button,
  CONTROL_PATH,
  Card,
  CodeBlock,
  Shown,
  address,
  call,
  download,
  isForeign,
  link,
  session,
  toExact,
  toUrl,
  useRecords,
  Note,
} from '../../kit/kit.ts';
import { firstClient } from '../../server/api-request.ts';

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

/** The client that the examples use, and its secret if it is public. */
export const clientOf = (
  who: ConsoleSession,
): { readonly id: string | undefined; readonly secret: string | undefined } => {
  const isUsual = address.value.query.get('sandbox') === null;
  if (who.demo !== undefined && isUsual && who.kind !== 'client')
    return { id: who.demo.clientId, secret: who.demo.clientSecret };
  const id = who.clientId ?? (isUsual ? who.clients[0] : undefined);
  return { id, secret: id !== undefined && id === who.demo?.clientId ? who.demo.clientSecret : undefined };
};

/** What an own program calls the sandbox with. The server knows only the digest of a secret: a new one is shown once. */
const Credentials = () => {
  const made = useSignal<Partial<Answer<'POST /clients/{clientId}/rotate-secret'>>>({});
  const who = session.value;
  if (who?.server.tokenUrl === undefined) return null;
  const { baseUrl, tokenUrl } = who.server;
  const { id, secret } = clientOf(who);
  const {
    clientId = '',
    clientSecret,
    previousSecretExpiresAt,
  }: typeof made.value = id && secret ? { clientId: id, clientSecret: secret } : made.value;
  const make = async () => {
    const path = { clientId: await firstClient() };
    made.value = await call('POST /clients/{clientId}/rotate-secret', { path });
  };
  return (
    <div class="stack">
      {clientSecret === undefined ? (
        <div class="take-along-line">
          <Button changes small onClick={make}>
            Make credentials
          </Button>
          <span class="small muted">a new client secret, shown once</span>
        </div>
      ) : (
        <>
          <CodeBlock
            text={[
              `BASE_URL=${baseUrl}`,
              `TOKEN_URL=${tokenUrl}`,
              `CLIENT_ID=${clientId}`,
              `CLIENT_SECRET=${clientSecret}`,
              `CONTROL_URL=${location.origin}${CONTROL_PATH}`,
            ].join('\n')}
            what="the credentials"
            wrap
          />
          <Note>
            Your own programs read these variables. The token URL exchanges id and secret for an access token, which
            also opens the control API.
            {previousSecretExpiresAt &&
              ` The secret is shown only now. The former one works until ${toExact(previousSecretExpiresAt)} UTC on the clock of the sandbox.`}
          </Note>
        </>
      )}
      <Note>{livesUntil(who)}</Note>
    </div>
  );
};

const livesUntil = ({ sandboxExpiresAt, server: { mode } }: ConsoleSession): string => {
  if (sandboxExpiresAt !== undefined)
    return `The sandbox lives until ${toExact(sandboxExpiresAt)} UTC, and its credentials with it.`;
  return mode === 'hosted'
    ? 'The sandbox and its credentials live until they are deleted.'
    : 'The sandbox lives until the server stops, or as long as the folder of --data.';
};
