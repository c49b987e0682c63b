import type { VisitorLink } from '../../../src/generated/control-schemas.ts';
import { link } from '../../address/address.ts';
import { ask } from '../../kit/ask.tsx';
import { Badge, type Tone } from '../../kit/badge.tsx';
import { Button } from '../../kit/button.tsx';
import { Card } from '../../kit/card.tsx';
import { Table } from '../../kit/table.tsx';
import { Time } from '../../kit/time.tsx';
import { showToast } from '../../kit/toast.tsx';
import { call } from '../../server/call.ts';
import { describeStart } from './describe-start.ts';


const TONES: Readonly<Record<VisitorLink['state'], Tone>> = {
  open: 'ok',
  used: 'quiet',
  expired: 'warn',
  revoked: 'bad',
};

const STATES = { open: 'Open', used: 'Used', expired: 'Expired', revoked: 'Revoked' } as const;

export const LinkTable = ({ links, again }: { readonly links: readonly VisitorLink[]; readonly again: () => void }) => (
  <Card flush>
    <Table
      caption="Visitor links"
      rows={links}
      id={({ id }) => id}
      columns={[
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
      ]}
    />
  </Card>
);

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
    const isSure = await ask({
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
