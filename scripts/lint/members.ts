import * as ts from "typescript/unstable/ast";
import type { Checker, Symbol as MemberSymbol, Type } from "typescript/unstable/sync";
import { isExplained, isProducedText, keysOf, placeOf, type TypedSource, type TypedSources } from "./typedSources";

/** What `knip.production.json` counts as reached, too: what users of these folders get from nodes and libraries (docs/architecture.md). */
const reachedFolders = [
  "src/chain/rpc/",
  "src/chain/services/",
  "src/chain/transaction/",
  "src/extension/kit/manifest/", // package.json is made of it
];

type Owner = ts.ClassLikeDeclaration | ts.InterfaceDeclaration | ts.TypeLiteralNode;

/** A member of a class, an interface or a type that is written out. */
interface Member {
  readonly key: string;
  readonly name: string;
  readonly node: ts.Node;
  readonly owner: Owner;
  readonly source: TypedSource;
}

const isOwner = (node: ts.Node): node is Owner =>
  ts.isClassDeclaration(node) ||
  ts.isClassExpression(node) ||
  ts.isInterfaceDeclaration(node) ||
  ts.isTypeLiteralNode(node);

/** `vscode.Progress<{ … }>`: what another package reads. */
const isHandedOn = ({ parent }: Owner): boolean =>
  ts.isTypeQueryNode(parent) || (ts.isTypeReferenceNode(parent) && ts.isQualifiedName(parent.typeName));

/** `x.a = …`, which reads nothing. */
function isWritten(node: ts.PropertyAccessExpression): boolean {
  const { parent } = node;
  return (
    ts.isBinaryExpression(parent) && parent.left === node && parent.operatorToken.kind === ts.SyntaxKind.EqualsToken
  );
}

/** What the sources read, and what they declare. */
class Members {
  readonly declared: Member[] = [];
  readonly read = new Set<string>();
  /** Texts that are written out somewhere: names of settings and messages are used so. */
  readonly texts = new Set<string>();
  readonly #external = new Map<string, Type[]>();
  readonly #folder: string;

  /** @param folder the project's */
  constructor(folder: string) {
    this.#folder = folder;
  }

  take(source: TypedSource): void {
    const { file, checker } = source;
    const reads: ts.Node[] = [];
    const patterns: ts.ObjectBindingPattern[] = [];
    const indexed: ts.IndexedAccessTypeNode[] = [];
    const spread: ts.Expression[] = [];
    const written: ts.Node[] = [];
    const names: { name: ts.Node; node: ts.Node; owner: Owner }[] = [];
    const declare = (owner: Owner, node: ts.Node & { name?: ts.Node }): void => {
      const { name } = node;
      if (name && (ts.isIdentifier(name) || ts.isStringLiteral(name))) names.push({ name, node, owner });
    };
    const visit = (node: ts.Node): void => {
      if (ts.isPropertyAccessExpression(node)) (isWritten(node) ? written : reads).push(node.name);
      else if (ts.isElementAccessExpression(node)) reads.push(node.argumentExpression);
      else if (ts.isObjectBindingPattern(node)) patterns.push(node);
      else if (ts.isIndexedAccessTypeNode(node)) indexed.push(node);
      else if (ts.isSpreadAssignment(node)) spread.push(node.expression);
      else if (isProducedText(node)) this.texts.add(node.text);
      if (isOwner(node) && !isHandedOn(node)) for (const member of node.members) declare(node, member);
      if (ts.isParameterDeclaration(node) && node.modifiers && ts.isConstructorDeclaration(node.parent)) {
        declare(node.parent.parent as Owner, node);
      }
      node.forEachChild(visit);
    };
    visit(file);
    const add = (symbol: MemberSymbol | undefined): void => {
      for (const key of keysOf(symbol)) this.read.add(key);
    };
    if (reads.length > 0) checker.getSymbolAtLocation(reads).forEach(add);
    const settable = written.length > 0 ? checker.getSymbolAtLocation(written) : [];
    for (const symbol of settable) {
      if (symbol?.declarations.some(({ kind }) => kind === ts.SyntaxKind.SetAccessor)) add(symbol);
    }
    for (const type of spread.length > 0 ? checker.getTypeAtLocation(spread) : []) {
      if (type) for (const property of checker.getPropertiesOfType(type)) add(property);
    }
    const typed = patterns.length > 0 ? checker.getTypeAtLocation(patterns) : [];
    patterns.forEach((pattern, index) => {
      const type = typed[index];
      for (const element of pattern.elements) {
        const name = (element.propertyName ?? element.name) as ts.Identifier;
        if (type && name.text !== undefined) add(checker.getPropertyOfType(type, name.text));
      }
    });
    for (const { objectType, indexType } of indexed) {
      const type = checker.getTypeAtLocation(objectType);
      const { literal } = indexType as ts.LiteralTypeNode;
      if (type && literal && ts.isStringLiteral(literal)) add(checker.getPropertyOfType(type, literal.text));
    }
    const symbols = names.length > 0 ? checker.getSymbolAtLocation(names.map(({ name }) => name)) : [];
    names.forEach(({ name, node, owner }, index) => {
      const [key] = keysOf(symbols[index]);
      if (key === undefined) return;
      const { text } = name as ts.Identifier | ts.StringLiteral;
      this.declared.push({ key, name: text, node, owner, source });
    });
  }

  /** Interfaces and classes of VS Code, by their members' names: what is handed to it is read by it. */
  takeExternal({ file, checker }: TypedSource): void {
    const visit = (node: ts.Node): void => {
      if (ts.isInterfaceDeclaration(node) || ts.isClassDeclaration(node)) {
        const type = typeOf(node, checker);
        for (const { name } of node.members as readonly (ts.Node & { name?: ts.Node })[]) {
          if (!type || !name || !ts.isIdentifier(name)) continue;
          const known = this.#external.get(name.text) ?? [];
          this.#external.set(name.text, [...known, type]);
        }
      }
      node.forEachChild(visit);
    };
    visit(file);
  }

  /** Members that nothing reads: neither as such, nor as those of a type that theirs stands in for. */
  unread(): Member[] {
    for (const { key, node } of this.declared) if (isExplained(node)) this.read.add(key);
    let left = this.declared.filter(
      ({ key, name, owner }) => !this.read.has(key) && (isClass(owner) || !this.texts.has(name)),
    );
    const ofName = new Map<string, Member[]>();
    for (const member of this.declared) {
      const same = ofName.get(member.name);
      if (same) same.push(member);
      else ofName.set(member.name, [member]);
    }
    for (;;) {
      const still = left.filter((member) => !this.#standsIn(member, ofName.get(member.name) ?? []));
      if (still.length === left.length) return left;
      left = still;
    }
  }

  #standsIn(member: Member, ofName: readonly Member[]): boolean {
    const { owner, name, source } = member;
    const { checker } = source;
    if (ofBase(member, this.read, this.#folder)) return this.#mark(member);
    const type = typeOf(owner, checker);
    if (!type) return false;
    const others = ofName.filter(({ key, source: of }) => of.checker === checker && this.read.has(key));
    const wanted = [...others.map((other) => typeOf(other.owner, checker)), ...(this.#external.get(name) ?? [])];
    return wanted.some((other) => other && checker.isTypeAssignableTo(type, other)) && this.#mark(member);
  }

  #mark({ key }: Member): true {
    this.read.add(key);
    return true;
  }
}

const isClass = (owner: Owner): owner is ts.ClassLikeDeclaration =>
  ts.isClassDeclaration(owner) || ts.isClassExpression(owner);

function typeOf(owner: Owner, checker: Checker): Type | undefined {
  if (ts.isTypeLiteralNode(owner)) return checker.getTypeAtLocation(owner);
  const symbol = owner.name && checker.getSymbolAtLocation(owner.name);
  return symbol && checker.getDeclaredTypeOfSymbol(symbol);
}

/** Whether a class or interface that this one extends or implements has the member, and it is read or another package's. */
function ofBase({ owner, name, source: { checker } }: Member, read: ReadonlySet<string>, folder: string): boolean {
  if (ts.isTypeLiteralNode(owner)) return false;
  for (const { types } of owner.heritageClauses ?? []) {
    for (const heritage of types) {
      const base = checker.getTypeAtLocation(heritage);
      const keys = keysOf(base && checker.getPropertyOfType(base, name));
      if (keys.some((key) => read.has(key) || !key.startsWith(`${folder}/src/`))) return true;
    }
  }
  return false;
}

/** Members of classes, interfaces and written types that nothing of the product reads; tests don't count. One line for each. */
export function checkMembers({ folder, files, external }: TypedSources): string[] {
  const members = new Members(folder);
  for (const source of files) members.take(source);
  members.takeExternal(external);
  return members
    .unread()
    .filter(({ source }) => !reachedFolders.some((folder) => source.path.startsWith(folder)))
    .map(({ source, node, name }) => `${placeOf(source, node)} nothing of the product reads ${name}`);
}
