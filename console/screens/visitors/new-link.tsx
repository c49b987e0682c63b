import type { NewVisitorLink, VisitorLinkCreate } from '../../../src/generated/control-schemas.ts';
import { useSignal } from '@preact/signals';
import { address } from '../../address/address.ts';
import { Button } from '../../kit/button.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { ErrorPanel } from '../../kit/error-panel.tsx';
import { call } from '../../server/call.ts';
import { type Refused, toRefused } from '../../server/refusal.ts';
import { session } from '../../server/session-state.ts';
import { ChooseStart } from './choose-start.tsx';
import { MadeLink } from './made-link.tsx';


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

const Form = ({ onClose, onMade }: { readonly onClose: () => void; readonly onMade: (link: NewVisitorLink) => void }) => {
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
