import { useSignal } from '@preact/signals';
import type { Message } from '../../../src/generated/control-schemas.ts';
import { Button, CodeBlock, JsonTree, KeyValues } from '../../kit/kit.ts';

type Body = NonNullable<Message['body']>;

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
          <KeyValues of={parameters.map(([name, value]) => [name, <code key={name}>{value}</code>] as const)} />
        </section>
      )}
      <section>{body === null ? <p class="muted">No body.</p> : <BodyView body={body} />}</section>
      <section>
        <h2>Headers</h2>
        <KeyValues
          of={Object.entries(headers).map(([name, value]) => [name, <code key={name}>{value}</code>] as const)}
        />
      </section>
    </div>
  );
};

const toSize = (bytes: number): string =>
  bytes < 1024
    ? `${String(bytes)} bytes`
    : bytes < 1_048_576
      ? `${(bytes / 1024).toFixed(1)} KiB`
      : `${(bytes / 1_048_576).toFixed(1)} MiB`;

const BodyView = ({ body }: { readonly body: Body }) => {
  const isRaw = useSignal(false);
  const hasTree = body.json !== undefined;
  return (
    <>
      <div class="row spread message-body-head">
        <h2>
          Body{' '}
          <span class="muted small">
            {body.mediaType}, {toSize(body.byteLength)}
            {body.cut ? ', the first 16 KiB' : ''}
          </span>
        </h2>
        {hasTree && (
          <Button
            small
            kind="quiet"
            onClick={() => {
              isRaw.value = !isRaw.value;
            }}
          >
            {isRaw.value ? 'As a tree' : 'As text'}
          </Button>
        )}
      </div>
      {hasTree && !isRaw.value ? (
        <JsonTree value={body.json} open={3} />
      ) : hasTree || body.text !== undefined ? (
        <CodeBlock text={body.text ?? JSON.stringify(body.json, null, 2)} what="the body" wrap />
      ) : body.parts !== undefined ? (
        <Parts parts={body.parts} />
      ) : (
        <p class="muted">The body is not text; the journal keeps only its size.</p>
      )}
    </>
  );
};

const Parts = ({ parts }: { readonly parts: NonNullable<Body['parts']> }) => (
  <KeyValues
    of={parts.map(({ name, value, fileName, mediaType, byteLength }) => [
      name,
      value !== undefined ? (
        <code>{value}</code>
      ) : (
        `${fileName ?? 'file'}, ${mediaType ?? ''}, ${toSize(byteLength ?? 0)}`
      ),
    ])}
  />
);
