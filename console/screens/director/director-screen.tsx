import { useSignal } from '@preact/signals';
import type { NewVisitorLink, Storyboard } from '../../../src/generated/control-schemas.ts';
import {
  Back,
  Badge,
  Button,
  Card,
  Page,
  Prose,
  Shown,
  address,
  call,
  countWords,
  go,
  isWatching,
  link,
  session,
  set,
  shownSandbox,
  useCall,
  Note,
} from '../../kit/kit.ts';
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
const StoryboardList = () => (
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
    <NowPlaying />
    <Shown read={useCall('/storyboards', {}, ['show', 'state'])} rows={5}>
      {({ data }) => (
        <ul class="storyboards">
          {data.map(({ name, title, summary, minutes, steps, chapters, origin }) => (
            <li key={name}>
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
                <Note>
                  {minutes !== null && `${String(minutes)} min, `}
                  {countWords(steps, 'step')}: {chapters.join(', ')}
                </Note>
                {origin !== 'bundled' && (
                  <Badge>{origin === 'uploaded' ? 'Uploaded to this sandbox' : 'From a file'}</Badge>
                )}
              </Card>
            </li>
          ))}
        </ul>
      )}
    </Shown>
    {session.value?.server.maySelectSandbox === true && <InviteAudience />}
  </Page>
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
      <Note>
        Step {played} of {steps}
        {show.current !== null && `: ${show.current.title}`}
      </Note>
    </Card>
  );
};

/** A link with which others watch this sandbox, on machines of their own. */
const InviteAudience = () => {
  const made = useSignal<NewVisitorLink | undefined>(undefined);
  const sandbox = shownSandbox();
  if (sandbox === '') return null;
  const invite = async () => {
    made.value = await call('POST', '/visitor-links', {
      body: {
        ...{ name: 'Audience', start: { sandbox } },
        ...{ uses: 'many', copies: 'shared', permission: 'watch', expiresIn: 'P1D' },
      },
    });
  };
  return (
    <Card
      title="An audience on other machines"
      actions={
        <Button changes onClick={invite}>
          Make a watch-only link
        </Button>
      }
    >
      <p>
        All who open the link see the audience’s window of this sandbox, live, and can change nothing. It works for a
        day; revoke it under Visitors.
      </p>
      {made.value !== undefined && <MadeLink made={made.value} onClose={set(made, undefined)} />}
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
      <Shown read={storyboard}>{(read) => <Outline {...read} />}</Shown>
    </Page>
  );
};

const Outline = ({ summary, outline }: Storyboard) => (
  <>
    {summary !== null && (
      <p class="reading" dir="auto">
        {summary}
      </p>
    )}
    {outline.map(({ title: chapter, steps }, index) => (
      <Card key={index} title={`${String(index + 1)}. ${chapter}`} flush>
        <ol class="storyboard-steps">
          {steps.map(({ title, sentence, notes, actions, proof }, at) => (
            <li key={at}>
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
                {actions.map((action, number) => (
                  <li key={number}>{action}</li>
                ))}
                {proof.map((each, number) => (
                  <li key={`p${String(number)}`} class="muted">
                    Proof: {each}
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ol>
      </Card>
    ))}
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
    ask={{
      title: `Play “${title}”?`,
      text: 'The sandbox is reset to the beginning of the storyboard, and its clock is frozen. This window becomes yours; open another one for the audience.',
      verb: 'Reset and play',
    }}
    onClick={async () => {
      await startShow(name);
      go(link('presenter'));
    }}
  >
    Play
  </Button>
);
