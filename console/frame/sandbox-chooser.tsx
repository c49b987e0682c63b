import { address, setQuery } from '../address/address.ts';
import { session } from '../server/session-state.ts';
import { useCall } from '../server/use-call.ts';

/** Which sandbox the console shows: the operator chooses, and so does everybody at a local server. */
export const SandboxChooser = () => {
  const who = session.value;
  if (who.kind === 'client') return <span class="sandbox-name clip">{who.sandbox}</span>;
  return <Choice isLocal={who.kind === 'local'} />;
};

const MOST = 100;

const Choice = ({ isLocal }: { readonly isLocal: boolean }) => {
  const { value } = useCall('/sandboxes', { query: { limit: MOST } }).value;
  const chosen = address.value.query.get('sandbox') ?? '';
  const sandboxes = value?.data ?? [];
  if (isLocal && sandboxes.length <= 1) return <span class="sandbox-name clip">{sandboxes[0]?.id ?? ''}</span>;
  return (
    <label class="filter sandbox-choice">
      <span class="unseen">Sandbox</span>
      <select
        value={chosen}
        onChange={({ currentTarget }) => {
          setQuery({ sandbox: currentTarget.value }, { replace: false });
        }}
      >
        {!isLocal && chosen === '' && <option value="">Choose a sandbox</option>}
        {isLocal && <option value="">{sandboxes[0]?.id ?? 'Sandbox'}</option>}
        {sandboxes.slice(isLocal ? 1 : 0).map(({ id, name }) => (
          <option key={id} value={id}>
            {id === name ? id : `${id}: ${name}`}
          </option>
        ))}
      </select>
    </label>
  );
};
