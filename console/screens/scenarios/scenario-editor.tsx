import { go, link } from '../../address/address.ts';
import { Button } from '../../kit/button.tsx';
import { showToast } from '../../kit/toast.tsx';
import { call } from '../../server/call.ts';
import { useCall } from '../../server/use-call.ts';
import { FileEditor, uploadFile } from './file-editor.tsx';

const FIRST = `scenario: order-fails-twice
teaches: The service is down for a moment.
client: Repeats the request with the same Idempotency-Key.
steps:
  - title: The first two orders fail
    on: createOrder
    times: 2
    reply: { problem: internal-error }
expect:
  - request: createOrder
    atLeast: 3
`;

/** An editor for a scenario of one's own, a copy of one from a file, or one from this machine. */
export const ScenarioEditor = ({ name }: { readonly name?: string }) => {
  const described = useCall('/file-schemas', {});
  /** With `activates`, it applies to every call at once. */
  const upload = async (text: string, activates: boolean): Promise<void> => {
    const uploaded = await uploadFile('scenario', name, text);
    if (activates) await call('POST', '/scenarios/{name}/activate', { path: { name: uploaded } });
    showToast(activates ? `${uploaded} is uploaded, and applies to every call.` : `${uploaded} is uploaded.`);
    go(link('scenarios', uploaded));
  };
  return (
    <FileEditor
      kind="scenario"
      name={name}
      screen="scenarios"
      first={() => FIRST}
      read={(of) => call('GET', '/scenarios/{name}', { path: { name: of } })}
      described={described.value.value?.scenario}
      actions={({ text, isValid }) => (
        <>
          <Button changes kind="primary" icon="play" disabled={!isValid} onClick={() => upload(text, true)}>
            Upload and activate
          </Button>
          <Button changes disabled={!isValid} onClick={() => upload(text, false)}>
            Upload
          </Button>
        </>
      )}
    />
  );
};
