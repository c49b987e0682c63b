import { useSignal } from '@preact/signals';
import type { NewVisitorLink, Show } from '../../../src/generated/control-schemas.ts';
import {
  Badge,
  Button,
  Card,
  List,
  Page,
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
import { MadeLink } from '../visitors/new-link.tsx';
import { RecordStoryboard, StoryboardEditor } from './storyboard-editor.tsx';

export default () => {
  const { segments, query } = address.value;
  const [, name] = segments;
  if (name === undefined && query.get('view') !== 'edit') return <StoryboardList />;
  return <StoryboardEditor key={name} name={name} />;
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
    <Shown read={useCall('/show')}>
      {({ show, storyboards }) => (
        <>
          {show !== null && <NowPlaying {...show} />}
          <List of={storyboards} class="storyboards">
            {({ name, title, summary, minutes, steps, chapters }) => (
              <Card
                class="storyboard-card"
                title={
                  <a data-row href={link('director', name)}>
                    {title}
                  </a>
                }
                actions={<PlayStoryboard name={name} title={title} />}
              >
                <p dir="auto">{summary}</p>
                <Note>
                  {minutes !== null && `${String(minutes)} min, `}
                  {countWords(steps, 'step')}: {chapters.join(', ')}
                </Note>
              </Card>
            )}
          </List>
        </>
      )}
    </Shown>
    {session.value?.server.maySelectSandbox === true && <InviteAudience />}
  </Page>
);

/** The show of this sandbox, with its two windows. */
const NowPlaying = ({ title, played, steps, status, current }: Show) => (
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
      {current !== null && `: ${current.title}`}
    </Note>
  </Card>
);

/** A link with which others watch this sandbox, on machines of their own. */
const InviteAudience = () => {
  const made = useSignal<NewVisitorLink>();
  const sandbox = shownSandbox();
  if (sandbox === '') return null;
  const invite = async () => {
    made.value = await call('POST', '/visitor-links', {
      body: {
        name: 'Audience',
        start: { sandbox },
        uses: 'many',
        copies: 'shared',
        permission: 'watch',
        expiresIn: 'P1D',
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

/** Begins a storyboard, and becomes the presenter's window. */
const PlayStoryboard = ({ name, title }: { readonly name: string; readonly title: string }) => (
  <Button
    changes
    kind="primary"
    icon="play"
    small
    label={`Play ${title}`}
    ask={{
      title: `Play “${title}”?`,
      text: 'The sandbox is reset to the beginning of the storyboard, and its clock is frozen. This window becomes yours; open another one for the audience.',
      verb: 'Reset and play',
    }}
    onClick={async () => {
      await call('PUT', '/show', { body: { storyboard: name } });
      go(link('presenter'));
    }}
  >
    Play
  </Button>
);
