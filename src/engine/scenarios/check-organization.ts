import type { Contract } from '../contract/contract.ts';
import type { DiagnosticList } from '../../kernel/diagnostic.ts';
import { suggest } from '../matching/nearest.ts';
import type { OrganizationFile } from './scenario-file.ts';

/** Capabilities and tiers must be defined in the description. */
export const checkOrganization = (
  { capabilities = {}, rateLimitTier }: OrganizationFile,
  contract: Contract,
  diagnostics: DiagnosticList,
): void => {
  const known = capabilitiesOf(contract);
  for (const name of Object.keys(capabilities))
    if (!known.includes(name))
      diagnostics.at('capabilities', name).addKey(`there is no capability "${name}": ${suggest(name, known)}`);
  const tiers = [...contract.rateLimits.tiers.keys()];
  if (rateLimitTier !== undefined && !tiers.includes(rateLimitTier))
    diagnostics.at('rateLimitTier').add(`there is no tier "${rateLimitTier}": ${suggest(rateLimitTier, tiers)}`);
};

const capabilitiesOf = ({ operations }: Contract): readonly string[] => [
  ...new Set(
    operations.flatMap(({ requiredCapabilities }) => requiredCapabilities.map(({ capability }) => capability)),
  ),
];
