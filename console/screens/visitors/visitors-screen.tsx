import type { VisitorLink } from '../../../src/generated/control-schemas.ts';
import {
  Badge,
  Button,
  type Column,
  EmptyState,
  Page,
  Resource,
  Time,
  type Tone,
  confirmDialog,
  showToast,
} from '../../kit/kit.ts';
import { link } from '../../server/address.ts';
import { call } from '../../server/call.ts';
import { session } from '../../server/session-state.ts';
import { useCall } from '../../server/use-call.ts';
import { NewLink, describeStart } from './new-link.tsx';

/** The operator's page: links that give a visitor a sandbox. */
export default () =>
  session.value?.server.maySelectSandbox === true ? (
    <Links />
  ) : (
    <EmptyState icon="visitors" title="This screen is the operator’s">
      <p>Sign in with the operator’s token to invite visitors.</p>
    </EmptyState>
  );

const Links = () => {
  const links = useCall('/visitor-links', { query: { limit: 100 } }, ['state']);
  return (
    <Page
      title="Visitors"
      intro="A link gives a visitor a living sandbox in two clicks. No secret changes hands but the link itself."
      actions={<NewLink onMade={links.again} />}
    >
      <Resource
        read={links}
        what={['visitor link', 'visitor links']}
        none={
          <EmptyState icon="visitors" title="Nobody is invited yet">
            <p>
              Make a link above, or with <code>vatmock visitors</code>, and send it. Here you see who came, extend it,
              and revoke it.
            </p>
          </EmptyState>
        }
        table={{ id: ({ id }) => id, columns: columnsOf(links.again) }}
      />
    </Page>
  );
};

const TONES: Readonly<Record<VisitorLink['state'], Tone>> = {
  open: 'ok',
  used: 'quiet',
  expired: 'warn',
  revoked: 'bad',
};

const STATES = { open: 'Open', used: 'Used', expired: 'Expired', revoked: 'Revoked' } as const;

const columnsOf = (again: () => void): readonly Column<VisitorLink>[] => [
  {
    title: 'For',
    cell: ({ name, note }) => (
      <div class="visitor-link">
        <b>{name}</b>
        {note !== '' && <p class="small muted">{note}</p>}
      </div>
    ),
  },
  { title: 'State', cell: ({ state }) => <Badge tone={TONES[state]}>{STATES[state]}</Badge> },
  { title: 'Begins with', cell: ({ start }) => describeStart(start) },
  {
    title: 'Admits',
    cell: ({ uses, copies, permission }) =>
      `${uses === 'once' ? 'one visitor' : 'many'}${copies === 'shared' ? ', one sandbox for all' : ''}${permission === 'watch' ? ', to watch' : ''}`,
  },
  {
    title: 'Came',
    cell: ({ useCount, lastUsedAt }) => (
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
  },
  {
    title: 'Ends',
    cell: ({ expiresAt, state }) => (state === 'revoked' ? '' : <Time at={expiresAt} on="wall" />),
  },
  { title: 'Sandboxes', cell: ({ sandboxes }) => <Sandboxes ids={sandboxes} /> },
  { title: 'Change', cell: (each) => <Change link={each} again={again} /> },
];

const SHOWN = 3;

const Sandboxes = ({ ids }: { readonly ids: readonly string[] }) =>
  ids.length > 0 && (
    <span class="row">
      {ids.slice(-SHOWN).map((id) => (
        <a key={id} class="small" href={link('orders', { sandbox: id })}>
          {id}
        </a>
      ))}
      {ids.length > SHOWN && <span class="small muted">and {ids.length - SHOWN} more</span>}
    </span>
  );

const Change = ({ link: { id, name, state }, again }: { readonly link: VisitorLink; readonly again: () => void }) => {
  if (state === 'revoked') return null;
  const extend = async (): Promise<void> => {
    await call('PATCH', '/visitor-links/{id}', { path: { id }, body: { expiresIn: 'P7D' } });
    showToast(`“${name}” admits visitors for a week from now.`);
    again();
  };
  const revoke = async (): Promise<void> => {
    const isSure = await confirmDialog({
      title: `Revoke “${name}”?`,
      text: 'It admits no visitor from now on, and those who came by it are signed out at once. Their sandboxes stay until they expire, for you.',
      verb: 'Revoke the link',
      danger: true,
    });
    if (!isSure) return;
    await call('DELETE', '/visitor-links/{id}', { path: { id } });
    showToast(`“${name}” is revoked.`);
    again();
  };
  return (
    <span class="row">
      {state !== 'used' && (
        <Button changes small label={`One week more for ${name}`} onClick={extend}>
          One week more
        </Button>
      )}
      <Button changes small kind="danger" label={`Revoke ${name}`} onClick={revoke}>
        Revoke
      </Button>
    </span>
  );
};
