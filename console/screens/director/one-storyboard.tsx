import type { Storyboard, StoryboardStep } from '../../../src/generated/control-schemas.ts';
import { go, link } from '../../address/address.ts';
import { ask } from '../../kit/ask.tsx';
import { Button } from '../../kit/button.tsx';
import { Card } from '../../kit/card.tsx';
import { Page } from '../../kit/page.tsx';
import { Prose } from '../../kit/prose.tsx';
import { Shown } from '../../kit/shown.tsx';
import { showToast } from '../../kit/toast.tsx';
import { call } from '../../server/call.ts';
import { useCall } from '../../server/use-call.ts';
import { PlayStoryboard } from './play-storyboard.tsx';


export const OneStoryboard = ({ name }: { readonly name: string }) => {
  const storyboard = useCall('/storyboards/{name}', { path: { name } });
  const { value } = storyboard.value;
  return (
    <Page
      title={<span dir="auto">{value?.title ?? name}</span>}
      intro={
        <a data-close href={link('director')}>
          All storyboards
        </a>
      }
      actions={value !== undefined && <Actions of={value} />}
    >
      <Shown read={storyboard}>{(read) => <Outline of={read} />}</Shown>
    </Page>
  );
};

const remove = async (name: string): Promise<void> => {
  const text = 'The server keeps no copy. A show of it goes on.';
  if (!(await ask({ title: `Delete ${name}?`, text, verb: 'Delete the storyboard', danger: true }))) return;
  await call('DELETE', '/storyboards/{name}', { path: { name } });
  showToast(`${name} is deleted.`);
  go(link('director'));
};

const Actions = ({ of: { name, title, origin } }: { readonly of: Storyboard }) => (
  <>
    {origin === 'uploaded' && (
      <Button changes kind="danger" onClick={() => remove(name)}>
        Delete
      </Button>
    )}
    <a class="button" href={link('director', name, { view: 'edit' })}>
      {origin === 'uploaded' ? 'Edit' : 'Edit a copy'}
    </a>
    <PlayStoryboard name={name} title={title} />
  </>
);

const Outline = ({ of: { summary, outline } }: { readonly of: Storyboard }) => (
  <div class="stack">
    {summary !== null && (
      <p class="reading" dir="auto">
        {summary}
      </p>
    )}
    {outline.map(({ title, steps }, index) => (
      <Card key={index} title={`${String(index + 1)}. ${title}`} flush>
        <ol class="storyboard-steps">
          {steps.map((step, at) => (
            <li key={at}>
              <OneStep step={step} />
            </li>
          ))}
        </ol>
      </Card>
    ))}
  </div>
);

const OneStep = ({ step: { title, sentence, notes, actions, proof } }: { readonly step: StoryboardStep }) => (
  <>
    <div>
      <h3>{title}</h3>
      <p>{sentence}</p>
      {notes !== null && (
        <div class="small muted">
          <Prose text={notes} />
        </div>
      )}
    </div>
    <ul class="small">
      {actions.map((action, index) => (
        <li key={index}>{action}</li>
      ))}
      {proof.map((each, index) => (
        <li key={`p${String(index)}`} class="muted">
          Proof: {each}
        </li>
      ))}
    </ul>
  </>
);
