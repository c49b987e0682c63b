import type { Engine } from '../engine/create-engine.ts';
import { locateDiagnostics } from '../engine/contract/locate.ts';
import { TOKEN_PATH } from '../identity/realm.ts';
import { toConfiguredReceiver } from '../control/webhooks/configured-endpoint.ts';
import type { Identity } from './identity.ts';
import type { ServerFacts } from './mock.ts';
import type { RuntimeContext } from './runtime-context.ts';

/** What a listening server says of itself. */
export const toServerFacts = async (
  runtime: RuntimeContext,
  { identity, api }: { readonly identity: Identity | undefined; readonly api: Engine },
): Promise<Omit<ServerFacts, 'close' | 'metricsUrl'>> => {
  const { contract, address } = runtime;
  const url = address.url();
  return {
    url,
    baseUrl: url + contract.basePath,
    tokenUrl: identity === undefined ? undefined : url + TOKEN_PATH,
    webhookSecret: toConfiguredReceiver(runtime)?.secret,
    contract,
    findings: await locateDiagnostics(contract.file, api.findings, contract),
  };
};
