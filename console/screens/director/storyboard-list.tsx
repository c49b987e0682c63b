import type { NewVisitorLink, StoryboardSummary } from '../../../src/generated/control-schemas.ts';
import { useSignal } from '@preact/signals';
import { link, address } from '../../address/address.ts';
import { Badge } from '../../kit/badge.tsx';
import { Button } from '../../kit/button.tsx';
import { Card } from '../../kit/card.tsx';
import { Page } from '../../kit/page.tsx';
import { Shown } from '../../kit/shown.tsx';
import { call } from '../../server/call.ts';
import { session, isWatching } from '../../server/session-state.ts';
import { useCall } from '../../server/use-call.ts';
import { MadeLink } from '../visitors/made-link.tsx';
import { PlayStoryboard } from './play-storyboard.tsx';
import { RecordStoryboard } from './record-storyboard.tsx';
import { currentShow, useShow } from './show.ts';


/** What can be played, and what is. */
export const StoryboardList = () => {
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

const OneCard = ({ of: { name, title, summary, minutes, steps, chapters, origin } }: { readonly of: StoryboardSummary }) => (
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
