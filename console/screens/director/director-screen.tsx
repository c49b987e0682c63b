import { useSignal } from '@preact/signals';
import type {
  NewVisitorLink,
  Storyboard,
  StoryboardStep,
  StoryboardSummary,
} from '../../../src/generated/control-schemas.ts';
import { Back, Badge, Button, Card, Page, Prose, Shown, confirmDialog } from '../../kit/kit.ts';
import { address, go, link } from '../../server/address.ts';
import { call } from '../../server/call.ts';
import { isWatching, session } from '../../server/session-state.ts';
import { useCall } from '../../server/use-call.ts';
import { FileActions } from '../scenarios/file-editor.tsx';
import { MadeLink } from '../visitors/new-link.tsx';
import { currentShow, startShow, useShow } from './show.ts';
import { RecordStoryboard, StoryboardEditor } from './storyboard-editor.tsx';

export default () => {
  const { segments, query } = address.value;
  const [, name] = segments;
  if (query.get('view') === 'edit') return <StoryboardEditor key={name} {...(name === undefined ? {} : { name })} />;
  return name === undefined ? <StoryboardList /> : <OneStoryboard name={name} />;
};

/** What can be played, and what is. */
const StoryboardList = () => {
  const storyboards = useCall('/storyboards', {}, ['show', 'state']);
  return (
    <Page
      title="Director"
      intro="Storyboards show the workflow step by step: real calls, with what the audience sees and your notes."
      actions={
        <>
          <RecordStoryboard />
          <a class="button" href={link('director', { view: 'edit' })}>
            Write a storyboard
          </a>
        </>
      }
    >
      <div class="stack">
        <NowPlaying />
        <Shown read={storyboards} rows={5}>
          {({ data }) => (
            <ul class="storyboards">
              {data.map((each) => (
                <li key={each.name}>
                  <OneCard of={each} />
                </li>
              ))}
            </ul>
          )}
        </Shown>
        {session.value?.server.maySelectSandbox === true && <InviteAudience />}
      </div>
    </Page>
  );
};

const OneCard = ({
  of: { name, title, summary, minutes, steps, chapters, origin },
}: {
  readonly of: StoryboardSummary;
}) => (
  <Card
    class="storyboard-card"
    title={
      <a data-row href={link('director', name)}>
        {title}
      </a>
    }
    actions={<PlayStoryboard name={name} title={title} small />}
  >
    <p dir="auto">{summary}</p>
    <p class="small muted">
      {minutes !== null && `${String(minutes)} min, `}
      {steps === 1 ? '1 step' : `${String(steps)} steps`}: {chapters.join(', ')}
    </p>
    {origin !== 'bundled' && <Badge>{origin === 'uploaded' ? 'Uploaded to this sandbox' : 'From a file'}</Badge>}
  </Card>
);

/** The show of this sandbox, with its two windows. */
const NowPlaying = () => {
  useShow();
  const { show } = currentShow.value;
  if (show === undefined || show === null) return null;
  const { title, played, steps, status } = show;
  return (
    <Card
      title={
        <span class="row">
          {title}{' '}
          <Badge tone={status === 'failed' ? 'bad' : 'ok'}>{status === 'finished' ? 'Finished' : 'Playing'}</Badge>
        </span>
      }
      actions={
        <>
          {!isWatching.value && (
            <a class="button button-primary" href={link('presenter')}>
              Presenter’s window
            </a>
          )}
          <a class="button" href={link('audience')}>
            Audience’s window
          </a>
        </>
      }
    >
      <progress class="presenter-bar" max={steps} value={played} aria-label="Steps played" />
      <p class="small muted">
        Step {played} of {steps}
        {show.current !== null && `: ${show.current.title}`}
      </p>
    </Card>
  );
};

/** A link with which others watch this sandbox, on machines of their own. */
const InviteAudience = () => {
  const made = useSignal<NewVisitorLink | undefined>(undefined);
  const sandbox = address.value.query.get('sandbox') ?? session.value?.sandbox;
  if (sandbox === undefined) return null;
  return (
    <Card
      title="An audience on other machines"
      actions={
        <Button
          changes
          onClick={async () => {
            made.value = await call('POST', '/visitor-links', {
              body: {
                name: 'Audience',
                start: { sandbox },
                ...{ uses: 'many', copies: 'shared', permission: 'watch', expiresIn: 'P1D' },
              },
            });
          }}
        >
          Make a watch-only link
        </Button>
      }
    >
      <p>
        All who open the link see the audience’s window of this sandbox, live, and can change nothing. It works for a
        day; revoke it under Visitors.
      </p>
      {made.value !== undefined && (
        <MadeLink
          made={made.value}
          onClose={() => {
            made.value = undefined;
          }}
        />
      )}
    </Card>
  );
};

const OneStoryboard = ({ name }: { readonly name: string }) => {
  const storyboard = useCall('/storyboards/{name}', { path: { name } });
  const { value } = storyboard.value;
  return (
    <Page
      title={<span dir="auto">{value?.title ?? name}</span>}
      intro={<Back to={link('director')}>All storyboards</Back>}
      actions={
        value !== undefined && (
          <>
            <FileActions kind="storyboard" of={value} lost="A show of it goes on." />
            <PlayStoryboard name={name} title={value.title} />
          </>
        )
      }
    >
      <Shown read={storyboard}>{(read) => <Outline of={read} />}</Shown>
    </Page>
  );
};

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

/** Begins a storyboard, and becomes the presenter's window. */
const PlayStoryboard = ({
  name,
  title,
  small = false,
}: {
  readonly name: string;
  readonly title: string;
  readonly small?: boolean;
}) => (
  <Button
    changes
    kind="primary"
    icon="play"
    small={small}
    label={`Play ${title}`}
    onClick={async () => {
      const isSure = await confirmDialog({
        title: `Play “${title}”?`,
        text: 'The sandbox is reset to the beginning of the storyboard, and its clock is frozen. This window becomes yours; open another one for the audience.',
        verb: 'Reset and play',
      });
      if (!isSure) return;
      await startShow(name);
      go(link('presenter'));
    }}
  >
    Play
  </Button>
);
