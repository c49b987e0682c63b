import type { ConsoleSession } from '../../../src/generated/control-schemas.ts';
import { Card, CopyButton, address, shownSandbox } from '../../kit/kit.ts';

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

/** What another API accepts: a hosted server knows the sandbox by it, any other also by the header. */
const SECRET = 'secret of a client of this sandbox, or a token for it';
const ANY = `Any bearer token, API key or password. The ${SECRET}, selects the sandbox as the header does`;

/** What an application is configured with. */
export const Connection = (who: ConsoleSession) => {
  const { id, secret } = clientOf(who);
  const { baseUrl, tokenUrl, isForeign, mode } = who.server;
  const isOpen = isForeign && mode !== 'hosted';
  const lines = [
    ['Base URL', baseUrl, ''],
    ...(isForeign ? ([['Credential', undefined, isOpen ? ANY : `The ${SECRET}`]] as const) : []),
    ...(isOpen ? ([['Sandbox', `X-Mock-Sandbox: ${shownSandbox()}`, '']] as const) : []),
    ...(isOpen || tokenUrl === undefined
      ? []
      : ([
          ['Token URL', tokenUrl, ''],
          ['Client id', id, 'That of a client of this sandbox, from its owner'],
          ['Client secret', secret, 'Only its owner has it: the server shows a secret once'],
        ] as const)),
  ] as const;
  return (
    <Card title="What your application needs">
      <dl class="connection">
        {lines.map(([name, value, instead]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {value === undefined ? (
                <span class="muted">{instead}</span>
              ) : (
                <>
                  <code>{value}</code>
                  <CopyButton text={value} what={`the ${name.toLowerCase()}`} />
                </>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
};
