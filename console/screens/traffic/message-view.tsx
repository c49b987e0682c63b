import { useSignal } from '@preact/signals';
import type { Message } from '../../../src/generated/control-schemas.ts';
import { Button, CodeBlock, JsonTree, KeyValues, toSize, toggle } from '../../kit/kit.ts';

const inCode = (of: readonly (readonly [string, string])[]) =>
  of.map(([name, value]) => [name, <code key={name}>{value}</code>] as const);

/** A request or a response: query, body, headers. */
export const MessageView = ({
  message: { headers, body },
  query = {},
}: {
  readonly message: Message;
  readonly query?: Readonly<Record<string, readonly string[]>>;
}) => {
  const parameters = Object.entries(query).flatMap(([name, values]) => values.map((value) => [name, value] as const));
  return (
    <div class="message">
      {parameters.length > 0 && (
        <section>
          <h2>Query</h2>
          <KeyValues of={inCode(parameters)} />
        </section>
      )}
      <section>{body === null ? <p class="muted">No body.</p> : <BodyView body={body} />}</section>
      <section>
        <h2>Headers</h2>
        <KeyValues of={inCode(Object.entries(headers))} />
      </section>
    </div>
  );
};

const BodyView = ({ body }: { readonly body: NonNullable<Message['body']> }) => {
  const { mediaType, byteLength, cut, json, text, parts } = body;
  const isRaw = useSignal(false);
  return (
    <>
      <div class="row spread message-body-head">
        <h2>
          Body{' '}
          <span class="muted small">
            {mediaType}, {toSize(byteLength)}
            {cut ? ', the first 16 KiB' : ''}
          </span>
        </h2>
        {json !== undefined && (
          <Button small kind="quiet" onClick={toggle(isRaw)}>
            {isRaw.value ? 'As a tree' : 'As text'}
          </Button>
        )}
      </div>
      {json !== undefined && !isRaw.value ? (
        <JsonTree value={json} open={3} />
      ) : json !== undefined || text !== undefined ? (
        <CodeBlock text={text ?? JSON.stringify(json, null, 2)} what="the body" wrap />
      ) : parts !== undefined ? (
        <KeyValues
          of={parts.map(({ name, value, fileName = 'file', mediaType: type = '', byteLength: size = 0 }) => [
            name,
            value === undefined ? `${fileName}, ${type}, ${toSize(size)}` : <code>{value}</code>,
          ])}
        />
      ) : (
        <p class="muted">The body is not text; the journal keeps only its size.</p>
      )}
    </>
  );
};
