import { useSignal } from '@preact/signals';
import { Button } from '../../kit/button.tsx';
import { CodeBlock } from '../../kit/code-block.tsx';
import { toExact } from '../../kit/time.tsx';
import { showToast } from '../../kit/toast.tsx';
import { CONTROL_PATH, call } from '../../server/call.ts';
import { type Session, session } from '../../server/session-state.ts';
import { clientOf } from './connection.tsx';

interface Client {
  readonly id: string;
  readonly secret: string;
  /** Until when the former secret works, on the clock of the sandbox; undefined for a secret that is public. */
  readonly formerUntil?: string;
}

/** What an own program calls the sandbox with. The server knows only the digest of a secret: a new one is shown once. */
export const Credentials = () => {
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
