// The tree of a Solidity source as our own parser reads it: every release's language at once, and of what is half written as much as
// there is. Offsets are UTF-16 units; `end` is behind the last one.

export interface WithRange {
  readonly start: number;
  readonly end: number;
}

/** A name as it is written; empty where one is missing. */
export interface Name extends WithRange {
  readonly text: string;
}

// Types -------------------------------------------------------------------------------------------------------------------------------

interface ElementaryType extends WithRange {
  readonly kind: "elementaryType";
  /** `uint256`; aliases are written out, `address payable` is one name. */
  readonly name: string;
}
/** `a.b.C`. */
interface UserType extends WithRange {
  readonly kind: "userType";
  readonly path: readonly Name[];
}
interface MappingType extends WithRange {
  readonly kind: "mappingType";
  readonly key: TypeName | undefined;
  readonly value: TypeName | undefined;
}
interface ArrayType extends WithRange {
  readonly kind: "arrayType";
  readonly base: TypeName;
  readonly length: Expression | undefined;
}
interface FunctionType extends WithRange {
  readonly kind: "functionType";
  readonly parameters: readonly Variable[];
  readonly returns: readonly Variable[];
  readonly words: readonly string[];
}
export type TypeName = ElementaryType | UserType | MappingType | ArrayType | FunctionType;

// Expressions -------------------------------------------------------------------------------------------------------------------------

interface Identifier extends WithRange {
  readonly kind: "identifier";
  readonly name: Name;
}
export interface Literal extends WithRange {
  readonly kind: "literal";
  readonly of: "number" | "string" | "bool";
  /** As it is written; of texts that are joined the first. */
  readonly text: string;
  /** `ether`, `days` behind a number. */
  readonly unit?: string;
}
export interface Member extends WithRange {
  readonly kind: "member";
  readonly of: Expression;
  readonly name: Name;
}
export interface Index extends WithRange {
  readonly kind: "index";
  readonly of: Expression;
  readonly indexes: readonly Expression[];
  readonly slices: boolean;
}
/** `f(a, b)`, `f({x: a})`. */
export interface Call extends WithRange {
  readonly kind: "call";
  readonly callee: Expression;
  readonly values: readonly Expression[];
  /** Names of the values, where they are given by name. */
  readonly names: readonly Name[] | undefined;
  /** Behind the opening parenthesis, and where each comma stands. */
  readonly open: number;
  readonly commas: readonly number[];
}
/** `f{value: a}`. */
export interface CallOptions extends WithRange {
  readonly kind: "callOptions";
  readonly callee: Expression;
  readonly names: readonly Name[];
  readonly values: readonly Expression[];
}
interface Unary extends WithRange {
  readonly kind: "unary";
  readonly operator: string;
  readonly operand: Expression;
}
/** Operands of one precedence in a row: `a + b - c`. */
interface Binary extends WithRange {
  readonly kind: "binary";
  readonly operators: readonly string[];
  readonly operands: readonly Expression[];
}
interface Assignment extends WithRange {
  readonly kind: "assignment";
  readonly operator: string;
  readonly left: Expression;
  readonly right: Expression;
}
interface Conditional extends WithRange {
  readonly kind: "conditional";
  readonly condition: Expression;
  readonly yes: Expression;
  readonly no: Expression;
}
interface Tuple extends WithRange {
  readonly kind: "tuple";
  readonly items: readonly (Expression | undefined)[];
  /** `[a, b]`. */
  readonly isArray: boolean;
}
interface New extends WithRange {
  readonly kind: "new";
  readonly type: TypeName | undefined;
}
/** A type where an expression stands: `uint256(x)`, `abi.decode(x, (address payable))`. */
interface TypeExpression extends WithRange {
  readonly kind: "typeExpression";
  readonly type: TypeName;
}
/** Nothing, where an expression is missing. */
export interface Missing extends WithRange {
  readonly kind: "missing";
}
export type Expression =
  | Identifier
  | Literal
  | Member
  | Index
  | Call
  | CallOptions
  | Unary
  | Binary
  | Assignment
  | Conditional
  | Tuple
  | New
  | TypeExpression
  | Missing;

// Statements --------------------------------------------------------------------------------------------------------------------------

export interface Block extends WithRange {
  readonly kind: "block";
  readonly statements: readonly Statement[];
}
/** What has parts and no meaning of its own to names: conditions, loops, `return`, `emit`, `revert`. */
interface Compound extends WithRange {
  readonly kind: "compound";
  readonly word: string;
  readonly parts: readonly (Expression | Statement)[];
}
interface VariableStatement extends WithRange {
  readonly kind: "variableStatement";
  readonly variables: readonly (Variable | undefined)[];
  readonly value: Expression | undefined;
}
interface ExpressionStatement extends WithRange {
  readonly kind: "expressionStatement";
  readonly expression: Expression;
}
interface Try extends WithRange {
  readonly kind: "try";
  readonly call: Expression;
  readonly returns: readonly Variable[];
  readonly body: Block;
  readonly catches: readonly Catch[];
}
export interface Catch extends WithRange {
  readonly kind: "catch";
  readonly parameters: readonly Variable[];
  readonly body: Block;
}
interface Assembly extends WithRange {
  readonly kind: "assembly";
  readonly body: YulBlock;
}
export type Statement = Block | Compound | VariableStatement | ExpressionStatement | Try | Assembly;

// Yul ---------------------------------------------------------------------------------------------------------------------------------

export interface YulBlock extends WithRange {
  readonly kind: "yulBlock";
  readonly parts: readonly YulNode[];
}
/** `if`, `for`, `switch`, a case: parts in their order. `for` shares the scope of its first block. */
interface YulCompound extends WithRange {
  readonly kind: "yulCompound";
  readonly word: string;
  readonly parts: readonly YulNode[];
}
interface YulVariables extends WithRange {
  readonly kind: "yulVariables";
  readonly names: readonly Name[];
  readonly value: YulNode | undefined;
}
interface YulAssignment extends WithRange {
  readonly kind: "yulAssignment";
  readonly targets: readonly YulName[];
  readonly value: YulNode | undefined;
}
export interface YulFunction extends WithRange {
  readonly kind: "yulFunction";
  readonly name: Name;
  readonly parameters: readonly Name[];
  readonly returns: readonly Name[];
  readonly body: YulBlock;
}
export interface YulCall extends WithRange {
  readonly kind: "yulCall";
  readonly name: Name;
  readonly values: readonly YulNode[];
}
/** A name, with `.slot` and the like behind it. */
export interface YulName extends WithRange {
  readonly kind: "yulName";
  readonly path: readonly Name[];
}
export type YulNode = YulBlock | YulCompound | YulVariables | YulAssignment | YulFunction | YulCall | YulName;

// Declarations ------------------------------------------------------------------------------------------------------------------------

interface Pragma extends WithRange {
  readonly kind: "pragma";
  readonly text: string;
}
interface ImportSymbol {
  readonly name: Name;
  readonly alias: Name | undefined;
}
export interface Import extends WithRange {
  readonly kind: "import";
  /** The path without its quotes, and where the quoted text stands; empty while there is none. */
  readonly path: Name;
  /** `as M`, `* as M`. */
  readonly alias: Name | undefined;
  /** `{a, b as c}`. */
  readonly symbols: readonly ImportSymbol[] | undefined;
}
export interface Using extends WithRange {
  readonly kind: "using";
  /** Libraries and functions that are attached. */
  readonly paths: readonly { readonly path: readonly Name[]; readonly operator: boolean }[];
  readonly isList: boolean;
  /** Undefined: `*`. */
  readonly type: TypeName | undefined;
  readonly isGlobal: boolean;
}
export interface Inheritance extends WithRange {
  readonly path: readonly Name[];
  readonly values: readonly Expression[];
}
export interface Contract extends WithRange {
  readonly kind: "contract";
  readonly form: "contract" | "interface" | "library";
  readonly isAbstract: boolean;
  readonly name: Name;
  readonly bases: readonly Inheritance[];
  readonly items: readonly Item[];
  /** Where its body opens; its `end` where there is none. */
  readonly open: number;
}
/** A variable of any kind: state, constant, local, parameter, field. */
export interface Variable extends WithRange {
  readonly kind: "variable";
  readonly type: TypeName | undefined;
  /** `public`, `constant`, `memory`, `indexed` … */
  readonly words: readonly string[];
  readonly overrides: readonly (readonly Name[])[];
  readonly name: Name;
  readonly value: Expression | undefined;
}
export interface Invocation extends WithRange {
  readonly path: readonly Name[];
  readonly values: readonly Expression[];
  readonly hasValues: boolean;
}
export interface FunctionItem extends WithRange {
  readonly kind: "function";
  readonly form: "function" | "constructor" | "fallback" | "receive" | "modifier";
  readonly name: Name;
  readonly parameters: readonly Variable[];
  /** Behind the parenthesis that closes the parameters. */
  readonly headEnd: number;
  readonly returns: readonly Variable[];
  /** Visibility, mutability, `virtual`, `override`. */
  readonly words: readonly string[];
  readonly overrides: readonly (readonly Name[])[];
  /** Modifiers, and constructors of bases. */
  readonly invocations: readonly Invocation[];
  readonly body: Block | undefined;
}
export interface Struct extends WithRange {
  readonly kind: "struct";
  readonly name: Name;
  readonly fields: readonly Variable[];
}
export interface Enum extends WithRange {
  readonly kind: "enum";
  readonly name: Name;
  readonly values: readonly Name[];
}
export interface Signal extends WithRange {
  readonly kind: "event" | "error";
  readonly name: Name;
  readonly parameters: readonly Variable[];
}
/** `type T is uint256;` */
export interface ValueType extends WithRange {
  readonly kind: "valueType";
  readonly name: Name;
  readonly type: TypeName | undefined;
}
export type Item = Pragma | Import | Using | Contract | Variable | FunctionItem | Struct | Enum | Signal | ValueType;

/** A place where the source isn't as the language wants it. */
export type Fault = WithRange;

export interface SourceTree {
  readonly items: readonly Item[];
  readonly faults: readonly Fault[];
}
