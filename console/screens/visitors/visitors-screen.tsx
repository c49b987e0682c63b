import type { VisitorLink } from '../../../src/generated/control-schemas.ts';
import {
  Button,
  type Column,
  EmptyState,
  Page,
  Resource,
  State,
  Time,
  call,
  link,
  recordsScreen,
  useCall,
  Note,
} from '../../kit/kit.ts';
import { NewLink, describeStart } from './new-link.tsx';

/** The operator's page: links that give a visitor a sandbox. */
export default () => (
  <Page
    title="Visitors"
    intro="A link gives a visitor a living sandbox in two clicks. No secret changes hands but the link itself."
    actions={<NewLink />}
  >
    <Resource
      read={useCall('/visitor-links', { query: { limit: 100 } })}
      what={['visitor link', 'visitor links']}
      none={
        <EmptyState icon="visitors" title="Nobody is invited yet">
          Make a link above, or with <code>vatmock visitors</code>, and send it. Here you see who came, extend it, and
          revoke it.
        </EmptyState>
      }
      table={{ columns: COLUMNS }}
    />
  </Page>
);

const COLUMNS: readonly Column<VisitorLink>[] = [
  [
    'For',
    ({ name, note }) => (
      <div class="visitor-link">
        <b>{name}</b>
        {note !== '' && <Note>{note}</Note>}
      </div>
    ),
  ],
  ['State', ({ state }) => <State of={state} />],
  ['Begins with', ({ start }) => describeStart(start)],
  [
    'Admits',
    ({ uses, copies, permission }) =>
      `${uses === 'once' ? 'one visitor' : 'many'}${copies === 'shared' ? ', one sandbox for all' : ''}${permission === 'watch' ? ', to watch' : ''}`,
  ],
  [
    'Came',
    ({ useCount, lastUsedAt }) => (
      <span>
        {useCount}
        {lastUsedAt !== null && (
          <span class="small muted visitor-link-last">
            {' '}
            <Time at={lastUsedAt} on="wall" />
          </span>
        )}
      </span>
    ),
  ],
  ['Ends', ({ expiresAt, state }) => (state === 'revoked' ? '' : <Time at={expiresAt} on="wall" />)],
  ['Sandboxes', ({ sandboxes }) => <Sandboxes ids={sandboxes} />],
  ['Change', (each) => <Change {...each} />],
];

const SHOWN = 3;

const Sandboxes = ({ ids }: { readonly ids: readonly string[] }) =>
  ids.length > 0 && (
    <span class="row">
      {ids.slice(-SHOWN).map((id) => (
        <a key={id} class="small" href={link(recordsScreen(), { sandbox: id })}>
          {id}
        </a>
      ))}
      {ids.length > SHOWN && <span class="small muted">and {ids.length - SHOWN} more</span>}
    </span>
  );

const Change = ({ id, name, state }: VisitorLink) => {
  if (state === 'revoked') return null;
  const extend = async () => {
    await call('PATCH', '/visitor-links/{id}', { path: { id }, body: { expiresIn: 'P7D' } });
    return `“${name}” admits visitors for a week from now.`;
  };
  const revoke = async () => {
    await call('DELETE', '/visitor-links/{id}', { path: { id } });
    return `“${name}” is revoked.`;
  };
  return (
    <span class="row">
      {state !== 'used' && (
        <Button changes small label={`One week more for ${name}`} onClick={extend}>
          One week more
        </Button>
      )}
      <Button
        changes
        small
        kind="danger"
        label={`Revoke ${name}`}
        ask={{
          title: `Revoke “${name}”?`,
          text: 'It admits no visitor from now on, and those who came by it are signed out at once. Their sandboxes stay until they expire, for you.',
          verb: 'Revoke the link',
        }}
        onClick={revoke}
      >
        Revoke
      </Button>
    </span>
  );
};
