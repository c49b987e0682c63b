import { findFixtures } from '../../edges/files/find-beside.ts';
import { checkAsyncApi, checkStructure } from '../../engine/contract/check-structure.ts';
import { type Diagnostic, formatDiagnostic, type LocatedDiagnostic } from '../../engine/contract/diagnostic.ts';
import { locateDiagnostics } from '../../engine/contract/locate.ts';
import { createRouter } from '../../engine/routing/router.ts';
import { inferResources } from '../../engine/resources/infer.ts';
import { compileContract, loadContract, loadEvents } from '../../engine/validation/load-contract.ts';

/**
 * The faults of an OpenAPI description, or of several that are served together, a line each.
 *
 * @throws {@link FileError} for fixtures beside them
 */
export const checkDescription = async (
  named: string | readonly string[],
  overlays: readonly string[] = [],
): Promise<string[]> => {
  const contract = await loadContract(named, { trusted: false, examples: Infinity, overlays });
  const router = createRouter(contract.operations);
  const findings = [...contract.findings, ...router.findings, ...inferResources(contract).findings];
  // Compiling reports the same faults again in other words: skips operations that have findings, and whatever encloses
  // or lies inside a finding.
  const reported = new Set(findings.map(({ operationId }) => operationId).filter((id) => id !== undefined));
  const isKnown = ({ pointer, operationId = '' }: Diagnostic): boolean =>
    reported.has(operationId) ||
    findings.some((known) => known.pointer.startsWith(`${pointer}/`) || `${pointer}/`.startsWith(`${known.pointer}/`));
  const mayRepeat = findings.some(({ operationId }) => operationId === undefined);
  const compiled = mayRepeat ? [] : compileContract(contract).filter((finding) => !isKnown(finding));
  const located = await locateDiagnostics(contract.file, [...findings, ...compiled], contract.document);
  // Skips structure errors of the OpenAPI schema at a place that already has a finding, and within it.
  const others: LocatedDiagnostic[] = [];
  for (const { file } of contract.described) {
    const written = contract.described.length > 1 ? undefined : (contract.source ?? contract.document);
    const places = await locateDiagnostics(file, await checkStructure(file, overlays), written);
    const isKnownAt = ({ file: at, pointer }: LocatedDiagnostic): boolean =>
      located.some(
        (known) => known.file === at && (known.pointer.startsWith(pointer) || pointer.startsWith(`${known.pointer}/`)),
      );
    others.push(...places.filter((place) => !isKnownAt(place)));
  }
  const faults = [...located, ...others].map(formatDiagnostic);
  // Only an engine knows whether it can keep a fixture.
  if (faults.length === 0 && findFixtures(contract) !== undefined) {
    const { createMock } = await import('../../composition/create-mock.ts');
    await (await createMock({ spec: named, overlay: overlays.join(), behaviours: 'none' })).close();
  }
  return faults;
};

/** What is kept of the resources of a description, a row each with a line of titles. */
export const tableOfResources = async (
  named: string | readonly string[],
  overlays: readonly string[],
): Promise<readonly (readonly string[])[]> => {
  const { resources } = inferResources(await loadContract(named, { trusted: false, examples: 0, overlays }));
  const rows = resources.map(({ name, id, operations }) => [
    name,
    id?.join('.') ?? '-',
    operations.flatMap((each) => (each.does === 'list' ? (each.list.paging?.parameter ?? []) : []))[0] ?? '-',
    operations.map(({ does, operationId }) => `${does} ${operationId}`).join(', '),
  ]);
  return [['RESOURCE', 'ID', 'PAGES BY', 'OPERATIONS'], ...rows];
};

/** Validates against the AsyncAPI schema, too, which explains faults better than the reader. */
export const checkEvents = async (file: string): Promise<string[]> => {
  const contract = await loadEvents(file);
  const structure = await checkAsyncApi(contract.madeOf?.asyncapi ?? {});
  if (structure.length > 0) return (await locateDiagnostics(file, structure)).map(formatDiagnostic);
  const findings = contract.findings.length > 0 ? contract.findings : compileContract(contract);
  return (await locateDiagnostics(file, findings, contract.document)).map(formatDiagnostic);
};
