import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import {
  Button,
  CodeBlock,
  Fields,
  Form,
  HttpStatus,
  JsonText,
  KeyValues,
  address,
  link,
  shownSandbox,
  useCall,
  withQuery,
} from '../../kit/kit.ts';
import { type ApiResponse, drawKey, firstClient, sendAsClient, toForm } from '../../server/api-request.ts';
import {
  type Description,
  type Member,
  type Node,
  type Operation,
  contentOf,
  entriesOf,
  examplesOf,
  text,
  toList,
  toNode,
} from '../../server/description.ts';
import { useReference } from './reference.ts';
import { SAMPLE_NAME, sampleFile } from './sample-file.ts';

/** Sends the operation as a client would: it is journalled, counted and answered like any other request. */
export const TryIt = (operation: Operation) => {
  const { description } = useReference();
  const { mediaType, isUpload, sample, file: part } = bodyOf(description, operation);
  const draft = useSignal<Draft>({ ...toDraft(operation), body: sample });
  const file = useSignal<File>();
  const sent = useSignal<ApiResponse>();
  const { data: clients = [] } = useCall('/clients').value ?? {};
  const { sellers = [] } = useCall('/sandboxes/{id}', { path: { id: shownSandbox() } }).value ?? {};
  const [first] = sellers;
  // The examples name a seller of the demo: another organization acts for its own.
  useEffect(() => {
    const seller = operation.parameters.find(({ about }) => about['x-authorized-partner'] === true);
    if (seller !== undefined && first !== undefined && !sellers.includes(draft.value[keyOf(seller)] ?? ''))
      draft.value = { ...draft.value, [keyOf(seller)]: first };
  }, [first]);
  const enabled = clients.filter((client) => client.enabled);
  /** A real request of the API, with a token of the client; an upload without a file sends the sample. */
  const send = async () => {
    const { body: written = '', prefer = '', client, ...values } = draft.value;
    const headers = operation.parameters
      .filter(({ where }) => where === 'header')
      .map((header) => [header.name.toLowerCase(), values[keyOf(header)] ?? ''] as const);
    const body = isUpload
      ? toForm(JSON.parse(written || '{}') as Node, part, file.value ?? sampleFile())
      : written || undefined;
    // A description may leave it open, as in `*\/*`.
    const type = mediaType?.includes('*') === false ? mediaType : 'application/json';
    sent.value = await sendAsClient({
      method: operation.method,
      path: toAddress(description, operation, values),
      headers: Object.fromEntries(
        [
          ...headers,
          ['prefer', prefer] as const,
          ['content-type', typeof body === 'string' ? type : ''] as const,
        ].filter(([, value]) => value !== ''),
      ),
      body,
      clientId: client ?? (await firstClient()),
      operationId: operation.id,
    });
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
                    name: 'client',
                    label: 'Client',
                    choices: enabled.map(({ clientId }) => clientId),
                  },
                ]
              : []),
            ...operation.parameters.map((each) => ({
              name: keyOf(each),
              label: labelOf(each.name, each.isRequired ? each.where : `${each.where}, optional`),
            })),
            {
              name: 'prefer',
              label: labelOf('Prefer', 'which response to return'),
              // It asks the stub for one of the documented responses.
              choices: [
                ['', 'The one that follows from the state'],
                ...Object.keys(operation.responses)
                  .filter((status) => /^\d+$/.test(status))
                  .map((status) => `code=${status}`),
                ['dynamic=true', 'dynamic=true (generated)'],
              ],
            },
          ]}
        />
      </div>
      {mediaType && (
        <Fields
          of={draft}
          fields={[
            { name: 'body', rows: 8, label: labelOf('Body', isUpload ? 'the other parts, as JSON' : mediaType) },
          ]}
        />
      )}
      {isUpload && (
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
      {sent.value && <SentResult {...sent.value} />}
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
      {requestId && <a href={link('traffic', requestId)}>Why this response: every check in Traffic</a>}
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
const keyOf = ({ where, name }: Member): string => `${where}:${name}`;

const isKey = ({ name }: Member): boolean => name.toLowerCase() === 'idempotency-key';

/** Parameters hold what the address gives them, needed ones otherwise their examples; a key is drawn. */
const toDraft = ({ parameters }: Operation): Draft =>
  Object.fromEntries(
    parameters.map((parameter) => {
      const { isRequired, about, schema } = parameter;
      const key = keyOf(parameter);
      const example = isRequired ? text(about['example'] ?? toNode(schema)['example']) : '';
      return [key, isKey(parameter) ? drawKey() : (address.peek().query.get(key) ?? example)];
    }),
  );

/** The body of an operation: its media type, a sample of it, and of an upload the name of the file's part. */
const bodyOf = (description: Description, operation: Operation) => {
  const [mediaType, content = {}] = contentOf(operation) ?? [];
  const isUpload = mediaType?.startsWith('multipart/') === true;
  const schema = description.resolve(content['schema']);
  const parts = entriesOf(schema['properties']).map(([name, member]) => {
    const node = description.resolve(member);
    const isFile =
      node['format'] === 'binary' || node['contentMediaType'] !== undefined || toList(node['type']).length === 0;
    return { name, node, isFile };
  });
  // The required parts beside the file: each its example, or the first value that it may have.
  const others = parts.filter(({ name, isFile }) => !isFile && toList(schema['required']).includes(name));
  const value = isUpload
    ? Object.fromEntries(others.map(({ name, node }) => [name, node['example'] ?? toList(node['enum'])[0] ?? '']))
    : examplesOf(description, content)[0]?.value;
  return {
    mediaType,
    isUpload,
    sample: value === undefined ? '' : JSON.stringify(value, null, 2),
    file: parts.find(({ isFile }) => isFile)?.name ?? 'file',
  };
};

const toAddress = ({ basePath }: Description, { path, parameters }: Operation, draft: Draft): string => {
  const query = new URLSearchParams();
  let filled = path;
  for (const parameter of parameters) {
    const { name, where } = parameter;
    const value = draft[keyOf(parameter)] ?? '';
    if (where === 'path') filled = filled.replace(`{${name}}`, encodeURIComponent(value));
    if (where === 'query' && value !== '') query.set(name, value);
  }
  return withQuery(basePath + filled, query);
};
