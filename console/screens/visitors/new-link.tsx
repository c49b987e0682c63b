import { useSignal } from '@preact/signals';
import type { NewVisitorLink, VisitorLinkCreate, VisitorStart } from '../../../src/generated/control-schemas.ts';
import { Button, CopyButton, Dialog, ErrorPanel } from '../../kit/kit.ts';
import { address } from '../../server/address.ts';
import { type Refused, call, toRefused } from '../../server/call.ts';
import { session } from '../../server/session-state.ts';
import { useCall } from '../../server/use-call.ts';

const FIRST: VisitorLinkCreate = {
  name: '',
  start: 'fixtures',
  expiresIn: 'P7D',
  uses: 'once',
  copies: 'own',
  permission: 'everything',
};

const TERMS: readonly (readonly [duration: string, words: string])[] = [
  ['PT1H', '1 hour'],
  ['P1D', '1 day'],
  ['P3D', '3 days'],
  ['P7D', '7 days'],
  ['P14D', '14 days'],
  ['P30D', '30 days'],
];

const chosenSandbox = (): string | undefined => address.value.query.get('sandbox') ?? session.value?.sandbox;

/** The form of a visitor link, and then the link, which is shown once. */
export const NewLink = ({ onMade }: { readonly onMade: () => void }) => {
  const isOpen = useSignal(false);
  const made = useSignal<NewVisitorLink | undefined>(undefined);
  const close = (): void => {
    isOpen.value = false;
    made.value = undefined;
  };
  return (
    <>
      <Button
        changes
        kind="primary"
        onClick={() => {
          isOpen.value = true;
        }}
      >
        Invite a visitor
      </Button>
      {made.value !== undefined ? (
        <MadeLink made={made.value} onClose={close} />
      ) : (
        isOpen.value && (
          <Form
            onClose={close}
            onMade={(link) => {
              made.value = link;
              onMade();
            }}
          />
        )
      )}
    </>
  );
};

const Form = ({
  onClose,
  onMade,
}: {
  readonly onClose: () => void;
  readonly onMade: (link: NewVisitorLink) => void;
}) => {
  const wish = useSignal(FIRST);
  const refused = useSignal<Refused | undefined>(undefined);
  const set = (change: Partial<VisitorLinkCreate>): void => {
    wish.value = { ...wish.value, ...change };
  };
  const make = async (): Promise<void> => {
    try {
      onMade(await call('POST', '/visitor-links', { body: { ...wish.value, name: wish.value.name.trim() } }));
    } catch (error) {
      refused.value = toRefused(error);
    }
  };
  const { name, note = '', start = 'fixtures', expiresIn, uses, copies, permission } = wish.value;
  return (
    <Dialog
      wide
      title="Invite a visitor"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button changes kind="primary" disabled={name.trim() === ''} onClick={make}>
            Make the link
          </Button>
        </>
      }
    >
      <div class="new-link">
        <label class="field">
          <span>Who or what it is for</span>
          <input
            maxLength={100}
            value={name}
            placeholder="Spring demo"
            onInput={({ currentTarget }) => set({ name: currentTarget.value })}
          />
          <small class="muted">The visitor sees it.</small>
        </label>
        <label class="field">
          <span>Note for yourself</span>
          <input maxLength={500} value={note} onInput={({ currentTarget }) => set({ note: currentTarget.value })} />
        </label>
        <ChooseStart start={start} sandbox={chosenSandbox()} onChange={(next) => set({ start: next })} />
        <Choice
          label="It admits visitors for"
          value={expiresIn ?? 'P7D'}
          choices={TERMS}
          onChange={(value) => set({ expiresIn: value })}
        />
        <Choice
          label="It works"
          value={uses ?? 'once'}
          choices={[
            ['once', 'once'],
            ['many', 'any number of times'],
          ]}
          onChange={(value) => set({ uses: value as 'once' | 'many' })}
        />
        <Choice
          label="Each visitor gets"
          value={copies ?? 'own'}
          choices={[
            ['own', 'a sandbox of its own'],
            ['shared', 'the same sandbox as all others'],
          ]}
          onChange={(value) => set({ copies: value as 'own' | 'shared' })}
        />
        <Choice
          label="The visitor may"
          value={permission ?? 'everything'}
          choices={[
            ['everything', 'do everything in the sandbox'],
            ['watch', 'only watch'],
          ]}
          onChange={(value) => set({ permission: value as 'everything' | 'watch' })}
        />
        {refused.value !== undefined && <ErrorPanel refused={refused.value} />}
      </div>
    </Dialog>
  );
};

const Choice = ({
  label,
  value,
  choices,
  onChange,
}: {
  readonly label: string;
  readonly value: string;
  readonly choices: readonly (readonly [value: string, words: string])[];
  readonly onChange: (value: string) => void;
}) => (
  <label class="field">
    <span>{label}</span>
    <select value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
      {choices.map(([each, words]) => (
        <option key={each} value={each}>
          {words}
        </option>
      ))}
    </select>
  </label>
);

/** What the visitor's sandbox begins with: the initial data, a persona, a storyboard, or a snapshot of this sandbox. */
const ChooseStart = ({
  start,
  sandbox,
  onChange,
}: {
  readonly start: VisitorStart;
  /** Whose snapshots are offered. */
  readonly sandbox: string | undefined;
  readonly onChange: (start: VisitorStart) => void;
}) => {
  // They are the same in every sandbox; an operator who has not chosen one looks at the first.
  const sandboxes = useCall('/sandboxes', sandbox === undefined ? { query: { limit: 1 } } : null);
  const any = sandbox ?? sandboxes.value.value?.data[0]?.id;
  const of = any === undefined ? null : { query: { sandbox: any } };
  const personas = useCall('/personas', of).value.value?.data ?? [];
  const storyboards = useCall('/storyboards', of).value.value?.data ?? [];
  const snapshots = useCall('/state/snapshots', sandbox === undefined ? null : of).value.value?.data ?? [];
  const choices: readonly (readonly [words: string, start: VisitorStart])[] = [
    ['The initial data', 'fixtures'],
    ...personas.map(({ name, title }) => [`Persona: ${title}`, { persona: name }] as const),
    ...storyboards.map(({ name, title }) => [`Storyboard: ${title}`, { storyboard: name }] as const),
    ...(sandbox === undefined
      ? []
      : snapshots.map(
          ({ name }) => [`Snapshot of ${sandbox}: ${name}`, { snapshot: { sandbox, snapshot: name } }] as const,
        )),
  ];
  return (
    <label class="field">
      <span>The sandbox begins with</span>
      <select
        value={describeStart(start)}
        onChange={({ currentTarget }) => {
          const chosen = choices.find(([, each]) => describeStart(each) === currentTarget.value);
          if (chosen !== undefined) onChange(chosen[1]);
        }}
      >
        {choices.map(([words, each]) => (
          <option key={describeStart(each)} value={describeStart(each)}>
            {words}
          </option>
        ))}
      </select>
    </label>
  );
};

/** The link, shown only now: the server keeps no secret that it could show again. */
export const MadeLink = ({
  made: { url, name },
  onClose,
}: {
  readonly made: NewVisitorLink;
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
    <div class="stack">
      <code class="made-link">{url}</code>
      <p>Copy it now: it is not shown again. Send it to the visitor only. To take it back, revoke it in the list.</p>
    </div>
  </Dialog>
);

/** What a visitor's sandbox begins with. */
export const describeStart = (start: VisitorStart): string => {
  if (start === 'fixtures') return 'initial data';
  if ('persona' in start) return `persona ${start.persona}`;
  if ('storyboard' in start) return `storyboard ${start.storyboard}`;
  if ('sandbox' in start) return `sandbox ${start.sandbox}, as it is`;
  return `snapshot ${start.snapshot.snapshot} of ${start.snapshot.sandbox}`;
};
