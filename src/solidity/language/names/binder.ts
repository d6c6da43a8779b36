import { bytesIn } from "../syntax/literals";
import type {
  Call,
  CallOptions,
  Contract,
  Expression,
  FunctionItem,
  Index,
  Item,
  Member,
  Name,
  Statement,
  TypeName,
  Using,
  Variable,
} from "../syntax/nodes";
import { isStatement } from "../syntax/walk";
import type { Binding, BoundCall, Found, Reference, Where } from "./binding";
import { builtInMember, globalNames } from "./builtIns";
import { constantOf } from "./constants";
import { Declaration, type SourceFile } from "./declarations";
import type { Names } from "./names";
import { Scope } from "./scope";
import { becomesSigned, isTaken, keyOfType, nothing, type Type, unknownType, value } from "./types";
import { YulBinder } from "./yulBinder";

/** What a call gives, to choose among functions of one name. */
interface Given {
  readonly values: readonly Type[];
  readonly names: readonly string[] | undefined;
}

const assigns = new Set(["++", "--", "delete"]);
const compares = new Set(["==", "!=", "<", ">", "<=", ">=", "&&", "||"]);

class Binder {
  readonly references: Reference[] = [];
  readonly locals: Declaration[] = [];
  readonly calls: BoundCall[] = [];
  readonly unknown: Name[] = [];
  readonly scopes: Scope[] = [];
  readonly types = new Map<Expression, Type>();
  #contract: Declaration | undefined;
  #inside: Declaration | undefined;
  scope: Scope | undefined;
  /** Whether the expression that is read now is changed. */
  #writes = false;
  readonly #yul: YulBinder;

  constructor(
    private readonly file: SourceFile,
    private readonly names: Names,
  ) {
    this.#yul = new YulBinder(this);
  }

  get where(): Where {
    return { file: this.file, contract: this.#contract };
  }

  bindAll(): void {
    for (const one of this.file.imports) {
      const target = this.names.imported(this.file, one);
      for (const { name, alias } of one.symbols) {
        const found = target ? this.names.inFile(target, name.text) : [];
        this.refer(name, found);
        if (alias && found.length === 0) this.unknown.push(alias.name);
      }
    }
    for (const using of this.file.usings) this.#using(using);
    this.#items(this.file.tree.items, this.file.items);
  }

  // Declarations ----------------------------------------------------------------------------------------------------------------------

  #items(items: readonly Item[], declarations: readonly Declaration[]): void {
    const byNode = new Map<unknown, Declaration>(declarations.map((each) => [each.node, each]));
    for (const item of items) {
      const declaration = byNode.get(item);
      switch (item.kind) {
        case "contract":
          if (declaration) this.#boundContract(item, declaration);
          break;
        case "function":
          if (declaration) this.#function(item, declaration);
          break;
        case "variable":
          if (declaration) this.#variable(item, declaration);
          break;
        case "struct":
          for (const each of item.fields) this.type(each.type);
          break;
        case "event":
        case "error":
          for (const each of item.parameters) this.type(each.type);
          break;
        case "valueType":
          this.type(item.type);
          break;
        default:
      }
    }
  }

  #boundContract(node: Contract, declaration: Declaration): void {
    for (const { path, values } of node.bases) {
      this.path(path);
      this.#contract = declaration;
      for (const each of values) this.expression(each);
      this.#contract = undefined;
    }
    this.#contract = declaration;
    this.#inside = declaration;
    for (const using of this.file.usingsOf.get(declaration) ?? []) this.#using(using);
    this.#items(node.items, declaration.members);
    this.#contract = undefined;
    this.#inside = undefined;
  }

  #using(using: Using): void {
    for (const { path } of using.paths) this.path(path);
    this.type(using.type);
  }

  #variable(node: Variable, declaration: Declaration): void {
    const outer = this.#inside;
    this.#inside = declaration;
    this.type(node.type);
    for (const path of node.overrides) this.path(path);
    if (node.value) this.expression(node.value);
    this.#inside = outer;
  }

  #function(node: FunctionItem, declaration: Declaration): void {
    const outer = this.#inside;
    this.#inside = declaration;
    for (const each of [...node.parameters, ...node.returns]) this.type(each.type);
    this.within(node.start, node.end, () => {
      for (const each of declaration.members) this.scope?.add(each, node.start);
      for (const path of node.overrides) this.path(path);
      for (const { path, values, hasValues, start, end } of node.invocations) {
        this.path(path);
        const given = values.map((each) => this.expression(each));
        const to = this.names
          .named(path, this.where)
          .flatMap(({ declaration: meant }) => (meant.kind === "contract" ? meant.constructors : [meant]));
        if (!hasValues || to.length === 0) continue;
        const name = path.at(-1);
        const callee: Expression = { kind: "missing", start, end: name?.end ?? start };
        const open = (name?.end ?? start) + 1;
        const call: Call = { kind: "call", callee, values, names: undefined, open, commas: [], start, end };
        this.calls.push({
          node: call,
          to: this.#fitting(to, { values: given, names: undefined }, new Set()),
          isAttached: false,
          inside: declaration,
        });
      }
      if (node.body) for (const each of node.body.statements) this.#statement(each);
    });
    this.#inside = outer;
  }

  // Names -----------------------------------------------------------------------------------------------------------------------------

  within(start: number, end: number, read: () => void): void {
    const outer = this.scope;
    this.scope = new Scope(start, end, outer);
    this.scopes.push(this.scope);
    read();
    this.scope = outer;
  }

  /** Notes what is named at a place. */
  refer({ text, start }: Name, found: readonly Found[]): void {
    if (text === "") return;
    if (found.length === 0) {
      this.unknown.push({ text, start, end: start + text.length });
      return;
    }
    const aliases = new Set(found.map(({ alias }) => alias));
    this.references.push({
      start,
      end: start + text.length,
      to: found.map(({ declaration }) => declaration),
      alias: aliases.size === 1 ? found[0]?.alias : undefined,
      writes: this.#writes,
    });
  }

  path(path: readonly Name[]): void {
    const found = this.names.path(path, this.where);
    for (const [i, name] of path.entries()) this.refer(name, found[i] ?? []);
  }

  type(type: TypeName | undefined): void {
    switch (type?.kind) {
      case "userType":
        this.path(type.path);
        return;
      case "mappingType":
        this.type(type.key);
        this.type(type.value);
        return;
      case "arrayType":
        this.type(type.base);
        if (type.length) this.expression(type.length);
        return;
      case "functionType":
        for (const each of [...type.parameters, ...type.returns]) this.type(each.type);
        return;
      default:
    }
  }

  /** What a name without a dot means, the nearest first. */
  lookUp(name: Name): readonly Found[] {
    const local = this.scope?.find(name.text, name.start);
    return local ? [{ declaration: local, alias: undefined }] : this.names.inScope(name.text, this.where);
  }

  // Statements ------------------------------------------------------------------------------------------------------------------------

  #declareLocal(node: Variable, from: number): void {
    this.type(node.type);
    if (node.name.text === "") return;
    const declaration = new Declaration("variable", node.name, node, this.file, this.#inside, "local");
    this.locals.push(declaration);
    this.scope?.add(declaration, from);
  }

  declareYul(name: Name, node: ConstructorParameters<typeof Declaration>[2]): void {
    if (name.text === "") return;
    const declaration = new Declaration("yul", name, node, this.file, this.#inside);
    this.locals.push(declaration);
    this.scope?.add(declaration, this.scope.start);
  }

  #statement(node: Statement): void {
    switch (node.kind) {
      case "block":
        this.within(node.start, node.end, () => {
          for (const each of node.statements) this.#statement(each);
        });
        return;
      case "compound":
        this.within(node.start, node.end, () => {
          for (const each of node.parts) {
            if (isStatement(each)) this.#statement(each);
            else this.expression(each);
          }
        });
        return;
      case "variableStatement": {
        const type = node.value ? this.expression(node.value) : unknownType;
        for (const [i, each] of node.variables.entries()) {
          if (!each) continue;
          this.#declareLocal(each, node.end);
          const isInferred = !each.type || (each.type.kind === "elementaryType" && each.type.name === "var");
          const last = this.locals.at(-1);
          if (isInferred && last) this.inferred.set(last, type.is === "tuple" ? (type.items[i] ?? unknownType) : type);
        }
        return;
      }
      case "expressionStatement":
        this.expression(node.expression);
        return;
      case "try":
        this.expression(node.call);
        this.within(node.start, node.body.end, () => {
          for (const each of node.returns) this.#declareLocal(each, node.body.start);
          this.#statement(node.body);
        });
        for (const each of node.catches)
          this.within(each.start, each.end, () => {
            for (const one of each.parameters) this.#declareLocal(one, each.body.start);
            this.#statement(each.body);
          });
        return;
      default:
        this.#yul.bind(node.body);
    }
  }

  /** Types of `var`. */
  readonly inferred = new Map<Declaration, Type>();

  // Expressions -----------------------------------------------------------------------------------------------------------------------

  expression(node: Expression, given?: Given): Type {
    const type = this.#typeOf(node, given);
    this.types.set(node, type);
    return type;
  }

  #changed(node: Expression): Type {
    const outer = this.#writes;
    this.#writes = true;
    const type = this.expression(node);
    this.#writes = outer;
    return type;
  }

  /** What is read, though what stands around it is changed: `a` and `i` of `a.b[i] = 1`. */
  #unchanged(node: Expression): Type {
    const outer = this.#writes;
    this.#writes = false;
    const type = this.expression(node);
    this.#writes = outer;
    return type;
  }

  #typeOf(node: Expression, given?: Given): Type {
    switch (node.kind) {
      case "identifier":
        return this.#identifier(node.name, given);
      case "literal":
        if (node.of === "bool") return value("bool");
        return node.of === "number" ? { is: "number", text: node.text } : { is: "text", bytes: bytesIn(node) };
      case "member":
        return this.#member(node, given);
      case "index":
        return this.#index(node);
      case "call":
        return this.#call(node);
      case "callOptions":
        return this.#options(node, given);
      case "unary": {
        const type = assigns.has(node.operator) ? this.#changed(node.operand) : this.expression(node.operand);
        if (node.operator === "!") return value("bool");
        return type.is === "number" && node.operator === "-" ? { is: "number", text: `-${type.text}` } : type;
      }
      case "binary":
        return this.#binary(
          node.operators,
          node.operands.map((each) => this.expression(each)),
        );
      case "assignment":
        this.#unchanged(node.right);
        return this.#changed(node.left);
      case "conditional": {
        this.expression(node.condition);
        const yes = this.expression(node.yes);
        const no = this.expression(node.no);
        return yes.is === "number" || yes.is === "text" || yes.is === "unknown" ? no : yes;
      }
      case "tuple": {
        const items = node.items.map((each) => (each ? this.expression(each) : unknownType));
        if (node.isArray) return { is: "array", base: items[0] ?? unknownType, length: String(items.length) };
        return items.length === 1 && items[0] ? items[0] : { is: "tuple", items };
      }
      case "new": {
        this.type(node.type);
        const made = node.type ? this.names.typeNamed(node.type, this.where) : unknownType;
        return { is: "function", parameters: undefined, returns: [made] };
      }
      case "typeExpression":
        this.type(node.type);
        return { is: "type", type: this.names.typeNamed(node.type, this.where) };
      default:
        return unknownType;
    }
  }

  #identifier(name: Name, given?: Given): Type {
    const { text } = name;
    const contract = this.#contract;
    if (text === "this" || text === "super") {
      if (!contract) return unknownType;
      return text === "this" ? { is: "instance", of: contract } : { is: "super", of: contract };
    }
    const found = this.lookUp(name);
    if (found.length === 0) {
      const known = globalNames.get(text);
      if (!known && text !== "_") this.refer(name, []);
      return known ?? unknownType;
    }
    const [first] = found;
    if (found.length > 1) {
      const declarations = found.map(({ declaration }) => declaration);
      const fitting = this.#fitting(declarations, given, new Set());
      this.refer(
        name,
        found.filter(({ declaration }) => fitting.includes(declaration)),
      );
      return { is: "callable", of: fitting, attached: new Set() };
    }
    this.refer(name, found);
    return first ? this.typeOfDeclaration(first.declaration) : unknownType;
  }

  /** What the name of a declaration is as an expression. */
  typeOfDeclaration(declaration: Declaration): Type {
    switch (declaration.kind) {
      case "variable":
        return this.inferred.get(declaration) ?? this.names.typeOf(declaration);
      case "function":
      case "event":
      case "error":
      case "modifier":
        return { is: "callable", of: [declaration], attached: new Set() };
      case "enumValue":
        return declaration.parent ? { is: "instance", of: declaration.parent } : unknownType;
      case "alias": {
        const file = this.names.moduleOf(declaration);
        return file ? { is: "module", file } : unknownType;
      }
      case "yul":
        return unknownType;
      default:
        return { is: "type", type: { is: "instance", of: declaration } };
    }
  }

  /** Those of several functions that take what is given. */
  #fitting(
    functions: readonly Declaration[],
    given: Given | undefined,
    attached: ReadonlySet<Declaration>,
  ): readonly Declaration[] {
    if (!given || functions.length < 2) return functions;
    const fitting = functions.filter((each) => {
      const all = each.kind === "variable" ? [] : each.parameters;
      const parameters = attached.has(each) ? all.slice(1) : all;
      if (parameters.length !== given.values.length) return false;
      if (given.names) {
        const { names } = given;
        return parameters.every((parameter) => {
          const at = names.indexOf(parameter.name.text);
          const type = given.values[at];
          return type !== undefined && isTaken(type, this.names.typeOf(parameter), this.names.inherits);
        });
      }
      return parameters.every((parameter, i) => {
        const type = given.values[i];
        return type !== undefined && isTaken(type, this.names.typeOf(parameter), this.names.inherits);
      });
    });
    if (fitting.length < 2) return fitting.length === 0 ? functions : fitting;
    return this.#exact(fitting, given, attached);
  }

  /** Where several take it, the one whose types are the very same; a number that is written is taken by several alike. */
  #exact(fitting: readonly Declaration[], given: Given, attached: ReadonlySet<Declaration>): readonly Declaration[] {
    if (given.names) return fitting;
    const whereAll = (isGood: (from: Type, to: Type) => boolean): readonly Declaration[] =>
      fitting.filter((each) => {
        const parameters = attached.has(each) ? each.parameters.slice(1) : each.parameters;
        return parameters.every((parameter, i) => {
          const type = given.values[i];
          if (!type || type.is === "number" || type.is === "text" || type.is === "unknown") return true;
          return isGood(type, this.names.typeOf(parameter));
        });
      });
    const exact = whereAll((from, to) => keyOfType(from) === keyOfType(to));
    if (exact.length === 1) return exact;
    const alike = whereAll((from, to) => !becomesSigned(from, to));
    return alike.length === 1 ? alike : fitting;
  }

  #member(node: Member, given?: Given): Type {
    const of = this.#unchanged(node.of);
    const { name } = node;
    if (name.text === "") return unknownType;
    const declared = this.declaredMembers(of, name.text);
    const attached = this.names.attached(of, this.where, name.text);
    const known = builtInMember(of, name.text);
    const all = [...declared, ...attached.map((declaration): Found => ({ declaration, alias: undefined }))];
    if (all.length === 0) {
      if (!known && of.is !== "unknown") this.refer(name, []);
      if (!known && of.is === "unknown") this.unknown.push(name);
      return known ?? unknownType;
    }
    const set = new Set(attached);
    const fitting = this.#fitting(
      all.map(({ declaration }) => declaration),
      given,
      set,
    );
    this.refer(
      name,
      all.filter(({ declaration }) => fitting.includes(declaration)),
    );
    const [first] = fitting;
    if (!first) return unknownType;
    if (fitting.length > 1 || set.has(first)) return { is: "callable", of: fitting, attached: set };
    const isOutside = of.is === "instance" && of.of.kind === "contract";
    if (isOutside && first.kind === "variable")
      return { is: "getter", of: first, type: this.names.getterResult(first) };
    return this.typeOfDeclaration(first);
  }

  /** What is declared of a name behind a value, a type or a file. */
  declaredMembers(of: Type, name: string): readonly Found[] {
    const found = (list: readonly Declaration[] = []): Found[] =>
      list.map((declaration) => ({ declaration, alias: undefined }));
    switch (of.is) {
      case "module":
        return this.names.inFile(of.file, name);
      case "super":
        return found(this.names.behindSuper(of.of, name));
      case "type":
        return of.type.is === "instance" ? this.names.inside(of.type.of, name) : [];
      case "instance":
        if (of.of.kind === "struct") return found(of.of.members.filter((each) => each.name.text === name));
        if (of.of.kind !== "contract") return [];
        return found(
          (this.names.contractNames(of.of).get(name) ?? []).filter(
            (each) => (each.kind === "function" || each.kind === "variable") && each.isVisibleOutside,
          ),
        );
      default:
        return [];
    }
  }

  #index(node: Index): Type {
    const of = this.expression(node.of);
    for (const each of node.indexes) this.#unchanged(each);
    if (node.slices) return of;
    switch (of.is) {
      case "array":
        return of.base;
      case "mapping":
        return of.value;
      case "value":
        return value(of.name === "bytes" ? "bytes1" : of.name.startsWith("bytes") ? "bytes1" : of.name);
      case "type": {
        const [length] = node.indexes;
        const known = length && constantOf(this.names, length, this.where);
        const text = length && (known?.toString() ?? this.file.text.slice(length.start, length.end));
        return { is: "type", type: { is: "array", base: of.type, length: text } };
      }
      default:
        return unknownType;
    }
  }

  #options(node: CallOptions, given?: Given): Type {
    const type = this.expression(node.callee, given);
    for (const each of node.values) this.#unchanged(each);
    return type;
  }

  #call(node: Call): Type {
    const values = node.values.map((each) => this.#unchanged(each));
    const given: Given = { values, names: node.names?.map(({ text }) => text) };
    const outer = this.#writes;
    this.#writes = false;
    const callee = this.expression(node.callee, given);
    this.#writes = outer;
    const to = this.#calledBy(callee);
    if (to.length > 0) {
      const [first] = to;
      const isAttached = callee.is === "callable" && first !== undefined && callee.attached.has(first);
      this.calls.push({ node, to, isAttached, inside: this.#inside });
      for (const name of node.names ?? []) {
        const parameters = to.flatMap(({ taken }) => taken);
        const meant = parameters.filter((each) => each.name.text === name.text);
        this.refer(
          name,
          meant.map((declaration) => ({ declaration, alias: undefined })),
        );
      }
    }
    return this.#result(node, callee, values);
  }

  #calledBy(callee: Type): readonly Declaration[] {
    if (callee.is === "callable") return callee.of;
    if (callee.is === "getter") return [callee.of];
    if (callee.is === "type" && callee.type.is === "instance" && callee.type.of.kind === "struct")
      return [callee.type.of];
    if (callee.is !== "function") return [];
    const [made] = callee.returns;
    if (callee.parameters || made?.is !== "instance" || made.of.kind !== "contract") return [];
    return made.of.constructors;
  }

  #result(node: Call, callee: Type, values: readonly Type[]): Type {
    switch (callee.is) {
      case "callable": {
        const [first] = callee.of;
        if (first?.kind !== "function") return nothing;
        return this.#asResult(first.returns.map((each) => this.names.typeOf(each)));
      }
      case "getter":
        return callee.type;
      case "function":
        return this.#asResult(this.#wrapped(node, callee.returns));
      case "type":
        return callee.type;
      case "builtIn":
        if (callee.name === "type") return values[0]?.is === "type" ? values[0] : unknownType;
        return callee.name === "decode" ? this.#decoded(values[1]) : unknownType;
      default:
        return unknownType;
    }
  }

  /** `T.wrap(x)` is a `T`, `T.unwrap(x)` what it stands for. */
  #wrapped({ callee }: Call, returns: readonly Type[]): readonly Type[] {
    if (callee.kind !== "member" || (callee.name.text !== "wrap" && callee.name.text !== "unwrap")) return returns;
    const of = this.types.get(callee.of);
    if (of?.is !== "type" || of.type.is !== "instance" || of.type.of.kind !== "valueType") return returns;
    const { of: declaration } = of.type;
    if (callee.name.text === "wrap") return [of.type];
    return [this.names.underlying(declaration) ?? unknownType];
  }

  #decoded(types: Type | undefined): Type {
    const inner = (each: Type): Type => (each.is === "type" ? each.type : unknownType);
    if (types?.is === "tuple") return { is: "tuple", items: types.items.map(inner) };
    return types ? inner(types) : unknownType;
  }

  #asResult(types: readonly Type[]): Type {
    const [first] = types;
    return types.length === 1 && first ? first : { is: "tuple", items: types };
  }

  #binary(operators: readonly string[], operands: readonly Type[]): Type {
    const [operator = ""] = operators;
    if (compares.has(operator)) return value("bool");
    const [first = unknownType] = operands;
    if (operator === "<<" || operator === ">>" || operator === ">>>" || operator === "**")
      return first.is === "number" ? value("uint256") : first;
    return operands.reduce((left, right) => this.#common(left, right));
  }

  #common(left: Type, right: Type): Type {
    if (left.is === "unknown" || left.is === "number" || left.is === "text") {
      if (left.is === "number" && right.is === "number") return { is: "number", text: "1" };
      return right.is === "unknown" ? left : right;
    }
    if (right.is === "unknown" || right.is === "number" || right.is === "text") return left;
    return isTaken(left, right, this.names.inherits) ? right : left;
  }
}

/** Finds what every name of a file means. */
export function bindFile(file: SourceFile, names: Names): Binding {
  const binder = new Binder(file, names);
  binder.bindAll();
  return {
    file,
    references: binder.references.sort((left, right) => left.start - right.start),
    locals: binder.locals.sort((left, right) => left.name.start - right.name.start),
    calls: binder.calls,
    unknown: binder.unknown,
    scopes: binder.scopes,
    typeOf: (expression) => binder.types.get(expression) ?? unknownType,
  };
}
