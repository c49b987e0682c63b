import { Card, CopyButton } from '../../kit/kit.ts';
import { address } from '../../server/address.ts';
import type { Session } from '../../server/session-state.ts';

/** The client that the examples use, and its secret if it is public. */
export const clientOf = (who: Session): { readonly id: string | undefined; readonly secret: string | undefined } => {
  const isUsual = address.value.query.get('sandbox') === null;
  if (who.demo !== undefined && isUsual && who.kind !== 'client')
    return { id: who.demo.clientId, secret: who.demo.clientSecret };
  const id = who.clientId ?? (isUsual ? who.clients[0] : undefined);
  return { id, secret: id !== undefined && id === who.demo?.clientId ? who.demo.clientSecret : undefined };
};

/** What an application is configured with. */
export const Connection = ({ who }: { readonly who: Session }) => {
  const { id, secret } = clientOf(who);
  const { baseUrl, tokenUrl } = who.server;
  return (
    <Card title="What your application needs">
      <dl class="connection">
        <Line name="Base URL" value={baseUrl} />
        {tokenUrl !== undefined && <Line name="Token URL" value={tokenUrl} />}
        {tokenUrl !== undefined && (
          <Line name="Client id" value={id} instead="That of a client of this sandbox, from its owner" />
        )}
        {tokenUrl !== undefined && (
          <Line name="Client secret" value={secret} instead="Only its owner has it: the server shows a secret once" />
        )}
      </dl>
    </Card>
  );
};

const Line = ({
  name,
  value,
  instead = '',
}: {
  readonly name: string;
  readonly value: string | undefined;
  readonly instead?: string;
}) => (
  <div>
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
);
