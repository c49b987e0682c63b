import { useSignal } from '@preact/signals';
import type { WholeExchange } from '../../../src/generated/control-schemas.ts';
import { Fields, FormDialog, List, go } from '../../kit/kit.ts';
import { type ApiRequest, drawKey, sendAsClient } from '../../server/api-request.ts';
import { toExchange } from './exchange-log.tsx';

/** Answered by a step of a scenario. */
export const isFromScenario = ({ source }: WholeExchange): boolean => source === 'scenario';

export interface Violation {
  readonly field: string;
  readonly message: string;
  readonly rejectedValue?: unknown;
}

export const violationsOf = ({ response }: WholeExchange): readonly Violation[] => {
  const { errors } = (response.body?.json ?? {}) as { readonly errors?: unknown };
  return Array.isArray(errors) ? (errors as readonly Violation[]) : [];
};

/** A request that a person may edit before it is sent. */
export type Draft = ApiRequest & Required<Pick<ApiRequest, 'headers'>> & { readonly body: string | undefined };

/** What the journal has in place of a secret. */
export const HIDDEN = '[redacted]';

/** What the browser or the connection sets anew. */
const NOT_SENT = new Set([
  'host',
  'connection',
  'content-length',
  'authorization',
  'user-agent',
  'accept-encoding',
  'cookie',
  'origin',
  'referer',
  'transfer-encoding',
  'expect',
  'keep-alive',
  'te',
  'upgrade',
  'date',
  'traceparent',
  'tracestate',
]);

/** Undefined if it can be sent as it was. */
export const whyNotSent = ({ request: { body }, path }: WholeExchange): string | undefined => {
  if (path.includes('{')) return 'The path of a public link is a secret: the journal does not have it.';
  if (body?.cut === true) return 'The journal keeps the first 16 KiB of the body only.';
  if (body?.parts !== undefined) return 'The journal does not keep the bytes of uploads.';
  if (body !== null && body.json === undefined && body.text === undefined)
    return 'The body is not text; the journal does not keep it.';
  return undefined;
};

export const toDraft = ({ method, path, request, clientId, operationId }: WholeExchange): Draft => {
  const query = new URLSearchParams();
  for (const [name, values] of Object.entries(request.query)) for (const value of values) query.append(name, value);
  const { body } = request;
  const headers = Object.entries(request.headers).filter(
    ([name, value]) => !NOT_SENT.has(name) && !name.startsWith('sec-') && !value.includes(HIDDEN),
  );
  return {
    method,
    path: `${path}${query.size > 0 ? `?${query.toString()}` : ''}`,
    headers: Object.fromEntries(headers),
    body: body === null ? undefined : (body.text ?? JSON.stringify(body.json, null, 2)),
    clientId: clientId ?? undefined,
    operationId: operationId ?? undefined,
  };
};

/** A new key: with the old one, the stored response would be played again. */
export const withNewKey = (draft: Draft): Draft =>
  'idempotency-key' in draft.headers
    ? { ...draft, headers: { ...draft.headers, 'idempotency-key': drawKey() } }
    : draft;

/** Sends a real request to the API, and opens its exchange. */
export const sendDraft = async (draft: ApiRequest) => {
  const { status, requestId } = await sendAsClient(draft);
  if (requestId !== undefined) go(toExchange(requestId));
  return `${draft.method} was answered with ${String(status)}`;
};

/** Lets a person change a request before it is sent once more. */
export const EditAndSend = ({
  exchange,
  onClose,
}: {
  readonly exchange: WholeExchange;
  readonly onClose: () => void;
}) => {
  const first = withNewKey(toDraft(exchange));
  const lines = Object.entries(first.headers).map(([name, value]) => `${name}: ${value}`);
  const written = useSignal({ path: first.path, headers: lines.join('\n'), body: first.body ?? '' });
  const { path, headers, body } = written.value;
  const violations = violationsOf(exchange);
  const fault = faultOf(body, first.headers['content-type']);
  const hasBody = first.body !== undefined || (first.method !== 'GET' && first.method !== 'DELETE');
  const send = async () => {
    const said = await sendDraft({ ...first, path, headers: fromLines(headers), body: body || undefined });
    onClose();
    return said;
  };
  return (
    <FormDialog title="Edit and send" verb={`Send ${first.method}`} wide onClose={onClose} onSubmit={send}>
      <Fields
        of={written}
        fields={[
          { name: 'path', label: 'Path', class: 'mono' },
          { name: 'headers', label: 'Headers, one per line; the token is added', rows: 4 },
          ...(hasBody ? [{ name: 'body', label: 'Body', rows: 14 } as const] : []),
        ]}
      />
      {fault !== undefined && <p class="small edit-fault">{fault}</p>}
      {violations.length > 0 && (
        <div class="small">
          <b>What was wrong with it</b>
          <List of={violations} class="edit-violations">
            {({ field, message }) => (
              <>
                <code>{field || 'body'}</code> {message}
              </>
            )}
          </List>
        </div>
      )}
    </FormDialog>
  );
};

const fromLines = (text: string): Record<string, string> =>
  Object.fromEntries(
    text
      .split('\n')
      .map((line) => [line.slice(0, line.indexOf(':')).trim(), line.slice(line.indexOf(':') + 1).trim()] as const)
      .filter(([name]) => name !== ''),
  );

/** A body that is no JSON may be sent on purpose: it is said, not refused. */
const faultOf = (body: string, mediaType: string | undefined): string | undefined => {
  if (body === '' || mediaType?.includes('json') !== true) return undefined;
  try {
    JSON.parse(body);
    return undefined;
  } catch (error) {
    return `This is not JSON yet: ${error instanceof Error ? error.message : String(error)}`;
  }
};
