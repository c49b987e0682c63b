import { useSignal } from '@preact/signals';
import type { Show } from '../../../src/generated/control-schemas.ts';
import {
  type Answer,
  Badge,
  Button,
  Card,
  List,
  Note,
  Page,
  Shown,
  address,
  call,
  countWords,
  go,
  isWatching,
  link,
  readFile,
  saveFile,
  sendYaml,
  session,
  set,
  shownSandbox,
  toRefused,
  toUrl,
  useCall,
  wallNow,
} from '../../kit/kit.ts';
import { FileEditor, draftKey } from '../scenarios/file-editor.tsx';
import { MadeLink } from '../visitors/visitors-screen.tsx';

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
          {show && <NowPlaying {...show} />}
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
                  {minutes !== null && `${minutes} min, `}
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
      <>
        {title}
        <Badge tone={status === 'failed' ? 'bad' : 'ok'}>{status === 'finished' ? 'Finished' : 'Playing'}</Badge>
      </>
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
      {current && `: ${current.title}`}
    </Note>
  </Card>
);

/** A link with which others watch this sandbox, on machines of their own. */
const InviteAudience = () => {
  const made = useSignal<Answer<'POST /visitor-links'>>();
  const sandbox = shownSandbox();
  if (sandbox === '') return null;
  const invite = async () => {
    made.value = await call('POST /visitor-links', {
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
      {made.value && <MadeLink made={made.value} onClose={set(made, undefined)} />}
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
      await call('PUT /show', { body: { storyboard: name } });
      go(link('presenter'));
    }}
  >
    Play
  </Button>
);

const toFirst = (today: string): string => `storyboard: a-first-order
title: A first order
clock: ${today}T08:30:00Z
chapters:
  - title: The client
    steps:
      - title: Who we are
        sentence: The API says who the client is and for whom it may act.
        look: traffic
        notes: Open the request.
        actions:
          - call: getOrganization
`;

/** An editor for a storyboard of one's own, a copy of one of a file, or one from this machine. The server keeps none. */
const StoryboardEditor = ({ name }: { readonly name: string | undefined }) => {
  const read = async (): Promise<string> => {
    if (name === undefined) return toFirst(new Date(wallNow.value).toISOString().slice(0, 10));
    const { storyboards } = await call('GET /show', { query: { storyboard: name } });
    return storyboards[0]?.text ?? '';
  };
  return (
    <FileEditor
      kind="storyboard"
      name={name}
      read={read}
      actions={({ text, isValid, refuse }) => (
        <>
          <Button
            changes
            kind="primary"
            icon="play"
            disabled={!isValid}
            title="Resets the sandbox to the beginning of the storyboard"
            onClick={async () => {
              try {
                await sendYaml('PUT', '/show', text);
                go(link('presenter'));
              } catch (error) {
                const found = toRefused(error).errors?.flatMap(toDiagnostic) ?? [];
                if (found.length === 0) throw error;
                refuse(found);
              }
            }}
          >
            Play
          </Button>
          <Button onClick={() => saveFile(new Blob([text], { type: 'application/yaml' }), toFileName(text))}>
            Save to a file
          </Button>
        </>
      )}
    />
  );
};

/** An error in a file, which is at `line:column`. */
const toDiagnostic = ({ field, message }: { readonly field: string; readonly message: string }) => {
  const [, line, column] = /^(\d+):(\d+)$/.exec(field) ?? [];
  return line === undefined ? [] : [{ line: Number(line), column: Number(column), message }];
};

const toFileName = (text: string): string => `${/^storyboard: *([a-z0-9-]+)/m.exec(text)?.[1] ?? 'storyboard'}.yaml`;

/** Writes what was just done as a storyboard, and opens it in the editor. */
const RecordStoryboard = () => (
  <Button
    changes
    title="A storyboard of the calls since the last reset, one step for each"
    onClick={async () => {
      const file = await readFile(toUrl('/capsule', { query: { format: 'storyboard' } }));
      sessionStorage.setItem(draftKey('storyboard', undefined), await file.text());
      go(link('director', { view: 'edit' }));
    }}
  >
    Record what was done
  </Button>
);
