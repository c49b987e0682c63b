import { writeFile } from 'node:fs/promises';
import { packageJson } from '../../src/edges/files/package-files.ts';
import type { BundledPackage, Identified } from './bundled-packages.ts';

/** What scanners look a package up by (https://github.com/package-url/purl-spec). */
const purlOf = ({ name, version }: Identified): string => `pkg:npm/${name.replace('@', '%40')}@${version}`;

const refOf = ({ name, version }: Identified): string => `${name}@${version}`;

const componentOf = (bundled: BundledPackage): object => {
  const { name, version, license, isOnNpm } = bundled;
  const [, group, shortName = name] = /^(@[^/]+)\/(.*)$/.exec(name) ?? [];
  return {
    type: isOnNpm ? 'library' : 'data',
    'bom-ref': refOf(bundled),
    ...(group === undefined ? {} : { group }),
    name: shortName,
    version,
    licenses: [{ license: { id: license } }],
    ...(isOnNpm ? { purl: purlOf(bundled) } : {}),
  };
};

/**
 * Writes the software bill of materials of what is published, in CycloneDX 1.6. `npm sbom` would list all that the package is
 * developed with, and could not tell what is bundled. The same packages make the same file: it has no time and no serial number.
 */
export const writeSbom = async (packages: readonly BundledPackage[], file: string): Promise<void> => {
  const ours = packageJson('package.json') as Identified & Record<'description' | 'license', string>;
  const { name, version, description, license } = ours;
  const sbom = {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      lifecycles: [{ phase: 'build' }],
      component: {
        type: 'application',
        'bom-ref': refOf(ours),
        name,
        version,
        description,
        licenses: [{ license: { id: license } }],
        purl: purlOf(ours),
      },
    },
    components: packages.map(componentOf),
    dependencies: [
      { ref: refOf(ours), dependsOn: packages.filter(({ isDirect }) => isDirect).map(refOf) },
      ...packages.map((each) => ({ ref: refOf(each), dependsOn: each.uses.map(refOf).sort() })),
    ],
  };
  await writeFile(file, `${JSON.stringify(sbom, undefined, 2)}\n`);
};
