import { useSignal, useSignalEffect } from '@preact/signals';
import {
  type ApiResponse,
  Button,
  CodeBlock,
  Fields,
  Form,
  HttpStatus,
  JsonText,
  KeyValues,
  link,
  shownSandbox,
  useCall,
} from '../../kit/kit.ts';
import { type Operation, text, useReference } from './description.ts';
import { SAMPLE_NAME } from './sample-file.ts';
import {
  type Draft,
  drawKey,
  isKey,
  isUpload,
  keyOf,
  mediaTypeOf,
  sendDraft,
  toAddress,
  toDraft,
  withOwnSeller,
} from './try-request.ts';

/** Sends the operation as a client would: it is journalled, counted and answered like any other request. */
export const TryIt = (operation: Operation) => {
  const { description } = useReference();
  const draft = useSignal<Draft>(toDraft(description, operation));
  const file = useSignal<File | undefined>(undefined);
  const sent = useSignal<ApiResponse | undefined>(undefined);
  const { data: clients = [] } = useCall('/clients', {}).value.value ?? {};
  const sandbox = useCall('/sandboxes/{id}', { path: { id: shownSandbox() } });
  useSignalEffect(() => {
    draft.value = withOwnSeller(operation, draft.peek(), sandbox.value.value?.sellers ?? []);
  });
  const enabled = clients.filter((client) => client.enabled);
  const mediaType = mediaTypeOf(operation);
  const hasFile = isUpload(operation);
  const send = async () => {
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
            ...(enabled.length > 1
              ? [
                  {
                    ...{ name: 'client', label: 'Client' },
                    choices: enabled.map(({ clientId }) => [clientId, clientId] as const),
                  },
                ]
              : []),
            ...operation.parameters.map((parameter) => {
              const place = text(parameter['in']);
              const about = parameter['required'] === true ? place : `${place}, optional`;
              return { name: keyOf(parameter), label: labelOf(text(parameter['name']), about) };
            }),
            {
              ...{ name: 'prefer', label: labelOf('Prefer', 'which response to return') },
              // It asks the stub for one of the documented responses.
              choices: [
                ['', 'The one that follows from the state'],
                ...Object.keys(operation.responses)
                  .filter((status) => /^\d+$/.test(status))
                  .map((status) => [`code=${status}`, `code=${status}`] as const),
                ['dynamic=true', 'dynamic=true (generated)'],
              ],
            },
          ]}
        />
      </div>
      {mediaType !== undefined && (
        <Fields
          of={draft}
          fields={[{ name: 'body', rows: 8, label: labelOf('Body', hasFile ? 'the other parts, as JSON' : mediaType) }]}
        />
      )}
      {hasFile && (
        <label class="field">
          <span>{labelOf('File', `${SAMPLE_NAME}, a page made here, unless you choose another`)}</span>
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
      {sent.value !== undefined && <SentResult {...sent.value} />}
    </Form>
  );
};

const labelOf = (name: string, about: string) => (
  <>
    {name} <small class="muted">{about}</small>
  </>
);

const SentResult = ({ status, headers, body, requestId }: ApiResponse) => (
  <section class="stack" aria-live="polite">
    <div class="row">
      <HttpStatus status={status} />
      {requestId !== undefined && <a href={link('traffic', requestId)}>Why this response: every check in Traffic</a>}
    </div>
    {body === '' ? (
      <p class="muted">No body.</p>
    ) : (
      // The tree keeps what is unfolded: another response is another one.
      <JsonText key={body} text={body} otherwise={<CodeBlock text={body} what="the body" />} />
    )}
    <details>
      <summary>{headers.length} headers</summary>
      <KeyValues of={headers} />
    </details>
  </section>
);
