import { allowedReleases, usualRelease } from "../../compilerReleases/releases";
import { readSourceHead } from "../../source/sourceHead";
import type { Tokens } from "../syntax/lexer";
import { lex } from "../syntax/lexer";
import type {
  Contract,
  Enum,
  FunctionItem,
  Import,
  Item,
  Name,
  Signal,
  SourceTree,
  Struct,
  TypeName,
  Using,
  ValueType,
  Variable,
  YulFunction,
} from "../syntax/nodes";
import { parseTokens } from "../syntax/parser";

/** What a declaration declares. */
type DeclarationKind =
  | "contract"
  | "function"
  | "modifier"
  | "event"
  | "error"
  | "struct"
  | "enum"
  | "enumValue"
  | "valueType"
  | "variable"
  /** The name that an import gives to a symbol, or to a file. */
  | "alias"
  /** A name of inline assembly. */
  | "yul";
/** What kind of variable. */
type VariableRole = "state" | "constant" | "field" | "parameter" | "return" | "local";

type DeclaringNode =
  | Contract
  | FunctionItem
  | Signal
  | Struct
  | Enum
  | ValueType
  | Variable
  | Import
  | YulFunction
  | Name;

/** Something with a name in a source. */
export class Declaration {
  readonly members: Declaration[] = [];

  constructor(
    readonly kind: DeclarationKind,
    readonly name: Name,
    readonly node: DeclaringNode,
    readonly file: SourceFile,
    readonly parent: Declaration | undefined,
    readonly role?: VariableRole,
  ) {}

  get start(): number {
    return this.node.start;
  }

  get end(): number {
    return this.node.end;
  }

  /** The contract it stands in, or is. */
  get contract(): Declaration | undefined {
    for (let each: Declaration | undefined = this; each; each = each.parent) if (each.kind === "contract") return each;
    return undefined;
  }

  /** The type that is written before a variable. */
  get type(): TypeName | undefined {
    return this.variable?.type;
  }

  get variable(): Variable | undefined {
    return "kind" in this.node && this.node.kind === "variable" ? this.node : undefined;
  }

  get function(): FunctionItem | undefined {
    return "kind" in this.node && this.node.kind === "function" ? this.node : undefined;
  }

  get contractNode(): Contract | undefined {
    return "kind" in this.node && this.node.kind === "contract" ? this.node : undefined;
  }

  /** What is written between or before its parts: `public`, `view`, `memory` … */
  get words(): readonly string[] {
    return this.variable?.words ?? this.function?.words ?? [];
  }

  /** Parameters, in their order. */
  get parameters(): Declaration[] {
    return this.members.filter(({ role }) => role === "parameter");
  }

  /** Parameters, or the fields of a struct: what a call of it is given. */
  get taken(): Declaration[] {
    return this.kind === "struct" ? this.members : this.parameters;
  }

  get returns(): Declaration[] {
    return this.members.filter(({ role }) => role === "return");
  }

  /** Whether others than its contract and those that inherit from it may use it. */
  get isVisibleOutside(): boolean {
    const { words } = this;
    if (words.includes("public") || words.includes("external")) return true;
    // Before 0.5 a function without a word was public; in interfaces all are external.
    return this.function !== undefined && !words.includes("internal") && !words.includes("private");
  }

  get isPrivate(): boolean {
    return this.words.includes("private");
  }

  /** Whether it is a constructor of early releases: a function with the name of its contract. */
  get isOldConstructor(): boolean {
    return this.kind === "function" && this.parent?.kind === "contract" && this.name.text === this.parent.name.text;
  }

  get isConstructor(): boolean {
    return this.function?.form === "constructor" || this.isOldConstructor;
  }

  /** What a contract is made by; none where nothing is written. */
  get constructors(): Declaration[] {
    return this.kind === "contract" ? this.members.filter((each) => each.isConstructor) : [];
  }
}

/** An import of a file, and what it names. */
export interface ImportOf {
  readonly node: Import;
  readonly module: Declaration | undefined;
  readonly symbols: readonly { readonly name: Name; readonly alias: Declaration | undefined }[];
}

/** One text of one file, read and declared; what it means beside others is told by `Names`. */
export class SourceFile {
  readonly tokens: Tokens;
  readonly tree: SourceTree;
  readonly items: Declaration[] = [];
  readonly imports: ImportOf[] = [];
  readonly usings: Using[] = [];
  /** `using` of each contract. */
  readonly usingsOf = new Map<Declaration, Using[]>();
  #words: ReadonlySet<string> | undefined;
  #releases: readonly string[] | undefined;
  #named: ReadonlyMap<string, readonly Declaration[]> | undefined;

  constructor(
    readonly path: string,
    readonly text: string,
  ) {
    this.tokens = lex(text);
    this.tree = parseTokens(this.tokens);
    for (const item of this.tree.items) this.#declare(item, undefined);
  }

  /** All words of the text: a name that isn't among them isn't meant in this file. */
  get wordSet(): ReadonlySet<string> {
    this.#words ??= new Set(this.tokens.words);
    return this.#words;
  }

  /** Released compilers that the file's own pragmas allow, oldest first; the usual one where it has none. */
  get releases(): readonly string[] {
    if (!this.#releases) {
      const { pragmas } = readSourceHead(this.text);
      this.#releases = pragmas.length > 0 ? allowedReleases(pragmas) : [usualRelease([])];
    }
    return this.#releases;
  }

  /** The release that compiles it, as far as the file says. */
  get release(): string {
    return usualRelease(this.releases);
  }

  /** What stands at the top of the file under a name. */
  itemsNamed(name: string): readonly Declaration[] {
    if (!this.#named) {
      const named = new Map<string, Declaration[]>();
      for (const item of this.items) {
        const { text } = item.name;
        const known = named.get(text);
        if (known) known.push(item);
        else if (text !== "") named.set(text, [item]);
      }
      this.#named = named;
    }
    return this.#named.get(name) ?? [];
  }

  #add(declaration: Declaration): Declaration {
    if (declaration.parent) declaration.parent.members.push(declaration);
    else this.items.push(declaration);
    return declaration;
  }

  #variables(list: readonly Variable[], parent: Declaration, role: VariableRole): void {
    for (const each of list) this.#add(new Declaration("variable", each.name, each, this, parent, role));
  }

  #declare(item: Item, parent: Declaration | undefined): void {
    switch (item.kind) {
      case "contract": {
        const contract = this.#add(new Declaration("contract", item.name, item, this, parent));
        for (const each of item.items) this.#declare(each, contract);
        return;
      }
      case "function": {
        const kind = item.form === "modifier" ? "modifier" : "function";
        const declaration = this.#add(new Declaration(kind, item.name, item, this, parent));
        this.#variables(item.parameters, declaration, "parameter");
        this.#variables(item.returns, declaration, "return");
        return;
      }
      case "event":
      case "error":
        this.#variables(
          item.parameters,
          this.#add(new Declaration(item.kind, item.name, item, this, parent)),
          "parameter",
        );
        return;
      case "struct":
        this.#variables(item.fields, this.#add(new Declaration("struct", item.name, item, this, parent)), "field");
        return;
      case "enum": {
        const declaration = this.#add(new Declaration("enum", item.name, item, this, parent));
        for (const each of item.values) this.#add(new Declaration("enumValue", each, each, this, declaration));
        return;
      }
      case "valueType":
        this.#add(new Declaration("valueType", item.name, item, this, parent));
        return;
      case "variable":
        this.#add(new Declaration("variable", item.name, item, this, parent, parent ? "state" : "constant"));
        return;
      case "import":
        this.#import(item);
        return;
      case "using":
        if (parent) this.usingsOf.set(parent, [...(this.usingsOf.get(parent) ?? []), item]);
        else this.usings.push(item);
        return;
      default:
    }
  }

  #import(node: Import): void {
    const alias = (name: Name | undefined): Declaration | undefined =>
      name && new Declaration("alias", name, node, this, undefined);
    this.imports.push({
      node,
      module: alias(node.alias),
      symbols: (node.symbols ?? []).map(({ name, alias: own }) => ({ name, alias: alias(own) })),
    });
  }
}
