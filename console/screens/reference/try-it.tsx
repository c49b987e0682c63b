import { useSignal, useSignalEffect } from '@preact/signals';
import {
  type ApiResponse,
  Button,
  CodeBlock,
  type Description,
  Fields,
  Form,
  HttpStatus,
  JsonText,
  KeyValues,
  type Node,
  type Operation,
  address,
  contentOf,
  entriesOf,
  examplesOf,
  firstClient,
  link,
  sendAsClient,
  shownSandbox,
  text,
  toList,
  toNode,
  useCall,
} from '../../kit/kit.ts';
import { useReference } from './reference.ts';
import { SAMPLE_NAME, sampleFile } from './sample-file.ts';

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

/** What a person fills in: the parameters by `keyOf`, and `client`, `prefer` and `body`. */
type Draft = Readonly<Record<string, string>>;

/** Names a parameter: the same name may be in the path and in the query. */
const keyOf = (parameter: Node): string => `${text(parameter['in'])}:${text(parameter['name'])}`;

const isKey = (parameter: Node): boolean => text(parameter['name']).toLowerCase() === 'idempotency-key';

/** A key that has not been used before. */
const drawKey = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return `try-${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
};

/** Parameters hold what the address gives them, needed ones otherwise their examples; a key is drawn. */
const toDraft = (description: Description, operation: Operation): Draft => ({
  ...Object.fromEntries(
    operation.parameters.map((parameter) => [
      keyOf(parameter),
      isKey(parameter)
        ? drawKey()
        : (address.peek().query.get(keyOf(parameter)) ??
          (parameter['required'] === true ? text(parameter['example'] ?? toNode(parameter['schema'])['example']) : '')),
    ]),
  ),
  body: sampleBody(description, operation),
});

/** The examples name a seller of the demo: another organization acts for its own. */
const withOwnSeller = (operation: Operation, draft: Draft, sellers: readonly string[]): Draft => {
  const parameter = operation.parameters.find((candidate) => candidate['x-authorized-partner'] === true);
  const [first] = sellers;
  if (parameter === undefined || first === undefined) return draft;
  const key = keyOf(parameter);
  return sellers.includes(draft[key] ?? '') ? draft : { ...draft, [key]: first };
};

const mediaTypeOf = (operation: Operation): string | undefined => contentOf(operation)?.[0];

/** A description may leave it open, as in `*\/*`. */
const typeToSend = (operation: Operation): string => {
  const named = mediaTypeOf(operation) ?? '*';
  return named.includes('*') ? 'application/json' : named;
};

/** Sent in parts, one of which is a file. */
const isUpload = (operation: Operation): boolean => mediaTypeOf(operation)?.startsWith('multipart/') === true;

const sampleBody = (description: Description, operation: Operation): string => {
  const [, content = {}] = contentOf(operation) ?? [];
  const value = isUpload(operation)
    ? Object.fromEntries(
        // The required parts beside the file: each its example, or the first value that it may have.
        partsOf(description, content).flatMap(({ name, node, isFile, isRequired }) =>
          isFile || !isRequired ? [] : [[name, node['example'] ?? toList(node['enum'])[0] ?? '']],
        ),
      )
    : examplesOf(description, content)[0]?.value;
  return value === undefined ? '' : JSON.stringify(value, null, 2);
};

/** The parts of a multipart body. */
const partsOf = (description: Description, content: Node) => {
  const schema = description.resolve(content['schema']);
  return entriesOf(schema['properties']).map(([name, member]) => {
    const node = description.resolve(member);
    const isFile =
      node['format'] === 'binary' || node['contentMediaType'] !== undefined || toList(node['type']).length === 0;
    return { name, node, isFile, isRequired: toList(schema['required']).includes(name) };
  });
};

/** Sends a real request of the API, with a token of the client; an upload without a file sends the sample. */
const sendDraft = async (
  description: Description,
  operation: Operation,
  draft: Draft,
  file: File | undefined,
): Promise<ApiResponse> => {
  const { body: written = '', prefer = '', client } = draft;
  const body = isUpload(operation)
    ? toForm(description, operation, written, file ?? sampleFile())
    : written || undefined;
  const headers = operation.parameters
    .filter((parameter) => parameter['in'] === 'header')
    .map((parameter) => [text(parameter['name']).toLowerCase(), draft[keyOf(parameter)] ?? ''] as const);
  return sendAsClient({
    method: operation.method,
    path: toAddress(description, operation, draft),
    headers: {
      ...Object.fromEntries([...headers, ['prefer', prefer] as const].filter(([, value]) => value !== '')),
      ...(typeof body === 'string' ? { 'content-type': typeToSend(operation) } : {}),
    },
    body,
    clientId: client ?? (await firstClient()),
    operationId: operation.id,
  });
};

const toForm = (description: Description, operation: Operation, written: string, file: File): FormData => {
  const [, content = {}] = contentOf(operation) ?? [];
  const form = new FormData();
  if (written !== '')
    for (const [name, value] of Object.entries(JSON.parse(written) as Node)) form.set(name, text(value));
  form.set(partsOf(description, content).find(({ isFile }) => isFile)?.name ?? 'file', file);
  return form;
};

const toAddress = ({ basePath }: Description, { path, parameters }: Operation, draft: Draft): string => {
  const query = new URLSearchParams();
  let filled = path;
  for (const parameter of parameters) {
    const name = text(parameter['name']);
    const value = draft[keyOf(parameter)] ?? '';
    if (parameter['in'] === 'path') filled = filled.replace(`{${name}}`, encodeURIComponent(value));
    if (parameter['in'] === 'query' && value !== '') query.set(name, value);
  }
  return `${basePath}${filled}${query.size > 0 ? `?${query.toString()}` : ''}`;
};
