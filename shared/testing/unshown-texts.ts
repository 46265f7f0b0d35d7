/**
 * Finds texts that are shown other than by JSX (renderer/ui/jsx) and were not made by `shownText`, with the types of TypeScript's own
 * checker.
 */
import { relative } from 'node:path';
import { type Expression, type Node, type SourceFile, SyntaxKind } from 'typescript/unstable/ast';
import * as is from 'typescript/unstable/ast/is';
import { API, type Checker, isUnionType, type Type, TypeFlags } from 'typescript/unstable/sync';

/** Members that show what is assigned to them. */
const properties = new Set([
  'textContent',
  'innerText',
  'outerText',
  'nodeValue',
  'innerHTML',
  'outerHTML',
  'ariaLabel',
]);
/** Methods that show their arguments, by position. */
const methods: { readonly [name: string]: readonly number[] } = {
  fillText: [0],
  strokeText: [0],
  createTextNode: [0],
  setToolTip: [0],
  showErrorBox: [0, 1],
};
/** Members of arguments that are shown: those of notifications, message boxes and options. */
const members = ['title', 'body', 'message', 'detail', 'label', 'buttons'];

/** Path from the root, line, and text of each. `config`: path of a tsconfig.json. */
export function findUnshownTexts(root: string, config: string, includes: (path: string) => boolean): string[] {
  const api = new API({ cwd: root });
  try {
    const [project] = api.updateSnapshot({ openProject: config }).getProjects();
    if (!project) throw new Error(`${config} is not a project.`);
    const { checker, program } = project;
    return program.getSourceFileNames().flatMap((name) => {
      const path = relative(root, name);
      const file = includes(path) ? program.getSourceFile(name) : undefined;
      if (!file) return [];
      return shownIn(file)
        .filter((node) => !isShown(checker.getTypeAtLocation(node), checker))
        .map((node) => `${path}:${lineOf(file, node)}: ${node.getText(file)}`);
    });
  } finally {
    api.close();
  }
}

const lineOf = (file: SourceFile, node: Node): number => file.text.slice(0, node.getStart(file)).split('\n').length;

/** The expressions whose values a file shows by itself. */
function shownIn(file: SourceFile): Expression[] {
  const found: Expression[] = [];
  const add = (...shown: Expression[]) => found.push(...shown.flatMap((each) => partsOf(each, file)));
  const visit = (node: Node): void => {
    if (
      is.isBinaryExpression(node) &&
      node.operatorToken.kind === SyntaxKind.EqualsToken &&
      is.isPropertyAccessExpression(node.left) &&
      (properties.has(node.left.name.text) || node.left.getText(file) === 'document.title')
    )
      add(node.right);
    if (is.isCallExpression(node) && is.isPropertyAccessExpression(node.expression)) {
      const { text } = node.expression.name;
      for (const position of Object.hasOwn(methods, text) ? (methods[text] ?? []) : []) {
        const argument = node.arguments[position];
        if (argument) add(argument);
      }
      if (text === 'showMessageBox') add(...node.arguments.slice(-1));
    }
    if (is.isNewExpression(node) && node.expression.getText(file) === 'Notification') add(...(node.arguments ?? []));
    // Lists of options, which a component of Mantine shows.
    if (is.isJsxAttribute(node) && node.name.getText(file) === 'data') {
      const { initializer } = node;
      if (initializer && is.isJsxExpression(initializer) && initializer.expression) add(initializer.expression);
    }
    node.forEachChild(visit);
  };
  visit(file);
  return found;
}

/** The shown members of an object as it is written, whose literals the type of the object no longer has; any other expression itself. */
function partsOf(node: Expression, file: SourceFile): Expression[] {
  if (!is.isObjectLiteralExpression(node)) return [node];
  return node.properties.flatMap((property) => {
    if (is.isSpreadAssignment(property)) return property.expression;
    const isMember = property.name !== undefined && members.includes(property.name.getText(file));
    if (isMember && is.isPropertyAssignment(property)) return property.initializer;
    return isMember && is.isShorthandPropertyAssignment(property) ? (property.name as Expression) : [];
  });
}

/** Whether no part of a value is a text that anybody may have written. */
function isShown(type: Type | undefined, checker: Checker): boolean {
  if (!type || type.flags & (TypeFlags.Any | TypeFlags.Unknown | TypeFlags.String)) return false;
  if (isUnionType(type)) return type.getTypes().every((part) => isShown(part, checker));
  if (!(type.flags & TypeFlags.Object)) return true;
  if (checker.isArrayLikeType(type))
    return checker.getIndexInfosOfType(type).every(({ valueType }) => isShown(valueType, checker));
  return members.every((name) => {
    const member = checker.getPropertyOfType(type, name);
    return !member || isShown(checker.getTypeOfSymbol(member), checker);
  });
}
