import type { WholeExchange } from '../../../src/generated/control-schemas.ts';
import { useSignal } from '@preact/signals';
import { Button } from '../../kit/button.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { toDraft, withNewKey } from './draft.ts';
import { sendDraft } from './send-again.ts';
import { violationsOf } from './violations.ts';

/** Lets a person change a request before it is sent once more. */
export const EditAndSend = ({
  exchange,
  onClose,
}: {
  readonly exchange: WholeExchange;
  readonly onClose: () => void;
}) => {
  const first = withNewKey(toDraft(exchange));
  const path = useSignal(first.path);
  const headers = useSignal(toLines(first.headers));
  const body = useSignal(first.body ?? '');
  const violations = violationsOf(exchange);
  const fault = faultOf(body.value, first.headers['content-type']);
  const send = async (): Promise<void> => {
    await sendDraft({
      ...first,
      path: path.value,
      headers: fromLines(headers.value),
      body: body.value === '' ? undefined : body.value,
    });
    onClose();
  };
  return (
    <Dialog
      title="Edit and send"
      wide
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button changes kind="primary" onClick={send}>
            Send {first.method}
          </Button>
        </>
      }
    >
      <label class="field">
        <span>Path</span>
        <input
          class="mono"
          value={path.value}
          onInput={({ currentTarget }) => {
            path.value = currentTarget.value;
          }}
        />
      </label>
      <label class="field">
        <span>Headers, one per line; the token is added</span>
        <textarea
          class="mono"
          rows={4}
          spellcheck={false}
          value={headers.value}
          onInput={({ currentTarget }) => {
            headers.value = currentTarget.value;
          }}
        />
      </label>
      {(first.body !== undefined || (first.method !== 'GET' && first.method !== 'DELETE')) && (
        <label class="field">
          <span>Body</span>
          <textarea
            class="mono"
            rows={14}
            spellcheck={false}
            value={body.value}
            onInput={({ currentTarget }) => {
              body.value = currentTarget.value;
            }}
          />
        </label>
      )}
      {fault !== undefined && <p class="small edit-fault">{fault}</p>}
      {violations.length > 0 && (
        <div class="small">
          <b>What was wrong with it</b>
          <ul class="edit-violations">
            {violations.map(({ field, message }, index) => (
              <li key={index}>
                <code>{field === '' ? 'body' : field}</code> {message}
              </li>
            ))}
          </ul>
        </div>
      )}
    </Dialog>
  );
};

const toLines = (headers: Readonly<Record<string, string>>): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');

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
