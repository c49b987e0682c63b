import type { Stage } from '../proof.ts';
import type { Tenant } from './tenant.ts';
import { toEnd } from './traffic.ts';

/**
 * Changes a buyer again and again, one version after the other, and reads it after each: a server that wrote what it had
 * begun long ago, or showed an old copy, would turn it back. Resolves with the number of versions.
 */
export const changeBuyer = async (tenant: Tenant, isOver: () => boolean, expect: Stage['expect']): Promise<number> => {
  const path = `/v1/partners/${tenant.seller}/buyers/${tenant.buyer}`;
  for (let version = 1; ; version++) {
    const companyName = `Version ${String(version)}`;
    const key = `version-${String(version)}`;
    const changed = await tenant.untilAnswered({ method: 'PATCH', path, key, body: { companyName } });
    expect(changed.status === 200, `the buyer's version ${String(version)} was answered ${toEnd(changed)}`);
    const read = await tenant.untilAnswered({ method: 'GET', path });
    const shown = read.status === 200 ? (JSON.parse(read.text) as { readonly companyName: string }).companyName : '';
    expect(shown === companyName, `the buyer's version ${String(version)} was read as "${shown || toEnd(read)}"`);
    if (isOver()) return version;
  }
};
