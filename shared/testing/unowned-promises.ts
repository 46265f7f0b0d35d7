/**
 * Finds promises whose rejection nobody would handle, with the types of TypeScript's own checker: the linter sees neither those that are
 * marked with `void` nor those of callbacks.
 */
import { relative } from 'node:path';
import {
  type BinaryExpression,
  type CallExpression,
  type Expression,
  type Identifier,
  type MethodDeclaration,
  type Node,
  type ObjectLiteralExpression,
  type SourceFile,
  SyntaxKind,
} from 'typescript/unstable/ast';
import * as is from 'typescript/unstable/ast/is';
import { API, type Checker, isUnionType, SignatureKind, type Type, TypeFlags } from 'typescript/unstable/sync';

export interface UnownedPromise {
  /** Path from the root, and line. */
  place: string;
  problem: string;
}

/** `config`: path of a tsconfig.json. `includes`: whether to look at a file, by its path from `root`. */
export function findUnownedPromises(
  root: string,
  config: string,
  includes: (path: string) => boolean,
): UnownedPromise[] {
  const api = new API({ cwd: root });
  try {
    const [project] = api.updateSnapshot({ openProject: config }).getProjects();
    if (!project) throw new Error(`${config} is not a project.`);
    const { checker, program } = project;
    return program.getSourceFileNames().flatMap((name) => {
      const path = relative(root, name);
      const file = includes(path) ? program.getSourceFile(name) : undefined;
      return file === undefined
        ? []
        : findInFile(file, checker).map(({ node, problem }) => ({ place: `${path}:${lineOf(file, node)}`, problem }));
    });
  } finally {
    api.close();
  }
}

const lineOf = (file: SourceFile, node: Node): number => file.text.slice(0, node.getStart(file)).split('\n').length;

interface Finding {
  node: Node;
  problem: string;
}

function findInFile(file: SourceFile, checker: Checker): Finding[] {
  const findings: Finding[] = [];
  /** Expressions that are an error if they are a promise. */
  const results: Finding[] = [];
  /** Expressions that are an error if they are functions that return a promise to a caller who drops it. */
  const callbacks: Expression[] = [];

  const visit = (node: Node): void => {
    // A promise that is assigned belongs to the variable.
    if (is.isExpressionStatement(node) && !isAssignment(node.expression))
      results.push({ node: node.expression, problem: 'nobody awaits this promise' });
    if (is.isVoidExpression(node)) results.push({ node: node.expression, problem: 'void drops this promise' });
    if (is.isCallExpression(node)) {
      if (isEmptyCatch(node, file)) findings.push({ node, problem: 'an empty catch has no reason' });
      // The promise of `finally` waits for that of its callback.
      if (methodOf(node) !== 'finally') callbacks.push(...node.arguments);
    }
    if (is.isNewExpression(node)) callbacks.push(...(node.arguments ?? []));
    if (is.isPropertyAssignment(node)) callbacks.push(node.initializer);
    if (is.isShorthandPropertyAssignment(node)) callbacks.push(node.name as Identifier);
    if (is.isJsxExpression(node) && node.expression) callbacks.push(node.expression);
    if (is.isReturnStatement(node) && node.expression) callbacks.push(node.expression);
    if (is.isVariableDeclaration(node) && node.type && node.initializer) callbacks.push(node.initializer);
    if (isAssignment(node)) callbacks.push(node.right);
    if (is.isMethodDeclaration(node) && is.isObjectLiteralExpression(node.parent)) checkMethod(node, node.parent);
    node.forEachChild(visit);
  };

  function checkMethod(method: MethodDeclaration, object: ObjectLiteralExpression): void {
    const expected = checker.getContextualType(object);
    const property = expected && checker.getPropertyOfType(expected, method.name.getText(file));
    const expectedType = property && checker.getTypeOfSymbol(property);
    const signature = checker.getSignatureFromDeclaration(method);
    const result = signature && checker.getReturnTypeOfSignature(signature);
    if (expectedType && result && isPromise(result, checker) && returnsNothing(expectedType, checker))
      findings.push({ node: method, problem: 'the caller drops the promise of this method' });
  }

  visit(file);
  const types = results.length === 0 ? [] : checker.getTypeAtLocation(results.map(({ node }) => node));
  results.forEach((result, index) => {
    const type = types[index];
    if (type && isPromise(type, checker) && !endsWithCatch(result.node)) findings.push(result);
  });
  const functions = callbacks.filter(mayBeFunction);
  const functionTypes = functions.length === 0 ? [] : checker.getTypeAtLocation(functions);
  functions.forEach((node, index) => {
    const type = functionTypes[index];
    if (!type || !returnsPromise(type, checker)) return;
    const expected = checker.getContextualType(node);
    if (expected && returnsNothing(expected, checker))
      findings.push({ node, problem: 'the caller drops the promise of this function' });
  });
  return findings;
}

const assignments: ReadonlySet<SyntaxKind> = new Set([
  SyntaxKind.EqualsToken,
  SyntaxKind.QuestionQuestionEqualsToken,
  SyntaxKind.BarBarEqualsToken,
]);
const isAssignment = (node: Node): node is BinaryExpression =>
  is.isBinaryExpression(node) && assignments.has(node.operatorToken.kind);

const mayBeFunction = (node: Node): boolean =>
  is.isArrowFunction(node) ||
  is.isFunctionExpression(node) ||
  is.isIdentifier(node) ||
  is.isPropertyAccessExpression(node);

const methodOf = ({ expression }: CallExpression): string | null =>
  is.isPropertyAccessExpression(expression) ? expression.name.text : null;

const endsWithCatch = (node: Node): boolean => is.isCallExpression(node) && methodOf(node) === 'catch';

/** `.catch(() => {})` without a comment inside, or above the statement. */
function isEmptyCatch(call: CallExpression, file: SourceFile): boolean {
  const [handler] = call.arguments;
  if (methodOf(call) !== 'catch' || !handler || !is.isArrowFunction(handler)) return false;
  const { body } = handler;
  const isEmpty = is.isBlock(body) ? body.statements.length === 0 : body.getText(file) === 'undefined';
  return isEmpty && !hasComment(handler.getText(file)) && !hasCommentAbove(call, file);
}

const hasComment = (text: string): boolean => /\/[/*]/.test(text);

/** Whether there is a comment above the node or above the statement, however nested, that it is part of. */
function hasCommentAbove(node: Node, file: SourceFile): boolean {
  const linesAbove = file.text.slice(node.pos, node.getStart(file)).split('\n').slice(1);
  if (linesAbove.some(hasComment)) return true;
  return !is.isBlock(node.parent) && !is.isSourceFile(node.parent) && hasCommentAbove(node.parent, file);
}

/** Whether a value of this type may be a promise. */
function isPromise(type: Type, checker: Checker): boolean {
  if (type.flags & (TypeFlags.Any | TypeFlags.Unknown | TypeFlags.Never)) return false;
  if (isUnionType(type)) return type.getTypes().some((part) => isPromise(part, checker));
  return type.flags & (TypeFlags.Object | TypeFlags.Intersection)
    ? checker.getPropertyOfType(type, 'then') !== undefined
    : false;
}

function returnsPromise(type: Type, checker: Checker): boolean {
  return resultsOf(type, checker).some((result) => isPromise(result, checker));
}

/** Whether a caller expects functions of this type, and no result from them. */
function returnsNothing(type: Type, checker: Checker): boolean {
  const results = resultsOf(type, checker);
  return results.length > 0 && results.every((result) => (result.flags & TypeFlags.Void) !== 0);
}

function resultsOf(type: Type, checker: Checker): Type[] {
  const parts = isUnionType(type) ? type.getTypes() : [type];
  return parts
    .filter(({ flags }) => flags & (TypeFlags.Object | TypeFlags.Intersection))
    .flatMap((part) => checker.getSignaturesOfType(part, SignatureKind.Call))
    .flatMap((signature) => checker.getReturnTypeOfSignature(signature) ?? []);
}
