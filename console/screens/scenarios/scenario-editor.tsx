import type { components } from '../../../src/generated/admin-types.ts';
import { go, link } from '../../address/address.ts';
import { Button } from '../../kit/button.tsx';
import { Page } from '../../kit/page.tsx';
import { Shown } from '../../kit/shown.tsx';
import { showToast } from '../../kit/toast.tsx';
import { call } from '../../server/call.ts';
import { sendYaml } from '../../server/send-yaml.ts';
import { useCall, useRead } from '../../server/use-call.ts';
import { type Edited, YamlEditor } from './yaml-editor.tsx';

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

/** Drafts outlive a reload, in this tab. */
const draftKey = (name: string | undefined): string => `vatmock-scenario-${name ?? ''}`;

const readText = async (name: string | undefined): Promise<string> => {
  const draft = sessionStorage.getItem(draftKey(name));
  if (draft !== null) return draft;
  if (name === undefined) return FIRST;
  const { text, origin } = await call('GET', '/scenarios/{name}/source', { path: { name } });
  if (origin === 'uploaded') return text;
  return text.replace(/^# yaml-language-server.*\n/, '').replace(/^scenario:.*$/m, `scenario: my-${name}`);
};

/** An editor for a scenario of one's own, or a copy of one from a file. */
export const ScenarioEditor = ({ name }: { readonly name?: string }) => {
  const source = useRead(() => readText(name), name ?? 'new');
  const described = useCall('/scenario-schema', {});
  return (
    <Page
      title={name === undefined ? 'Write a scenario' : 'Edit a scenario'}
      intro={
        <a class="scenario-back" data-close href={name === undefined ? link('scenarios') : link('scenarios', name)}>
          {name ?? 'All scenarios'}
        </a>
      }
    >
      <Shown read={source}>
        {(text) => (
          <YamlEditor
            start={text}
            draft={draftKey(name)}
            schema={described.value.value?.schema}
            words={described.value.value?.words}
            validate={validate}
            actions={(edited) => <Actions {...edited} draft={draftKey(name)} />}
          />
        )}
      </Shown>
    </Page>
  );
};

const Actions = ({ text, isValid, draft }: Edited & { readonly draft: string }) => {
  const send = async (activate: boolean): Promise<void> => {
    const name = await upload(text, activate);
    sessionStorage.removeItem(draft);
    showToast(activate ? `${name} is uploaded, and applies to every call.` : `${name} is uploaded.`);
    go(link('scenarios', name));
  };
  return (
    <>
      <Button changes kind="primary" icon="play" disabled={!isValid} onClick={() => send(true)}>
        Upload and activate
      </Button>
      <Button changes disabled={!isValid} onClick={() => send(false)}>
        Upload
      </Button>
    </>
  );
};

type Schemas = components['schemas'];

/** The errors of a scenario, as `vatmock validate` finds them. */
const validate = async (text: string): Promise<Schemas['ScenarioValidation']> =>
  (await sendYaml('/scenarios/validate', text)) as Schemas['ScenarioValidation'];

/** Uploads a scenario; with `activate` it applies to every call at once. */
const upload = async (text: string, activate: boolean): Promise<string> => {
  const { name } = (await sendYaml('/scenarios', text)) as Schemas['Scenario'];
  if (activate) await call('POST', '/scenarios/{name}/activate', { path: { name } });
  return name;
};
