import { address, setQuery } from '../address/address.ts';
import { session } from '../server/session-state.ts';
import { useCall } from '../server/use-call.ts';

/** Which sandbox the console shows: the operator chooses, and so does everybody at a local server. */
export const SandboxChooser = () => {
  const who = session.value;
  if (who === undefined) return null;
  if (who.server.maySelectSandbox) return <Choice usual={who.sandbox} />;
  return (
    <span class="sandbox-name clip" title={who.sandbox}>
      {who.link?.name ?? who.sandbox}
    </span>
  );
};

const MOST = 100;

const Choice = ({ usual }: { readonly usual: string | undefined }) => {
  const { value } = useCall('/sandboxes', { query: { limit: MOST } }).value;
  const chosen = address.value.query.get('sandbox') ?? usual ?? '';
  const ids = (value?.data ?? []).map(({ id }) => id);
  // A link may name a sandbox that is not among the first, or that is gone.
  const all = chosen === '' || ids.includes(chosen) ? ids : [chosen, ...ids];
  if (all.length <= 1 && chosen !== '') return <span class="sandbox-name clip">{chosen}</span>;
  return (
    <label class="filter sandbox-choice">
      <select
        aria-label="Sandbox"
        value={chosen}
        onChange={({ currentTarget }) => {
          setQuery({ sandbox: currentTarget.value === usual ? '' : currentTarget.value }, { replace: false });
        }}
      >
        {chosen === '' && <option value="">Choose a sandbox</option>}
        {all.map((id) => (
          <option key={id} value={id}>
            {id}
          </option>
        ))}
      </select>
    </label>
  );
};
