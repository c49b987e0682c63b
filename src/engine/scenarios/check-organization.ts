import type { Contract } from '../contract/contract.ts';
import type { DiagnosticList } from '../../kernel/diagnostic.ts';
import { checkName } from '../matching/nearest.ts';
import type { OrganizationFile } from '../../generated/scenario-file.ts';

/** Capabilities and tiers must be defined in the description. */
export const checkOrganization = (
  { capabilities = {}, rateLimitTier }: OrganizationFile,
  contract: Contract,
  diagnostics: DiagnosticList,
): void => {
  const known = capabilitiesOf(contract);
  for (const name of Object.keys(capabilities))
    checkName('there is no capability', name, known, diagnostics.at('capabilities', name).addKey);
  if (rateLimitTier !== undefined)
    checkName('there is no tier', rateLimitTier, contract.rateLimits.tiers.keys(), diagnostics.at('rateLimitTier').add);
};

const capabilitiesOf = ({ operations }: Contract): readonly string[] => [
  ...new Set(
    operations.flatMap(({ requiredCapabilities }) => requiredCapabilities.map(({ capability }) => capability)),
  ),
];
