import { useSignal } from '@preact/signals';
import type { VisitorLink, VisitorLinkCreate, VisitorStart } from '../../../src/generated/control-schemas.ts';
import {
  type Answer,
  Button,
  type Column,
  CopyButton,
  Dialog,
  EmptyState,
  ErrorPanel,
  type Field,
  Fields,
  FormDialog,
  Note,
  OpensDialog,
  Page,
  Resource,
  State,
  Time,
  call,
  link,
  recordsScreen,
  shownSandbox,
  useAttempt,
  useCall,
} from '../../kit/kit.ts';

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
          Make a link above, and send it. Here you see who came, extend it, and revoke it.
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
        {lastUsedAt && (
          <span class="small muted visitors-whole">
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
        <a key={id} class="small visitors-whole" href={link(recordsScreen(), { sandbox: id })}>
          {id}
        </a>
      ))}
      {ids.length > SHOWN && <span class="small muted">and {ids.length - SHOWN} more</span>}
    </span>
  );

const Change = ({ id, name, state }: VisitorLink) => {
  if (state === 'revoked') return null;
  const extend = async () => {
    await call('PATCH /visitor-links/{id}', { path: { id }, body: { expiresIn: 'P7D' } });
    return `“${name}” admits visitors for a week from now.`;
  };
  const revoke = async () => {
    await call('DELETE /visitor-links/{id}', { path: { id } });
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

/** In the words of the form. */
const FIELDS: readonly Field<Exclude<keyof VisitorLinkCreate, 'start'>>[] = [
  {
    name: 'name',
    label: 'Who or what it is for',
    hint: 'The visitor sees it.',
    maxLength: 100,
    placeholder: 'Spring demo',
  },
  { name: 'note', label: 'Note for yourself', maxLength: 500 },
];

const TERMS: typeof FIELDS = [
  {
    name: 'expiresIn',
    label: 'It admits visitors for',
    usual: 'P7D',
    choices: [
      ['PT1H', '1 hour'],
      ['P1D', '1 day'],
      ['P3D', '3 days'],
      ['P7D', '7 days'],
      ['P14D', '14 days'],
      ['P30D', '30 days'],
    ],
  },
  {
    name: 'uses',
    label: 'It works',
    choices: [
      ['once', 'once'],
      ['many', 'any number of times'],
    ],
  },
  {
    name: 'copies',
    label: 'Each visitor gets',
    choices: [
      ['own', 'a sandbox of its own'],
      ['shared', 'the same sandbox as all others'],
    ],
  },
  {
    name: 'permission',
    label: 'The visitor may',
    choices: [
      ['everything', 'do everything in the sandbox'],
      ['watch', 'only watch'],
    ],
  },
];

/** The form of a visitor link, and then the link, which is shown once. */
const NewLink = () => (
  <OpensDialog changes kind="primary" words="Invite a visitor">
    {(close) => <LinkForm onClose={close} />}
  </OpensDialog>
);

const LinkForm = ({ onClose }: { readonly onClose: () => void }) => {
  const made = useSignal<Answer<'POST /visitor-links'>>();
  const written = useSignal<Readonly<Record<string, string>>>({ name: '', start: 'The initial data' });
  const { refused, attempt } = useAttempt();
  const starts = useStarts(shownSandbox() || undefined);
  const name = written.value['name']?.trim() ?? '';
  const make = () =>
    attempt(async () => {
      const start = starts.find(([words]) => words === written.value['start'])?.[1] ?? 'fixtures';
      const body = { expiresIn: 'P7D', ...written.value, name, start };
      made.value = await call('POST /visitor-links', { body });
    });
  if (made.value !== undefined) return <MadeLink made={made.value} onClose={onClose} />;
  return (
    <FormDialog
      wide
      title="Invite a visitor"
      verb="Make the link"
      disabled={name === ''}
      onClose={onClose}
      onSubmit={make}
    >
      <div class="new-link">
        <Fields
          of={written}
          fields={[
            ...FIELDS,
            {
              name: 'start',
              label: 'The sandbox begins with',
              choices: starts.map(([words]) => words),
            },
            ...TERMS,
          ]}
        />
        {refused.value && <ErrorPanel refused={refused.value} />}
      </div>
    </FormDialog>
  );
};

/** What a visitor's sandbox may begin with: the initial data, a persona, a storyboard, or a snapshot of this sandbox. */
const useStarts = (sandbox: string | undefined): readonly (readonly [words: string, start: VisitorStart])[] => {
  // They are the same in every sandbox; an operator who has not chosen one looks at the first.
  const sandboxes = useCall('/sandboxes', sandbox === undefined ? { query: { limit: 1 } } : null);
  const any = sandbox ?? sandboxes.value?.data[0]?.id;
  const of = any === undefined ? null : { query: { sandbox: any } };
  const storyboards = useCall('/show', of).value?.storyboards ?? [];
  const snapshots = useCall('/state/snapshots', of).value?.data ?? [];
  return [
    ['The initial data', 'fixtures'],
    ...snapshots.flatMap(({ name, persona }) =>
      !persona ? [] : [[`Persona: ${persona.title}`, { snapshot: name }] as const],
    ),
    ...storyboards.map(({ name, title }) => [`Storyboard: ${title}`, { storyboard: name }] as const),
    ...snapshots.flatMap(({ name, persona }) =>
      sandbox === undefined || persona
        ? []
        : [[`Snapshot of ${sandbox}: ${name}`, { snapshot: { sandbox, snapshot: name } }] as const],
    ),
  ];
};

/** The link, shown only now: the server keeps no secret that it could show again. */
export const MadeLink = ({
  made: { url, name },
  onClose,
}: {
  readonly made: Answer<'POST /visitor-links'>;
  readonly onClose: () => void;
}) => (
  <Dialog
    title={`The link for “${name}”`}
    onClose={onClose}
    actions={
      <>
        <Button onClick={onClose}>Done</Button>
        <CopyButton text={url} what="the link" words="Copy the link" primary />
      </>
    }
  >
    <code class="made-link">{url}</code>
    <p>Copy it now: it is not shown again. Send it to the visitor only. To take it back, revoke it in the list.</p>
  </Dialog>
);

/** What a visitor's sandbox begins with. */
const describeStart = (start: VisitorStart): string => {
  if (start === 'fixtures') return 'initial data';
  if ('storyboard' in start) return `storyboard ${start.storyboard}`;
  if ('sandbox' in start) return `sandbox ${start.sandbox}, as it is`;
  const { snapshot } = start;
  return typeof snapshot === 'string' ? `persona ${snapshot}` : `snapshot ${snapshot.snapshot} of ${snapshot.sandbox}`;
};
