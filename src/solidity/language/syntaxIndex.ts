import type { StorageEntry, StorageLayout } from "../artifact/compiledProject";
import { SourceText } from "../program/sourceText";
import {
  allNodes,
  basesOf,
  isNode,
  nodesOf,
  parametersOf,
  type SyntaxNode,
  stretchOf,
  walkTree,
} from "../program/syntaxTree";
import { tokensOf } from "./tokens";

/** A source with its tree, as one analysis gave it. */
export interface AnalysedSource {
  readonly name: string;
  readonly path: string | undefined;
  readonly content: string;
  readonly ast: unknown;
}

/** A thing with a name. Offsets count UTF-16 units of its source. */
export interface Declaration {
  readonly id: number;
  readonly node: SyntaxNode;
  readonly name: string;
  readonly source: string;
  readonly start: number;
  readonly end: number;
  readonly nameStart: number;
  readonly nameEnd: number;
  /** What it stands in: a function, contract, struct. */
  readonly parent: Declaration | undefined;
}

/** A place where a declaration is meant. */
export interface Reference {
  readonly source: string;
  readonly start: number;
  readonly end: number;
  readonly id: number;
}

const declaring = new Set([
  "ContractDefinition",
  "FunctionDefinition",
  "ModifierDefinition",
  "EventDefinition",
  "ErrorDefinition",
  "StructDefinition",
  "EnumDefinition",
  "EnumValue",
  "VariableDeclaration",
  "UserDefinedValueTypeDefinition",
]);

/** Of imports, those that name what they import as a whole: `import * as X from "./X.sol"`. */
const isDeclaring = (node: SyntaxNode): boolean =>
  declaring.has(node.nodeType) || (node.nodeType === "ImportDirective" && nameOf(node) !== "");

const nameOf = (node: SyntaxNode): string => {
  const name = node.nodeType === "ImportDirective" ? node["unitAlias"] : node.name;
  return typeof name === "string" ? name : "";
};

/** Who declares what, and who means it, in the sources of one analysis. */
export class SyntaxIndex {
  readonly texts = new Map<string, SourceText>();
  readonly paths = new Map<string, string | undefined>();
  readonly trees = new Map<string, SyntaxNode>();
  readonly declarations = new Map<number, Declaration>();
  readonly references: Reference[] = [];
  /** Where state variables are stored, by id of the declaration, as the contract that declares them has it. */
  readonly storage = new Map<number, { readonly entry: StorageEntry; readonly layout: StorageLayout }>();

  constructor(sources: readonly AnalysedSource[]) {
    for (const { name, path, content, ast } of sources) {
      this.texts.set(name, new SourceText(content));
      this.paths.set(name, path);
      if (isNode(ast)) this.trees.set(name, ast);
    }
    // Declarations first: parts of paths are resolved by them.
    for (const [name, tree] of this.trees) this.#declare(name, tree);
    for (const [name, tree] of this.trees) this.#refer(name, tree);
  }

  addStorage(contract: string, layout: StorageLayout): void {
    for (const entry of layout.storage)
      if (entry.contract.endsWith(`:${contract}`) || !this.storage.has(entry.astId))
        this.storage.set(entry.astId, { entry, layout });
  }

  /** UTF-16 offsets of a node. */
  rangeOf(source: string, node: SyntaxNode): { start: number; end: number } | undefined {
    return this.#rangeAt(source, node.src);
  }

  /** UTF-16 offsets of what `src`, `nameLocation` and the like say; undefined where that is nothing. */
  #rangeAt(source: string, src: unknown): { start: number; end: number } | undefined {
    const { start, end } = stretchOf(src);
    const text = this.texts.get(source);
    return text && start >= 0 ? { start: text.offsetOfByte(start), end: text.offsetOfByte(end) } : undefined;
  }

  /** What is named at an offset: a declaration's own name, or a place that means it. */
  at(source: string, offset: number): Reference | undefined {
    let best: Reference | undefined;
    const consider = (found: Reference): void => {
      if (found.source !== source || offset < found.start || offset > found.end) return;
      if (!best || found.end - found.start < best.end - best.start) best = found;
    };
    for (const reference of this.references) consider(reference);
    for (const { id, source: in_, nameStart, nameEnd } of this.declarations.values())
      if (nameEnd > nameStart) consider({ id, source: in_, start: nameStart, end: nameEnd });
    return best;
  }

  /** The innermost declarations around an offset, outermost first. */
  around(source: string, offset: number): Declaration[] {
    return [...this.declarations.values()]
      .filter((each) => each.source === source && each.start <= offset && offset <= each.end)
      .sort((left, right) => right.end - right.start - (left.end - left.start));
  }

  named(id: unknown): Declaration | undefined {
    return typeof id === "number" ? this.declarations.get(id) : undefined;
  }

  #declare(source: string, tree: SyntaxNode): void {
    walkTree<{ readonly parent: Declaration | undefined }>(tree, { parent: undefined }, (node, { parent }) => {
      const own = isDeclaring(node) ? this.#declaration(source, node, parent) : undefined;
      if (own) this.declarations.set(own.id, own);
      return { parent: own ?? parent };
    });
  }

  #declaration(source: string, node: SyntaxNode, parent: Declaration | undefined): Declaration | undefined {
    const range = this.rangeOf(source, node);
    const text = this.texts.get(source);
    if (!range || !text || node.id === undefined) return undefined;
    const name = nameOf(node);
    const located = this.#rangeAt(source, node["nameLocation"]);
    let [nameStart, nameEnd] = [range.start, range.start];
    if (name !== "" && located && located.end > located.start) {
      [nameStart, nameEnd] = [located.start, located.end];
    } else if (name !== "") {
      const type = isNode(node["typeName"]) ? this.rangeOf(source, node["typeName"]) : undefined;
      const from = node.nodeType === "VariableDeclaration" && type ? type.end : range.start;
      const token = tokensOf(text.text.slice(from, range.end)).find((each) => each.text === name);
      if (token) [nameStart, nameEnd] = [from + token.start, from + token.end];
    }
    return { id: node.id, node, name, source, ...range, nameStart, nameEnd, parent };
  }

  #refer(source: string, tree: SyntaxNode): void {
    for (const node of allNodes(tree)) this.#referencesOf(source, node);
  }

  #add(source: string, start: number, end: number, id: unknown): void {
    if (typeof id === "number" && this.declarations.has(id) && end > start)
      this.references.push({ source, start, end, id });
  }

  #referencesOf(source: string, node: SyntaxNode): void {
    const range = this.rangeOf(source, node);
    const text = this.texts.get(source);
    if (!range || !text) return;
    const target = node["referencedDeclaration"];
    switch (node.nodeType) {
      case "Identifier":
        this.#add(source, range.start, range.end, target);
        return;
      case "MemberAccess": {
        const name = String(node["memberName"] ?? "");
        const located = this.#rangeAt(source, node["memberLocation"]);
        const start = located && located.end > located.start ? located.start : range.end - name.length;
        if (text.text.startsWith(name, start)) this.#add(source, start, start + name.length, target);
        return;
      }
      case "IdentifierPath":
        this.#path(source, range.start, String(node.name ?? ""), target, node["nameLocations"]);
        return;
      case "UserDefinedTypeName":
        if (!isNode(node["pathNode"])) this.#path(source, range.start, String(node.name ?? ""), target, undefined);
        return;
      case "ImportDirective":
        this.#aliases(source, node, range);
        return;
      case "InlineAssembly":
        this.#assembly(source, node);
        return;
      case "FunctionCall":
        this.#argumentNames(source, node);
        return;
      case "StructuredDocumentation":
        return;
      default:
        this.#documented(source, node);
    }
  }

  /** `Lib.Item`: the last part is the target, those before it are what it stands in. */
  #path(source: string, start: number, name: string, target: unknown, locations: unknown): void {
    const text = this.texts.get(source);
    if (!text) return;
    const parts = name.split(".");
    const places: readonly unknown[] = Array.isArray(locations) ? locations : [];
    let at = start;
    let declaration = this.named(target);
    const starts = parts.map((part, i) => {
      const from = this.#rangeAt(source, places[i])?.start ?? at;
      at = from + part.length + 1;
      return from;
    });
    for (let i = parts.length - 1; i >= 0 && declaration; i--) {
      const [part = "", from = 0] = [parts[i], starts[i]];
      // what is imported may have another name here
      if (i < parts.length - 1 && i > 0 && declaration.name !== part) return;
      if (text.text.startsWith(part, from)) this.#add(source, from, from + part.length, declaration.id);
      declaration = declaration.parent;
      // `X.Item` of `import * as X`
      if (!declaration && i === 1)
        this.#add(
          source,
          starts[0] ?? 0,
          (starts[0] ?? 0) + (parts[0] ?? "").length,
          this.#unitNamed(source, parts[0] ?? ""),
        );
    }
  }

  /** `import {A as B}`: the name behind `as` means what is imported, under its own name. */
  #aliases(source: string, node: SyntaxNode, { start, end }: { start: number; end: number }): void {
    const text = this.texts.get(source)?.text ?? "";
    const tokens = tokensOf(text.slice(start, end));
    for (const alias of Array.isArray(node["symbolAliases"]) ? (node["symbolAliases"] as unknown[]) : []) {
      if (typeof alias !== "object" || alias === null) continue;
      const { foreign, local } = alias as { foreign?: unknown; local?: unknown };
      if (!isNode(foreign) || typeof local !== "string") continue;
      const found = tokens.find(
        (each, i) => each.text === local && tokens[i - 1]?.text === "as" && tokens[i - 2]?.text === foreign.name,
      );
      if (found) this.#add(source, start + found.start, start + found.end, foreign["referencedDeclaration"]);
    }
  }

  /** The import of a source that gives a name to all that it imports. */
  #unitNamed(source: string, name: string): number | undefined {
    const directive = nodesOf(this.trees.get(source)?.["nodes"]).find(
      (node) => node.nodeType === "ImportDirective" && nameOf(node) === name,
    );
    return typeof directive?.id === "number" ? directive.id : undefined;
  }

  #assembly(source: string, node: SyntaxNode): void {
    const list = node["externalReferences"];
    if (!Array.isArray(list)) return;
    const text = this.texts.get(source);
    for (const each of list as unknown[]) {
      if (typeof each !== "object" || each === null) continue;
      // Compilers before 0.7 wrap each in an object by its name.
      const known = "declaration" in each ? each : Object.values(each)[0];
      if (typeof known !== "object" || known === null) continue;
      const { declaration: id, src } = known as { declaration?: unknown; src?: unknown };
      const [range, declaration] = [this.#rangeAt(source, src), this.named(id)];
      if (!range || !declaration || !text) continue;
      const { start } = range;
      if (text.text.startsWith(declaration.name, start)) this.#add(source, start, start + declaration.name.length, id);
    }
  }

  /** `f({to: a, value: 1})`: names of parameters or of a struct's fields. */
  #argumentNames(source: string, node: SyntaxNode): void {
    const [names, locations] = [node["names"], node["nameLocations"]];
    if (!Array.isArray(names) || names.length === 0 || !Array.isArray(locations)) return;
    const callee = isNode(node["expression"]) ? node["expression"] : undefined;
    const declaration = this.named(callee?.["referencedDeclaration"]);
    if (!declaration) return;
    const { parameters, members } = declaration.node;
    const fields = isNode(parameters) ? parametersOf(declaration.node) : nodesOf(members);
    for (const [i, name] of names.entries()) {
      const range = this.#rangeAt(source, locations[i]);
      const field = fields.find((each) => each.name === name);
      if (range && field) this.#add(source, range.start, range.end, field.id);
    }
  }

  /** `@inheritdoc Base` means a contract that is inherited. */
  #inherited(source: string, node: SyntaxNode, { start, end }: { start: number; end: number }): void {
    const text = this.texts.get(source)?.text ?? "";
    const tag = "@inheritdoc";
    const at = text.indexOf(tag, start);
    const bases = basesOf(this.named(node.id)?.parent?.node);
    if (at < 0 || at >= end) return;
    const [word] = tokensOf(text.slice(at + tag.length, at + tag.length + 200));
    const base = bases.map((id) => this.named(id)).find((each) => each?.name === word?.text);
    if (word && base) this.#add(source, at + tag.length + word.start, at + tag.length + word.end, base.id);
  }

  /** `@param name` and `@return name` of NatSpec mean parameters. */
  #documented(source: string, node: SyntaxNode): void {
    const documentation = node["documentation"];
    if (!isNode(documentation)) return;
    const range = this.rangeOf(source, documentation);
    const text = this.texts.get(source);
    if (!range || !text) return;
    this.#inherited(source, node, range);
    for (const [tag, fields] of [
      ["@param", [...parametersOf(node), ...nodesOf(node["members"])]],
      ["@return", parametersOf(node, "returnParameters")],
    ] as const) {
      for (
        let at = text.text.indexOf(tag, range.start);
        at >= 0 && at < range.end;
        at = text.text.indexOf(tag, at + 1)
      ) {
        const [word] = tokensOf(text.text.slice(at + tag.length, at + tag.length + 200));
        const field = fields.find((each) => each.name === word?.text);
        if (!word || !field) continue;
        const start = at + tag.length + word.start;
        this.#add(source, start, start + word.text.length, field.id);
      }
    }
  }
}
