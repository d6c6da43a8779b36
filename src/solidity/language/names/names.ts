import { compareVersions } from "../../../text/versions";
import type { Name, TypeName, Using } from "../syntax/nodes";
import { type Binding, type Found, type Where, whereOf } from "./binding";
import { constantOf } from "./constants";
import type { Declaration, ImportOf, SourceFile } from "./declarations";
import { isTaken, keyOfType, type Type, unknownType, value } from "./types";

/** The files that names may come from. */
interface SourceFiles {
  file(path: string): SourceFile | undefined;
  /** Path of the file that an import means; undefined where there is none. */
  imported(from: SourceFile, path: string): string | undefined;
}

const maxBases = 400;
/** Bases, and members of these, that all contracts of a project have in all, at most: what has more is a bomb. */
const maxSteps = 1_000_000;

/** The language's order of a contract and of lists of bases, each in its order: who comes behind another in any list comes later. */
function merged(contract: Declaration, lists: readonly (readonly Declaration[])[]): readonly Declaration[] {
  const heads = lists.map(() => 0);
  const headOf = (list: number): Declaration | undefined => lists[list]?.[heads[list] ?? 0];
  const behind = new Map<Declaration, number>();
  for (const list of lists) for (const each of list.slice(1)) behind.set(each, (behind.get(each) ?? 0) + 1);
  const line = new Set([contract]);
  while (line.size < maxBases) {
    const first = lists.map((_, list) => headOf(list)).filter((head) => head !== undefined);
    // In an order that can't be kept the first is taken: the compiler refuses it.
    const next = first.find((head) => !behind.get(head)) ?? first[0];
    if (!next) break;
    line.add(next);
    for (const list of lists.keys()) {
      if (headOf(list) !== next) continue;
      heads[list] = (heads[list] ?? 0) + 1;
      const head = headOf(list);
      if (head) behind.set(head, (behind.get(head) ?? 1) - 1);
    }
  }
  return [...line];
}
const none: readonly Found[] = [];

/** What libraries may be attached to. */
const attachable = new Set<Type["is"]>([
  "value",
  "number",
  "text",
  "array",
  "mapping",
  "instance",
  "function",
  "callable",
]);

/** Whether compilers before 0.7 may read a file. */
const isBeforeSeven = ({ releases: [oldest] }: SourceFile): boolean =>
  oldest !== undefined && compareVersions(oldest, "0.7.0") < 0;

/**
 * What the names of sources mean, by the language's rules: imports, inheritance, attached libraries, overloads. Good for one state of all
 * files: after a change there is another one. Answers are made when they are asked for, and kept.
 */
export class Names {
  readonly #bindings = new Map<SourceFile, Binding>();
  readonly #found = new Map<SourceFile, Map<string, readonly Found[]>>();
  readonly #closures = new Map<SourceFile, readonly SourceFile[]>();
  readonly #attached = new Map<Declaration | SourceFile, Map<string, readonly Declaration[]>>();
  readonly #differentUsings = new Map<readonly Using[], readonly Using[]>();
  readonly #lines = new Map<Declaration, readonly Declaration[]>();
  /** Bases and inherited members that were gone through. */
  #steps = 0;
  readonly #bases = new Map<Declaration, readonly Declaration[]>();
  readonly #contractNames = new Map<Declaration, ReadonlyMap<string, readonly Declaration[]>>();
  readonly #types = new Map<TypeName, Type>();
  readonly #keys = new Map<Declaration, string>();

  /** @param bindNames finds what every name of a file means, by the answers of these names */
  constructor(
    private readonly files: SourceFiles,
    private readonly bindNames: (file: SourceFile, names: Names) => Binding,
  ) {}

  /** Everything that is named in a file. */
  bind(file: SourceFile): Binding {
    const kept = this.#bindings.get(file);
    if (kept) return kept;
    const binding = this.bindNames(file, this);
    this.#bindings.set(file, binding);
    return binding;
  }

  imported(file: SourceFile, { node }: ImportOf): SourceFile | undefined {
    if (node.path.text === "") return undefined;
    const path = this.files.imported(file, node.path.text);
    return path === undefined ? undefined : this.files.file(path);
  }

  /** A file, and those whose names it takes whole, by imports without names. */
  closure(file: SourceFile): readonly SourceFile[] {
    const kept = this.#closures.get(file);
    if (kept) return kept;
    const files = new Set([file]);
    for (const each of files) {
      for (const one of each.imports) {
        if (one.module || one.node.symbols) continue;
        const target = this.imported(each, one);
        if (target) files.add(target);
      }
    }
    const closure = [...files];
    this.#closures.set(file, closure);
    return closure;
  }

  /** What a name means at the top of a file. */
  inFile(file: SourceFile, name: string): readonly Found[] {
    let known = this.#found.get(file);
    if (!known) {
      known = new Map();
      this.#found.set(file, known);
    }
    const kept = known.get(name);
    if (kept) return kept;
    // Files may import each other's names in a circle.
    known.set(name, none);
    const found = new Map<Declaration, Found>();
    for (const each of this.closure(file)) {
      for (const declaration of each.itemsNamed(name)) found.set(declaration, { declaration, alias: undefined });
      for (const one of each.imports)
        for (const next of this.#byImport(each, one, name)) found.set(next.declaration, next);
    }
    const list = [...found.values()];
    known.set(name, list);
    return list;
  }

  #byImport(file: SourceFile, one: ImportOf, name: string): readonly Found[] {
    if (one.module?.name.text === name) return [{ declaration: one.module, alias: undefined }];
    return one.symbols.flatMap(({ name: own, alias }) => {
      if ((alias?.name.text ?? own.text) !== name) return [];
      const target = this.imported(file, one);
      const found = target ? this.inFile(target, own.text) : [];
      return alias ? found.map(({ declaration }) => ({ declaration, alias })) : found;
    });
  }

  /** The file that an alias stands for. */
  moduleOf(alias: Declaration): SourceFile | undefined {
    const one = alias.file.imports.find(({ module }) => module === alias);
    return one && this.imported(alias.file, one);
  }

  /** What a path of names means, each of its names; the list ends where one means nothing. */
  path(path: readonly Name[], where: Where): readonly (readonly Found[])[] {
    const [first, ...rest] = path;
    if (!first) return [];
    let found = this.inScope(first.text, where);
    const list = [found];
    for (const { text } of rest) {
      const [holder] = found;
      if (!holder || text === "") break;
      found = this.inside(holder.declaration, text);
      list.push(found);
    }
    return list;
  }

  /** What the whole path means. */
  named(path: readonly Name[], where: Where): readonly Found[] {
    const found = this.path(path, where);
    return found.length === path.length ? (found.at(-1) ?? none) : none;
  }

  /** What a name means in a contract, or at the top of its file. */
  inScope(name: string, { file, contract }: Where): readonly Found[] {
    if (name === "") return none;
    const own = contract ? this.contractNames(contract).get(name) : undefined;
    return own ? own.map((declaration) => ({ declaration, alias: undefined })) : this.inFile(file, name);
  }

  /** What a name means behind the name of a contract, enum or file. */
  inside(holder: Declaration, name: string): readonly Found[] {
    if (holder.kind === "alias") {
      const file = this.moduleOf(holder);
      return file ? this.inFile(file, name) : none;
    }
    const members =
      holder.kind === "contract"
        ? (this.contractNames(holder).get(name) ?? [])
        : holder.kind === "enum"
          ? holder.members.filter((each) => each.name.text === name)
          : [];
    return members.map((declaration) => ({ declaration, alias: undefined }));
  }

  /** The contracts that a contract names as its bases. */
  basesOf(contract: Declaration): readonly Declaration[] {
    const kept = this.#bases.get(contract);
    if (kept) return kept;
    this.#bases.set(contract, []);
    const where: Where = { file: contract.file, contract: undefined };
    const bases = (contract.contractNode?.bases ?? []).flatMap(({ path }) => {
      const found = this.named(path, where)[0]?.declaration;
      return found?.kind === "contract" && found !== contract ? [found] : [];
    });
    this.#bases.set(contract, bases);
    return bases;
  }

  /** A contract and all that it inherits from, itself first, in the language's order. */
  line(contract: Declaration): readonly Declaration[] {
    const kept = this.#lines.get(contract);
    if (kept) return kept;
    const waiting = [contract];
    const below = new Set(waiting);
    for (let each = waiting.at(-1); each; each = waiting.at(-1)) {
      // A contract that inherits from itself has no bases.
      const next = this.#lines.has(each)
        ? undefined
        : this.basesOf(each).find((base) => !this.#lines.has(base) && !below.has(base));
      if (next) {
        waiting.push(next);
        below.add(next);
      } else {
        if (!this.#lines.has(each)) this.#lines.set(each, this.#lineOf(each));
        waiting.pop();
      }
    }
    return this.#lines.get(contract) ?? [contract];
  }

  /** The line of a contract whose bases have theirs. */
  #lineOf(contract: Declaration): readonly Declaration[] {
    if (this.#steps >= maxSteps) return [contract];
    const bases = [...this.basesOf(contract)].reverse();
    const line = merged(contract, [...bases.map((each) => this.#lines.get(each) ?? [each]), bases]);
    this.#steps += line.length;
    return line;
  }

  readonly inherits = (contract: Declaration, base: Declaration): boolean => this.line(contract).includes(base);

  /** Names of a contract's own and inherited members; of functions with the same parameters the nearest. */
  contractNames(contract: Declaration): ReadonlyMap<string, readonly Declaration[]> {
    const kept = this.#contractNames.get(contract);
    if (kept) return kept;
    const names = new Map<string, Declaration[]>();
    // Types of parameters are looked up in here, too.
    this.#contractNames.set(contract, names);
    const line = this.line(contract);
    for (const each of this.#steps < maxSteps ? line : [contract]) {
      this.#steps += each.members.length + 1;
      for (const member of each.members) {
        const name = member.name.text;
        if (name === "" || member.isOldConstructor) continue;
        if (each !== contract && member.isPrivate) continue;
        const known = names.get(name);
        if (!known) names.set(name, [member]);
        else if (known[0]?.kind === member.kind && (member.kind === "function" || member.kind === "event"))
          known.push(member);
      }
    }
    for (const [name, list] of names) if (list.length > 1) names.set(name, this.#nearest(list));
    return names;
  }

  /** The functions behind `super.`, of one name or all: what bases have written, of those with the same parameters the nearest. */
  behindSuper(contract: Declaration, name?: string): Declaration[] {
    const seen = new Set<string>();
    return this.line(contract)
      .slice(1)
      .flatMap(({ members }) => members)
      .filter((each) => {
        if (each.function?.form !== "function" || !each.function.body) return false;
        if (each.isPrivate || each.isOldConstructor || (name !== undefined && each.name.text !== name)) return false;
        const key = `${each.name.text}(${this.parameterKey(each)})`;
        return seen.has(key) ? false : seen.add(key);
      });
  }

  #nearest(list: readonly Declaration[]): Declaration[] {
    const keys = new Set<string>();
    return list.filter((each) => {
      const key = this.parameterKey(each);
      if (keys.has(key)) return false;
      keys.add(key);
      return true;
    });
  }

  /** A text that declarations with the same parameters share. */
  parameterKey(declaration: Declaration): string {
    const kept = this.#keys.get(declaration);
    if (kept !== undefined) return kept;
    const types =
      declaration.kind === "variable"
        ? this.getterParameters(declaration)
        : declaration.parameters.map((each) => this.typeOf(each));
    const key = types.map(keyOfType).join(",");
    this.#keys.set(declaration, key);
    return key;
  }

  /** The type of a variable, as it is written. */
  typeOf(variable: Declaration): Type {
    return variable.type ? this.typeNamed(variable.type, whereOf(variable)) : unknownType;
  }

  /** What a written type means. */
  typeNamed(type: TypeName, where: Where): Type {
    const kept = this.#types.get(type);
    if (kept) return kept;
    this.#types.set(type, unknownType);
    const meant = this.#typeNamed(type, where);
    this.#types.set(type, meant);
    return meant;
  }

  #typeNamed(type: TypeName, where: Where): Type {
    const inner = (each: TypeName | undefined): Type => (each ? this.typeNamed(each, where) : unknownType);
    switch (type.kind) {
      case "elementaryType":
        return type.name === "var" ? unknownType : value(type.name);
      case "arrayType": {
        const { length } = type;
        const known = length && constantOf(this, length, where);
        const text =
          known === undefined && length ? where.file.text.slice(length.start, length.end) : known?.toString();
        return { is: "array", base: inner(type.base), length: text };
      }
      case "mappingType":
        return { is: "mapping", key: inner(type.key), value: inner(type.value) };
      case "functionType": {
        const [parameters, returns] = [type.parameters, type.returns].map((list) =>
          list.map((each) => inner(each.type)),
        );
        return { is: "function", parameters, returns: returns ?? [] };
      }
      default: {
        const found = this.named(type.path, where)[0]?.declaration;
        return found && ["contract", "struct", "enum", "valueType"].includes(found.kind)
          ? { is: "instance", of: found }
          : unknownType;
      }
    }
  }

  /** What a value type stands for. */
  underlying(declaration: Declaration): Type | undefined {
    const { node } = declaration;
    const type = "kind" in node && node.kind === "valueType" ? node.type : undefined;
    return type && this.typeNamed(type, whereOf(declaration));
  }

  /** What the function that gives a public variable takes. */
  getterParameters(variable: Declaration): Type[] {
    const types: Type[] = [];
    let type = this.typeOf(variable);
    for (;;) {
      if (type.is === "mapping") {
        types.push(type.key);
        type = type.value;
      } else if (type.is === "array") {
        types.push(value("uint256"));
        type = type.base;
      } else return types;
    }
  }

  /** What the function that gives a public variable gives; of a struct its fields that aren't lists. */
  getterResult(variable: Declaration): Type {
    let type = this.typeOf(variable);
    while (type.is === "mapping" || type.is === "array") type = type.is === "mapping" ? type.value : type.base;
    if (type.is !== "instance" || type.of.kind !== "struct") return type;
    const items = type.of.members
      .map((field) => this.typeOf(field))
      .filter((each) => each.is !== "mapping" && each.is !== "array");
    return items.length === 1 && items[0] ? items[0] : { is: "tuple", items };
  }

  /** Functions that `using … for …` puts behind a value; of one name, or all. */
  attached(type: Type, where: Where, name?: string): readonly Declaration[] {
    if (!attachable.has(type.is)) return [];
    const holder = where.contract ?? where.file;
    const kept = this.#attached.get(holder) ?? new Map<string, readonly Declaration[]>();
    this.#attached.set(holder, kept);
    // a number or a text goes where it fits: what is attached depends on which it is
    const isLiteral = type.is === "number" || type.is === "text";
    const key = JSON.stringify([keyOfType(type), name ?? null]);
    const known = isLiteral ? undefined : kept.get(key);
    if (known) return known;
    const found = this.#findAttached(type, where, name);
    if (!isLiteral) kept.set(key, found);
    return found;
  }

  #findAttached(type: Type, where: Where, name: string | undefined): Declaration[] {
    const functions = new Set<Declaration>();
    for (const { using, at } of this.#usings(type, where)) {
      if (using.type && !this.#isMeant(type, this.typeNamed(using.type, at))) continue;
      for (const { path, operator } of using.paths) {
        if (operator || (using.isList && name !== undefined && path.at(-1)?.text !== name)) continue;
        for (const { declaration } of this.named(path, at)) {
          const list = declaration.kind === "contract" ? declaration.members : [declaration];
          for (const each of list) {
            if (each.kind !== "function" || each.isPrivate || (name !== undefined && each.name.text !== name)) continue;
            const [first] = each.parameters;
            if (first && isTaken(type, this.typeOf(first), this.inherits)) functions.add(each);
          }
        }
      }
    }
    return [...functions];
  }

  /** Each `using` once, however often it is written. */
  #different(usings: readonly Using[] | undefined, { text }: SourceFile): readonly Using[] {
    if (!usings) return [];
    const kept = this.#differentUsings.get(usings);
    if (kept) return kept;
    const found = [...new Map(usings.map((each) => [text.slice(each.start, each.end), each])).values()];
    this.#differentUsings.set(usings, found);
    return found;
  }

  *#usings(type: Type, where: Where): Iterable<{ using: Using; at: Where }> {
    const { file, contract } = where;
    const top: Where = { file, contract: undefined };
    // Until 0.7 contracts inherited what their bases attach.
    if (contract)
      for (const each of isBeforeSeven(file) ? this.line(contract) : [contract])
        for (const using of this.#different(each.file.usingsOf.get(each), each.file))
          yield { using, at: whereOf(each) };
    for (const using of this.#different(file.usings, file)) yield { using, at: top };
    const home = type.is === "instance" ? type.of.file : undefined;
    if (!home || home === file) return;
    for (const using of this.#different(home.usings, home))
      if (using.isGlobal) yield { using, at: { file: home, contract: undefined } };
  }

  #isMeant(type: Type, wanted: Type): boolean {
    if (type.is === "number" || type.is === "text") return isTaken(type, wanted, this.inherits);
    if (keyOfType(type) === keyOfType(wanted)) return true;
    return type.is === "value" && wanted.is === "value" && type.name === "address payable" && wanted.name === "address";
  }
}
