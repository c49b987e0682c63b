import { useSignal, useSignalEffect } from '@preact/signals';
import { Button, CodeBlock, type Field, Fields, Form, HttpStatus, JsonTree, KeyValues } from '../../kit/kit.ts';
import { link } from '../../server/address.ts';
import type { ApiResponse } from '../../server/api-request.ts';
import { shownSandbox } from '../../server/call.ts';
import { useCall } from '../../server/use-call.ts';
import { type Node, type Operation, text, toNode, useReference } from './description.ts';
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

/** Sends the operation as a client would: it is journalled, counted and answered like any other request. */
export const TryIt = ({ operation }: { readonly operation: Operation }) => {
  const { description } = useReference();
  const draft = useSignal<Draft>(toDraft(description, operation));
  const file = useSignal<File | undefined>(undefined);
  const sent = useSignal<ApiResponse | undefined>(undefined);
  const clients = useCall('/clients', {});
  const sandbox = useCall('/sandboxes/{id}', { path: { id: shownSandbox() } });
  useSignalEffect(() => {
    draft.value = withOwnSeller(operation, draft.peek(), sandbox.value.value?.sellers ?? []);
  });
  const names = (clients.value.value?.data ?? []).filter(({ enabled }) => enabled).map(({ clientId }) => clientId);
  const mediaType = mediaTypeOf(description, operation);
  const isUpload = mediaType?.startsWith('multipart/') === true;
  const send = async (): Promise<void> => {
    sent.value = await sendDraft(description, operation, draft.value, file.value);
    const key = operation.parameters.find(isKey);
    // The next attempt is a new request; sending the old key again would replay this response.
    if (key !== undefined && sent.value.status < 400) draft.value = { ...draft.value, [keyOf(key)]: drawKey() };
  };
  return (
    <Form class="try">
      <div class="try-fields">
        <Fields
          of={draft}
          fields={[
            ...(names.length > 1
              ? [{ name: 'client', label: 'Client', choices: names.map((name) => [name, name] as const) }]
              : []),
            ...operation.parameters.map(toField),
            {
              ...{ name: 'prefer', label: <Label name="Prefer" about="which response to return" /> },
              choices: choicesOf(operation),
            },
          ]}
        />
      </div>
      {mediaType !== undefined && (
        <Fields
          of={draft}
          fields={[
            {
              ...{ name: 'body', rows: 8 },
              label: <Label name="Body" about={isUpload ? 'the other parts, as JSON' : mediaType} />,
            },
          ]}
        />
      )}
      {isUpload && (
        <label class="field">
          <span>
            <Label name="File" about={`${SAMPLE_NAME}, a page made here, unless you choose another`} />
          </span>
          <input
            type="file"
            onChange={({ currentTarget }) => {
              file.value = currentTarget.files?.[0];
            }}
          />
        </label>
      )}
      <div class="row">
        <Button changes kind="primary" type="submit" onClick={send}>
          Send
        </Button>
        <code class="small muted clip">
          {operation.method} {toAddress(description, operation, draft.value)}
        </code>
      </div>
      {sent.value !== undefined && <SentResult sent={sent.value} />}
    </Form>
  );
};

const Label = ({ name, about }: { readonly name: string; readonly about: string }) => (
  <>
    {name} <small class="muted">{about}</small>
  </>
);

const toField = (parameter: Node): Field => {
  const place = text(parameter['in']);
  const about = parameter['required'] === true ? place : `${place}, optional`;
  return { name: keyOf(parameter), label: <Label name={text(parameter['name'])} about={about} /> };
};

/** `Prefer` asks the stub for one of the documented responses. */
const choicesOf = ({ node }: Operation): NonNullable<Field['choices']> => [
  ['', 'The one that follows from the state'],
  ...Object.keys(toNode(node['responses']))
    .filter((status) => /^\d+$/.test(status))
    .map((status) => [`code=${status}`, `code=${status}`] as const),
  ['dynamic=true', 'dynamic=true (generated)'],
];

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
