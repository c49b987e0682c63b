// Types of what `createMock` returns as the control API does. They stand alone, so that the types of the package can be
// read without those of the whole control API.
import { astToString } from 'openapi-typescript';
import ts from 'typescript';

/** Schemas of spec/admin.yaml, with the names that programs know them by. */
const NAMES: Readonly<Record<string, string>> = {
  Verdict: 'ExpectationVerdict',
  ScenarioReport: 'ScenarioReport',
  ExpectationReport: 'ExpectationReport',
  CountedRequest: 'RequestSummary',
  CountedEvent: 'EventSummary',
  Explanation: 'Explanation',
  Coverage: 'CoverageReport',
  Share: 'CoverageShare',
  MetList: 'CoverageCounts',
};

const missing = (name: string): Error => new Error(`scripts/types/control-answers.ts: there is no type ${name}`);

const typeOf = (members: readonly ts.TypeElement[], name: string): ts.TypeNode => {
  const found = members.filter(ts.isPropertySignature).find((member) => (member.name as ts.Identifier).text === name);
  if (found?.type === undefined) throw missing(name);
  return found.type;
};

const membersOf = (type: ts.TypeNode): readonly ts.TypeElement[] => (ts.isTypeLiteralNode(type) ? type.members : []);

/** `nodes` are all types of the control API. */
export const controlAnswers = (nodes: readonly ts.Node[]): string => {
  const components = nodes.filter(ts.isInterfaceDeclaration).find(({ name }) => name.text === 'components');
  const schemas = membersOf(typeOf(components?.members ?? [], 'schemas'));
  const exported = [ts.factory.createToken(ts.SyntaxKind.ExportKeyword)];
  const declarations = Object.entries(NAMES).map(([schema, name]) => {
    const type = typeOf(schemas, schema);
    return ts.isTypeLiteralNode(type)
      ? ts.factory.createInterfaceDeclaration(exported, name, undefined, undefined, type.members)
      : ts.factory.createTypeAliasDeclaration(exported, name, undefined, type);
  });
  return astToString(declarations)
    .replaceAll(/components\["schemas"\]\["(\w+)"\]/g, (_all, schema: string) => {
      const name = NAMES[schema];
      if (name === undefined) throw missing(schema);
      return name;
    })
    .replaceAll(/^ *\/\*\* @enum \{unknown\} \*\/\n/gm, '')
    .replaceAll('@description ', '');
};
