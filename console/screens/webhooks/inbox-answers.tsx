import { useSignal } from '@preact/signals';
import { Button } from '../../kit/button.tsx';
import { showToast } from '../../kit/toast.tsx';
import { call } from '../../server/call.ts';

type Answer = number | 'timeout' | 'reset';

/** What the inbox answers next: to see retries without a failing program. */
export const InboxAnswers = ({
  name,
  answers,
  onChange,
}: {
  readonly name: string;
  readonly answers: readonly Answer[];
  readonly onChange: () => void;
}) => {
  const typed = useSignal<string | undefined>(undefined);
  const shown = typed.value ?? answers.join(', ');
  const save = async (): Promise<void> => {
    const wanted = shown
      .split(/[\s,]+/)
      .filter(Boolean)
      .map((word) => (/^\d+$/.test(word) ? Number(word) : word)) as Answer[];
    await call('PUT', '/inbox/{name}', { path: { name }, body: { answers: wanted } });
    typed.value = undefined;
    showToast(wanted.length === 0 ? 'It answers 200.' : `It answers ${wanted.join(', ')}, and repeats the last one.`);
    onChange();
  };
  return (
    <form
      class="row signature-secret"
      onSubmit={(event) => {
        event.preventDefault();
      }}
    >
      <label class="field">
        <span>Next responses (statuses, timeout, reset; the last one repeats)</span>
        <input
          type="text"
          placeholder="200"
          value={shown}
          onInput={({ currentTarget }) => {
            typed.value = currentTarget.value;
          }}
        />
      </label>
      <Button changes type="submit" disabled={typed.value === undefined} onClick={save}>
        Set responses
      </Button>
    </form>
  );
};
