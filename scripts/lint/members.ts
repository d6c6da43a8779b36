import * as ts from "typescript/unstable/ast";
import type { Checker, Symbol as MemberSymbol, Type } from "typescript/unstable/sync";
import { isExplained, isProducedText, keysOf, placeOf, type TypedSource, type TypedSources } from "./typedSources";

/** What `knip.production.json` counts as reached, too: what users of these folders get from nodes and libraries (docs/architecture.md). */
const reachedFolders = [
  "src/chain/rpc/",
  "src/chain/services/",
  "src/chain/encoding/",
  "src/chain/transaction/",
  "src/extension/kit/manifest/", // package.json is made of it
  "src/sdk/", // applications read it
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

/** Where a file uses members: what the compiler is asked about. */
interface Uses {
  readonly source: TypedSource;
  /** Names behind a dot, and what stands in brackets. */
  readonly reads: ts.Node[];
  /** Names behind a dot that are only set. */
  readonly written: ts.Node[];
  readonly patterns: ts.ObjectBindingPattern[];
  readonly indexed: ts.IndexedAccessTypeNode[];
  readonly spread: ts.Expression[];
}

/** What a node names, if it is a name or a text. */
const textOf = (node: ts.Node): string => ((node as Partial<ts.Identifier>).text as string | undefined) ?? "";

const nameOfElement = ({ propertyName, name }: ts.BindingElement): string => {
  const named = propertyName ?? name;
  return named ? textOf(named) : "";
};

const literalOf = ({ indexType }: ts.IndexedAccessTypeNode): string =>
  ts.isLiteralTypeNode(indexType) && ts.isStringLiteral(indexType.literal) ? indexType.literal.text : "";

/** What the sources read, and what they declare. */
class Members {
  readonly declared: Member[] = [];
  readonly read = new Set<string>();
  /** Texts that are written out somewhere: names of settings and messages are used so. */
  readonly texts = new Set<string>();
  readonly #uses: Uses[] = [];
  /** Members by their names that no use was found of yet. Uses of other names need not be looked at: a type is dear. */
  readonly #open = new Map<string, Set<string>>();
  readonly #external = new Map<string, { readonly owner: Owner; readonly checker: Checker }[]>();
  readonly #folder: string;

  /** @param folder the project's */
  constructor(folder: string) {
    this.#folder = folder;
  }

  take(source: TypedSource): void {
    const uses: Uses = { source, reads: [], written: [], patterns: [], indexed: [], spread: [] };
    const names: { name: ts.Node; node: ts.Node; owner: Owner }[] = [];
    const declare = (owner: Owner, node: ts.Node & { name?: ts.Node }): void => {
      const { name } = node;
      if (name && (ts.isIdentifier(name) || ts.isStringLiteral(name))) names.push({ name, node, owner });
    };
    const visit = (node: ts.Node): void => {
      if (ts.isPropertyAccessExpression(node)) (isWritten(node) ? uses.written : uses.reads).push(node.name);
      else if (ts.isElementAccessExpression(node)) uses.reads.push(node.argumentExpression);
      else if (ts.isObjectBindingPattern(node)) uses.patterns.push(node);
      else if (ts.isIndexedAccessTypeNode(node)) uses.indexed.push(node);
      else if (ts.isSpreadAssignment(node)) uses.spread.push(node.expression);
      else if (isProducedText(node)) this.texts.add(node.text);
      if (isOwner(node) && !isHandedOn(node)) for (const member of node.members) declare(node, member);
      if (ts.isParameterDeclaration(node) && node.modifiers && ts.isConstructorDeclaration(node.parent)) {
        declare(node.parent.parent as Owner, node);
      }
      node.forEachChild(visit);
    };
    visit(source.file);
    this.#uses.push(uses);
    const symbols = names.length > 0 ? source.checker.getSymbolAtLocation(names.map(({ name }) => name)) : [];
    names.forEach(({ name, node, owner }, index) => {
      const [key] = keysOf(symbols[index]);
      if (key !== undefined) this.#declare({ key, name: textOf(name), node, owner, source });
    });
  }

  #declare(member: Member): void {
    this.declared.push(member);
    const same = this.#open.get(member.name);
    if (same) same.add(member.key);
    else this.#open.set(member.name, new Set([member.key]));
  }

  /** @param name what the uses go by */
  #add(name: string, symbol: MemberSymbol | undefined): void {
    const open = this.#open.get(name);
    for (const key of keysOf(symbol)) {
      this.read.add(key);
      open?.delete(key);
    }
    if (open?.size === 0) this.#open.delete(name);
  }

  /** Second, when all that is declared is known: what the files read. */
  findReads(): void {
    for (const uses of this.#uses) this.#findIn(uses);
  }

  #findIn({ source: { checker }, ...uses }: Uses): void {
    const isOpen = (name: string): boolean => this.#open.has(name);
    for (const type of uses.spread.length > 0 ? checker.getTypeAtLocation(uses.spread) : []) {
      if (type) for (const property of checker.getPropertiesOfType(type)) this.#add(property.name, property);
    }
    const reads = uses.reads.filter((node) => isOpen(textOf(node)));
    const readSymbols = reads.length > 0 ? checker.getSymbolAtLocation(reads) : [];
    reads.forEach((node, index) => {
      this.#add(textOf(node), readSymbols[index]);
    });
    const written = uses.written.filter((node) => isOpen(textOf(node)));
    const writtenSymbols = written.length > 0 ? checker.getSymbolAtLocation(written) : [];
    written.forEach((node, index) => {
      const symbol = writtenSymbols[index];
      const isSetter = symbol?.declarations.some(({ kind }) => kind === ts.SyntaxKind.SetAccessor) ?? false;
      if (isSetter) this.#add(textOf(node), symbol);
    });
    const patterns = uses.patterns.filter(({ elements }) => elements.some((element) => isOpen(nameOfElement(element))));
    const types = patterns.length > 0 ? checker.getTypeAtLocation(patterns) : [];
    patterns.forEach(({ elements }, index) => {
      const type = types[index];
      for (const name of elements.map(nameOfElement)) {
        if (type && isOpen(name)) this.#add(name, checker.getPropertyOfType(type, name));
      }
    });
    for (const node of uses.indexed) {
      const name = literalOf(node);
      const type = isOpen(name) ? checker.getTypeAtLocation(node.objectType) : undefined;
      if (type) this.#add(name, checker.getPropertyOfType(type, name));
    }
  }

  /** Interfaces and classes of VS Code, by their members' names: what is handed to it is read by it. */
  takeExternal({ file, checker }: TypedSource): void {
    const visit = (node: ts.Node): void => {
      if (ts.isInterfaceDeclaration(node) || ts.isClassDeclaration(node)) {
        for (const { name } of node.members as readonly (ts.Node & { name?: ts.Node })[]) {
          if (!name || !ts.isIdentifier(name)) continue;
          const known = this.#external.get(name.text) ?? [];
          this.#external.set(name.text, [...known, { owner: node, checker }]);
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
    const ofCode = (this.#external.get(name) ?? []).filter((each) => each.checker === checker);
    const isWanted = (each: { readonly owner: Owner }): boolean => {
      const wanted = typeOf(each.owner, checker);
      return wanted !== undefined && checker.isTypeAssignableTo(type, wanted);
    };
    return [...others, ...ofCode].some(isWanted) && this.#mark(member);
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
  members.findReads();
  members.takeExternal(external);
  return members
    .unread()
    .filter(({ source }) => !reachedFolders.some((folder) => source.path.startsWith(folder)))
    .map(({ source, node, name }) => `${placeOf(source, node)} nothing of the product reads ${name}`);
}
