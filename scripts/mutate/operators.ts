import ts from 'typescript';

/** One small fault that can be switched on. */
export interface Mutant {
  /** From 1, within its file. */
  readonly id: number;
  readonly line: number;
  /** What stands there, on one line. */
  readonly original: string;
  readonly replacement: string;
}

export interface Instrumented {
  readonly code: string;
  readonly mutants: readonly Mutant[];
}

const K = ts.SyntaxKind;

const COMPARISONS: Readonly<Partial<Record<ts.SyntaxKind, readonly string[]>>> = {
  [K.LessThanToken]: ['<=', '>='],
  [K.LessThanEqualsToken]: ['<', '>'],
  [K.GreaterThanToken]: ['>=', '<='],
  [K.GreaterThanEqualsToken]: ['>', '<'],
  [K.EqualsEqualsEqualsToken]: ['!=='],
  [K.ExclamationEqualsEqualsToken]: ['==='],
};

const LOGIC: Readonly<Partial<Record<ts.SyntaxKind, string>>> = {
  [K.AmpersandAmpersandToken]: '||',
  [K.BarBarToken]: '&&',
  [K.QuestionQuestionToken]: '&&',
};

const ARITHMETIC: Readonly<Partial<Record<ts.SyntaxKind, string>>> = {
  [K.PlusToken]: '-',
  [K.MinusToken]: '+',
  [K.AsteriskToken]: '/',
  [K.SlashToken]: '*',
  [K.PercentToken]: '*',
};

const ASSIGNMENTS: Readonly<Partial<Record<ts.SyntaxKind, string>>> = {
  [K.PlusEqualsToken]: '-=',
  [K.MinusEqualsToken]: '+=',
  [K.AsteriskEqualsToken]: '/=',
  [K.SlashEqualsToken]: '*=',
};

const METHODS: Readonly<Record<string, string>> = {
  some: 'every',
  every: 'some',
  startsWith: 'endsWith',
  endsWith: 'startsWith',
  toLowerCase: 'toUpperCase',
  toUpperCase: 'toLowerCase',
  min: 'max',
  max: 'min',
  find: 'findLast',
  findLast: 'find',
  indexOf: 'lastIndexOf',
  lastIndexOf: 'indexOf',
  floor: 'ceil',
  ceil: 'floor',
};

/** Methods that give something of their kind: left out, what they were called on remains. */
const LEFT_OUT = new Set(['filter', 'slice', 'trim', 'sort', 'toSorted', 'reverse', 'toReversed']);

/** Words for people: whether they are good is not for a test to say, which would only repeat them. */
const isProse = (text: string): boolean => /\S\s\S|^\s|\s$/.test(text);

/**
 * Puts every fault of a file into one copy of it, each behind a switch: tests load it once, and not once for each fault.
 * Types stay, so that the copy is stripped as the original is, and lines stay where they were.
 */
export const instrument = (source: string, fileName: string): Instrumented => {
  const file = ts.createSourceFile(fileName, source, ts.ScriptTarget.Latest, true);
  const mutants: Mutant[] = [];
  const textOf = (node: ts.Node): string => source.slice(node.getStart(file), node.end);

  const add = (node: ts.Node, replacement: string): number => {
    const { line } = file.getLineAndCharacterOfPosition(node.getStart(file));
    const id = mutants.length + 1;
    mutants.push({ id, line: line + 1, original: oneLine(textOf(node)), replacement: oneLine(replacement) });
    return id;
  };

  /** A node with the faults inside it. */
  const inside = (node: ts.Node, isKept: (child: ts.Node) => boolean): string => {
    let code = '';
    let position = node.getStart(file);
    ts.forEachChild(node, (child) => {
      const start = child.getStart(file);
      if (start < position || child.end <= start) return;
      code += source.slice(position, start) + (isKept(child) ? textOf(child) : emit(child));
      position = child.end;
    });
    return code + source.slice(position, node.end);
  };

  const emit = (node: ts.Node): string => {
    if (isWithoutFaults(node)) return textOf(node);
    const code = inside(node, (child) => isLeftAlone(node, child));
    if (ts.isStatement(node)) return isRemovable(node) ? `{ if (!__m(${String(add(node, ';'))})) ${code} }` : code;
    if (!isWrappable(node)) return code;
    const replacements = [...new Set(replacementsOf(node, textOf))].filter((text) => text !== textOf(node));
    if (replacements.length === 0) return code;
    const switches = replacements.map((text) => `__m(${String(add(node, text))}) ? (${text}) : `);
    return `(${switches.join('')}(${code}))`;
  };

  const code = file.statements.map((statement) => {
    // Comments between statements keep the lines.
    const before = source.slice(statement.getFullStart(), statement.getStart(file));
    return before + emit(statement);
  });
  const rest = source.slice(file.statements.at(-1)?.end ?? 0);
  return { code: `const __m = globalThis.__mutants.of(${JSON.stringify(fileName)}); ${code.join('')}${rest}`, mutants };
};

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ');

const isWithoutFaults = (node: ts.Node): boolean =>
  ts.isTypeNode(node) ||
  ts.isImportDeclaration(node) ||
  ts.isExportDeclaration(node) ||
  ts.isInterfaceDeclaration(node) ||
  ts.isTypeAliasDeclaration(node) ||
  ts.isTypeParameterDeclaration(node);

/** Names, targets of assignments, and what is loaded. */
const isLeftAlone = (node: ts.Node, child: ts.Node): boolean => {
  if (ts.isBindingElement(node) && child === node.propertyName) return true;
  if (ts.isPropertyAssignment(node) || ts.isBindingElement(node) || ts.isMethodDeclaration(node))
    return child === node.name && !ts.isObjectBindingPattern(child) && !ts.isArrayBindingPattern(child);
  if (ts.isPropertyDeclaration(node) || ts.isGetAccessor(node)) return child === node.name;
  if (ts.isBinaryExpression(node)) return child === node.operatorToken || (isAssignment(node) && child === node.left);
  if (ts.isPrefixUnaryExpression(node)) return isStep(node.operator);
  if (ts.isPostfixUnaryExpression(node) || ts.isDeleteExpression(node)) return true;
  if (ts.isCallExpression(node) && node.expression.kind === K.ImportKeyword) return true;
  return ts.isTaggedTemplateExpression(node) && child === node.template;
};

const isAssignment = ({ operatorToken: { kind } }: ts.BinaryExpression): boolean =>
  kind >= K.FirstAssignment && kind <= K.LastAssignment;

const isStep = (operator: ts.SyntaxKind): boolean => operator === K.PlusPlusToken || operator === K.MinusMinusToken;

const isRemovable = (node: ts.Statement): boolean => {
  if (ts.isThrowStatement(node)) return true;
  if (!ts.isExpressionStatement(node)) return false;
  const { expression } = node;
  return !(ts.isCallExpression(expression) && expression.expression.kind === K.SuperKeyword);
};

/** Parentheses around the beginning of an optional chain would end it there. */
const isWrappable = (node: ts.Node): node is ts.Expression => {
  if (!ts.isExpression(node)) return false;
  const { parent } = node;
  const leadsOn =
    (ts.isPropertyAccessExpression(parent) ||
      ts.isElementAccessExpression(parent) ||
      ts.isCallExpression(parent) ||
      ts.isNonNullExpression(parent)) &&
    parent.expression === node;
  return !(leadsOn && (parent.flags & ts.NodeFlags.OptionalChain) !== 0);
};

const replacementsOf = (node: ts.Expression, textOf: (node: ts.Node) => string): readonly string[] => [
  ...(isCondition(node) ? (isLoop(node.parent) ? ['false'] : ['true', 'false']) : []),
  ...(isBodyOfArrow(node) || isReturned(node) ? ['undefined'] : []),
  ...ownReplacements(node, textOf),
];

const isLoop = (node: ts.Node): boolean =>
  ts.isWhileStatement(node) || ts.isDoStatement(node) || ts.isForStatement(node);

const isCondition = (node: ts.Expression): boolean => {
  const { parent } = node;
  if (ts.isIfStatement(parent) || ts.isWhileStatement(parent) || ts.isDoStatement(parent))
    return parent.expression === node;
  return (ts.isConditionalExpression(parent) || ts.isForStatement(parent)) && parent.condition === node;
};

const isPlain = (node: ts.Node): boolean =>
  ts.isIdentifier(node) || ts.isLiteralExpression(node) || node.kind === K.TrueKeyword || node.kind === K.FalseKeyword;

const isBodyOfArrow = (node: ts.Expression): boolean =>
  ts.isArrowFunction(node.parent) && node.parent.body === node && !isPlain(node) && !ts.isVoidExpression(node);

const isReturned = (node: ts.Expression): boolean =>
  ts.isReturnStatement(node.parent) && textLength(node) > 0 && !isPlain(node);

const textLength = (node: ts.Node): number => node.end - node.pos;

const ownReplacements = (node: ts.Expression, textOf: (node: ts.Node) => string): readonly string[] => {
  if (node.kind === K.TrueKeyword) return ['false'];
  if (node.kind === K.FalseKeyword) return ['true'];
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return forText(node);
  if (ts.isTemplateExpression(node)) {
    const words = [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)];
    return words.some(isProse) ? [] : ["''"];
  }
  if (ts.isPrefixUnaryExpression(node)) return forPrefix(node, textOf);
  if (ts.isPostfixUnaryExpression(node))
    return [textOf(node.operand) + (node.operator === K.PlusPlusToken ? '--' : '++')];
  if (ts.isBinaryExpression(node)) return forBinary(node, textOf);
  if (ts.isArrayLiteralExpression(node)) return node.elements.length > 0 ? ['[]'] : [];
  if (ts.isCallExpression(node)) return forCall(node, textOf);
  return [];
};

const forText = (node: ts.StringLiteral | ts.NoSubstitutionTemplateLiteral): readonly string[] => {
  const { parent } = node;
  // To compare with nothing is to make the comparison false, which is a fault of its own.
  if (ts.isBinaryExpression(parent) && COMPARISONS[parent.operatorToken.kind] !== undefined) return [];
  if (isProse(node.text)) return [];
  return node.text === '' ? ["'mutant'"] : ["''"];
};

const forPrefix = (node: ts.PrefixUnaryExpression, textOf: (node: ts.Node) => string): readonly string[] => {
  const operand = textOf(node.operand);
  switch (node.operator) {
    case K.ExclamationToken:
      return isCondition(node) ? [] : [operand];
    case K.MinusToken:
      return [operand];
    case K.PlusPlusToken:
      return [`--${operand}`];
    case K.MinusMinusToken:
      return [`++${operand}`];
    default:
      return [];
  }
};

const isTextual = (node: ts.Expression): boolean => ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);

const forBinary = (node: ts.BinaryExpression, textOf: (node: ts.Node) => string): readonly string[] => {
  const { left, right, operatorToken } = node;
  const { kind } = operatorToken;
  const withOperator = (operator: string): string => `${textOf(left)} ${operator} ${textOf(right)}`;
  const comparisons = COMPARISONS[kind];
  if (comparisons !== undefined) {
    const isEquality = kind === K.EqualsEqualsEqualsToken || kind === K.ExclamationEqualsEqualsToken;
    return isEquality && isCondition(node) ? [] : comparisons.map(withOperator);
  }
  const logic = LOGIC[kind];
  if (logic !== undefined) return [`(${textOf(left)}) ${logic} (${textOf(right)})`];
  if (isTextual(left) || isTextual(right)) return [];
  const other = ARITHMETIC[kind] ?? ASSIGNMENTS[kind];
  return other === undefined ? [] : [withOperator(other)];
};

const forCall = (node: ts.CallExpression, textOf: (node: ts.Node) => string): readonly string[] => {
  const { expression } = node;
  if (!ts.isPropertyAccessExpression(expression) || (node.flags & ts.NodeFlags.OptionalChain) !== 0) return [];
  const method = expression.name.text;
  const receiver = textOf(expression.expression);
  const other = METHODS[method];
  const args = node.arguments.map(textOf).join(', ');
  if (other !== undefined && Object.hasOwn(METHODS, method)) return [`${receiver}.${other}(${args})`];
  return LEFT_OUT.has(method) ? [receiver] : [];
};
