import { useComputed, useSignal, useSignalEffect } from '@preact/signals';
import { link } from '../../address/address.ts';
import { HttpStatus } from '../../kit/badge.tsx';
import { Button } from '../../kit/button.tsx';
import { CodeBlock } from '../../kit/code-block.tsx';
import { JsonTree } from '../../kit/json-tree.tsx';
import { KeyValues } from '../../kit/key-values.tsx';
import { type ApiResponse, firstClient } from '../../server/api-request.ts';
import { shownSandbox } from '../../server/call.ts';
import { useCall } from '../../server/use-call.ts';
import { type Description, type Node, type Operation, text, toNode } from './description.ts';
import { SAMPLE_NAME } from './sample-file.ts';
import {
  type Draft,
  drawKey,
  isKey,
  keyOf,
  mediaTypeOf,
  sendDraft,
  toAddress,
  toDraft,
  withOwnSeller,
} from './try-request.ts';

interface TryProps {
  readonly description: Description;
  readonly operation: Operation;
}

/** Sends the operation as a client would: it is journalled, counted and answered like any other request. */
export const TryIt = ({ description, operation }: TryProps) => {
  const draft = useSignal<Draft>(toDraft(description, operation));
  const sent = useSignal<ApiResponse | undefined>(undefined);
  const clientId = useSignal('');
  const clients = useCall('/clients', {});
  const sandbox = useCall('/sandboxes/{id}', { path: { id: shownSandbox() } });
  useSignalEffect(() => {
    draft.value = withOwnSeller(operation, draft.peek(), sandbox.value.value?.sellers ?? []);
  });
  const names = useComputed(() => (clients.value.value?.data ?? []).filter(({ enabled }) => enabled));
  const change = (part: Partial<Draft>): void => {
    draft.value = { ...draft.value, ...part };
  };
  const send = async (): Promise<void> => {
    const client = clientId.value === '' ? await firstClient() : clientId.value;
    sent.value = await sendDraft(description, operation, draft.value, client);
    const key = operation.parameters.find(isKey);
    // The next attempt is a new request; sending the old key again would replay this response.
    if (key !== undefined && sent.value.status < 400)
      change({ values: { ...draft.value.values, [keyOf(key)]: drawKey() } });
  };
  return (
    <form
      class="try"
      onSubmit={(event) => {
        event.preventDefault();
      }}
    >
      <div class="try-fields">
        {names.value[0] !== undefined && names.value.length > 1 && (
          <label class="field">
            <span>Client</span>
            <select
              value={clientId.value === '' ? names.value[0].clientId : clientId.value}
              onChange={({ currentTarget }) => {
                clientId.value = currentTarget.value;
              }}
            >
              {names.value.map((client) => (
                <option key={client.clientId} value={client.clientId}>
                  {client.clientId}
                </option>
              ))}
            </select>
          </label>
        )}
        {operation.parameters.map((parameter) => (
          <ParameterField key={keyOf(parameter)} parameter={parameter} draft={draft.value} change={change} />
        ))}
        <PreferField operation={operation} draft={draft.value} change={change} />
      </div>
      <BodyField description={description} operation={operation} draft={draft.value} change={change} />
      <div class="row">
        <Button changes kind="primary" type="submit" onClick={send}>
          Send
        </Button>
        <code class="small muted clip">
          {operation.method} {toAddress(description, operation, draft.value)}
        </code>
      </div>
      {sent.value !== undefined && <SentResult sent={sent.value} />}
    </form>
  );
};

interface FieldProps {
  readonly draft: Draft;
  readonly change: (part: Partial<Draft>) => void;
}

const ParameterField = ({ parameter, draft, change }: FieldProps & { readonly parameter: Node }) => {
  const key = keyOf(parameter);
  const place = text(parameter['in']);
  return (
    <label class="field">
      <span>
        {text(parameter['name'])}{' '}
        <small class="muted">{parameter['required'] === true ? place : `${place}, optional`}</small>
      </span>
      <input
        type="text"
        value={draft.values[key] ?? ''}
        spellcheck={false}
        autocomplete="off"
        onInput={({ currentTarget }) => {
          change({ values: { ...draft.values, [key]: currentTarget.value } });
        }}
      />
    </label>
  );
};

/** `Prefer` asks the stub for one of the documented responses. */
const PreferField = ({ operation, draft, change }: FieldProps & { readonly operation: Operation }) => (
  <label class="field">
    <span>
      Prefer <small class="muted">which response to return</small>
    </span>
    <select
      value={draft.prefer}
      onChange={({ currentTarget }) => {
        change({ prefer: currentTarget.value });
      }}
    >
      <option value="">The one that follows from the state</option>
      {Object.keys(toNode(operation.node['responses']))
        .filter((status) => /^\d+$/.test(status))
        .map((status) => (
          <option key={status} value={`code=${status}`}>
            code={status}
          </option>
        ))}
      <option value="dynamic=true">dynamic=true (generated)</option>
    </select>
  </label>
);

const BodyField = ({ description, operation, draft, change }: FieldProps & TryProps) => {
  const mediaType = mediaTypeOf(description, operation);
  if (mediaType === undefined) return null;
  const isUpload = mediaType.startsWith('multipart/');
  return (
    <>
      <label class="field">
        <span>
          Body <small class="muted">{isUpload ? 'the other parts, as JSON' : mediaType}</small>
        </span>
        <textarea
          value={draft.body}
          spellcheck={false}
          onInput={({ currentTarget }) => {
            change({ body: currentTarget.value });
          }}
        />
      </label>
      {isUpload && (
        <label class="field">
          <span>
            File <small class="muted">{SAMPLE_NAME}, a page made here, unless you choose another</small>
          </span>
          <input
            type="file"
            onChange={({ currentTarget }) => {
              change({ file: currentTarget.files?.[0] });
            }}
          />
        </label>
      )}
    </>
  );
};

const SentResult = ({ sent }: { readonly sent: ApiResponse }) => (
  <section class="stack" aria-live="polite">
    <div class="row">
      <HttpStatus status={sent.status} />
      {sent.requestId !== undefined && (
        <a href={link('traffic', sent.requestId)}>Why this response: every check in Traffic</a>
      )}
    </div>
    <SentBody body={sent.body} />
    <details>
      <summary>{sent.headers.length} headers</summary>
      <KeyValues of={sent.headers} />
    </details>
  </section>
);

const SentBody = ({ body }: { readonly body: string }) => {
  if (body === '') return <p class="muted">No body.</p>;
  try {
    return <JsonTree value={JSON.parse(body) as unknown} open={3} />;
  } catch {
    return <CodeBlock text={body} what="the body" />;
  }
};
