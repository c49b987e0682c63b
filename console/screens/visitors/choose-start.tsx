import type { VisitorStart } from '../../../src/generated/control-schemas.ts';
import { useCall } from '../../server/use-call.ts';
import { describeStart } from './describe-start.ts';


/** What the visitor's sandbox begins with: the initial data, a persona, a storyboard, or a snapshot of this sandbox. */
export const ChooseStart = ({
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
