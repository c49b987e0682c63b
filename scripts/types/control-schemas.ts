// Every schema of spec/admin.yaml as a type. They stand alone, so that the types of the package can be read without those of
// the whole control API, and every room can say what it answers without a type of its own.
import { astToString } from 'openapi-typescript';
import ts from 'typescript';

/** The schemas that programs know by another name. */
const NAMES: Readonly<Record<string, string>> = {
  Scenario: 'ScenarioStatus',
  Verdict: 'ExpectationVerdict',
  CountedRequest: 'RequestSummary',
  CountedEvent: 'EventSummary',
  Coverage: 'CoverageReport',
  Share: 'CoverageShare',
  MetList: 'CoverageCounts',
};

const nameOf = (schema: string): string => NAMES[schema] ?? schema;

const nameIn = ({ name }: ts.TypeElement): string =>
  name !== undefined && (ts.isIdentifier(name) || ts.isStringLiteral(name)) ? name.text : '';

const typeOf = (members: readonly ts.TypeElement[], name: string): ts.TypeNode => {
  const found = members.filter(ts.isPropertySignature).find((member) => nameIn(member) === name);
  if (found?.type === undefined) throw new Error(`scripts/types/control-schemas.ts: there is no type ${name}`);
  return found.type;
};

const membersOf = (type: ts.TypeNode): readonly ts.TypeElement[] => (ts.isTypeLiteralNode(type) ? type.members : []);

/** The component schemas among the types of a description, each as a type that stands alone. */
export const schemasOf = (nodes: readonly ts.Node[], name: (schema: string) => string): string => {
  const components = nodes.filter(ts.isInterfaceDeclaration).find((one) => one.name.text === 'components');
  const exported = [ts.factory.createToken(ts.SyntaxKind.ExportKeyword)];
  const declarations = membersOf(typeOf(components?.members ?? [], 'schemas'))
    .filter(ts.isPropertySignature)
    .map((member) => {
      const own = name(nameIn(member));
      const type = member.type ?? ts.factory.createKeywordTypeNode(ts.SyntaxKind.UnknownKeyword);
      return ts.isTypeLiteralNode(type)
        ? ts.factory.createInterfaceDeclaration(exported, own, undefined, undefined, type.members)
        : ts.factory.createTypeAliasDeclaration(exported, own, undefined, type);
    });
  return astToString(declarations)
    .replaceAll(/components\["schemas"\]\["(\w+)"\]/g, (_all, schema: string) => name(schema))
    .replaceAll(/^ *\/\*\* @enum \{unknown\} \*\/\n/gm, '')
    .replaceAll('@description ', '');
};

/** `nodes` are all types of the control API. */
export const controlSchemas = (nodes: readonly ts.Node[]): string => schemasOf(nodes, nameOf);
