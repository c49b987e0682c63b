import type { Contract } from '../contract/contract.ts';
import { isSchemaObject } from '../contract/walk-schema.ts';
import type { FlawList } from './flaw.ts';
import { suggest } from '../matching/nearest.ts';
import type { OrganizationFile } from './scenario-file.ts';

/** Capabilities and tiers are those that the description knows. */
export const checkOrganization = (
  { capabilities = {}, rateLimitTier }: OrganizationFile,
  contract: Contract,
  flaws: FlawList,
): void => {
  const known = capabilitiesOf(contract);
  for (const name of Object.keys(capabilities))
    if (!known.includes(name))
      flaws.at('capabilities', name).addKey(`there is no capability "${name}": ${suggest(name, known)}`);
  const tiers = Object.keys(toObject(contract.document['x-rate-limit-tiers']));
  if (rateLimitTier !== undefined && !tiers.includes(rateLimitTier))
    flaws.at('rateLimitTier').add(`there is no tier "${rateLimitTier}": ${suggest(rateLimitTier, tiers)}`);
};

const toObject = (value: unknown): object => (isSchemaObject(value) ? value : {});

const capabilitiesOf = ({ operations }: Contract): readonly string[] => [
  ...new Set(
    operations.flatMap(({ extensions }) => {
      const needs = extensions['x-required-capability'];
      const listed = Array.isArray(needs) ? needs.filter(isSchemaObject) : [];
      return listed.map(({ capability }) => capability).filter((name) => typeof name === 'string');
    }),
  ),
];
