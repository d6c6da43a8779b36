// Where `forge fmt` breaks lines otherwise than the plugin does, told to prettier as documents of its own: heads of functions, lists in
// brackets, what is assigned and given back. All else stays the plugin's.
import type { AstPath, Doc, Plugin, Printer } from "prettier";
import { builders, printer, utils } from "prettier/doc";
import type { Style } from "./style";

const { conditionalGroup, fill, group, hardline, ifBreak, indent, join, line, softline } = builders;

/** A node of the plugin's tree, as far as it is looked at here. */
interface Node {
  readonly type: string;
  readonly [name: string]: unknown;
}

type Options = Parameters<Printer<Node>["print"]>[1];
type Print = (path: AstPath<Node>) => Doc;
type Own = (path: AstPath<Node>, options: Options, print: Print) => Doc | undefined;

const nodesIn = (value: unknown): readonly (Node | null)[] => (Array.isArray(value) ? (value as (Node | null)[]) : []);
const nodeIn = (value: unknown): Node | undefined => (value as Node | null | undefined) ?? undefined;
const isEmpty = (value: unknown): boolean => nodesIn(value).length === 0;

/** A comment that is the node's own to print: the plugin knows where. */
const hasLooseComment = ({ comments }: Node): boolean =>
  nodesIn(comments).some((comment) => !comment?.["leading"] && !comment?.["trailing"]);

const printed = (path: AstPath<Node>, print: Print, name: string): Doc[] => path.map(print as never, name as never);
const printedOne = (path: AstPath<Node>, print: Print, name: string): Doc => path.call(print as never, name as never);

/** A list in brackets: on one line; else on a line of its own; else an item a line. */
const compactList = (
  open: string,
  items: readonly Doc[],
  close: string,
  space: typeof line | typeof softline = softline,
) => group([open, indent([space, group(join([",", line], [...items]))]), space, close]);

/** What has gaps, as `(, uint256 a,)`: no space stands before a gap. */
function gapped(items: readonly Doc[], nodes: readonly (Node | null)[]): Doc[] {
  return items.flatMap((item, at): Doc[] => (at === 0 ? [item] : [nodes[at] ? [",", line] : ",", item]));
}

/** Columns that a document takes on one line; undefined: it takes several. */
function widthOf(doc: Doc, options: Options): number | undefined {
  if (utils.willBreak(doc)) return undefined;
  const { formatted } = printer.printDocToString(doc, { ...options, printWidth: Number.POSITIVE_INFINITY } as never);
  return formatted.includes("\n") ? undefined : formatted.length;
}

/** A statement with its end, which `forge fmt` doesn't count. What has comments has it at its place: they would come before it. */
const ended = (...statement: readonly Doc[]): Doc => [
  ...statement,
  statement.some((each) => utils.willBreak(each)) ? ";" : builders.lineSuffix(";"),
];

const indenting = new Set(["ContractDefinition", "Block", "AssemblyBlock"]);

/** Columns before a statement. */
function columnsBefore(path: AstPath<Node>, { tabWidth }: Options): number {
  let steps = 0;
  for (const [at, { type }] of path.ancestors.entries()) {
    const inner = at === 0 ? path.node : path.ancestors[at - 1];
    if (indenting.has(type)) steps++;
    else if (bodies.has(type) && inner?.type !== "Block" && inner?.type !== type) steps++;
  }
  return steps * tabWidth;
}
const bodies = new Set(["IfStatement", "ForStatement", "WhileStatement"]);

/**
 * What is assigned: behind the sign where all fits, on a line of its own where it fits there or can't be broken, else behind the sign and
 * broken itself.
 * @param end columns behind it that have to fit, too
 */
function assigned(
  path: AstPath<Node>,
  options: Options,
  [left, sign, right]: readonly [Doc, string, Doc],
  end = 0,
): Doc {
  const [before, own, given] = [columnsBefore(path, options), widthOf(left, options), widthOf(right, options)];
  if (own === undefined || given === undefined) return [left, ` ${sign} `, right];
  const overflows = before + own + sign.length + 2 + given + end > options.printWidth;
  const fitsAlone =
    isWhole(nodeIn(path.node["initialValue"])) || before + options.tabWidth + given + 1 <= options.printWidth;
  const breaksBefore = before + own > options.printWidth;
  return overflows && fitsAlone && !breaksBefore
    ? [left, ` ${sign}`, indent([hardline, right])]
    : [left, ` ${sign} `, right];
}

/** A value that stays on one line, however long it is. */
const isWhole = (node: Node | undefined): boolean =>
  node?.type === "HexLiteral" ||
  node?.type === "NumberLiteral" ||
  (node?.type === "StringLiteral" && nodesIn(node["parts"]).length < 2);

const headWord = (node: Node, options: Options): string => {
  if (node["isConstructor"] && !node["name"]) return "constructor";
  if (node["name"]) return `function ${String(node["name"])}`;
  if (node["isReceiveEther"]) return "receive";
  const start = options.locStart(node);
  return options.originalText.startsWith("fallback", start) ? "fallback" : "function";
};

/** Heads of functions; `all`: parameters that have no room on a line with the attributes have a line each, as these have. */
const functionHead =
  (heads: Style["heads"]): Own =>
  (path, options, print) => {
    const { node } = path;
    if (hasLooseComment(node)) return undefined;
    const start = headWord(node, options);
    const parameters = printed(path, print, "parameters");
    const overridden = nodesIn(node["override"]);
    const returns = nodesIn(node["returnParameters"]);
    const attributes: Doc[] = [
      ...(node["visibility"] && node["visibility"] !== "default" ? [String(node["visibility"])] : []),
      ...(node["stateMutability"] ? [String(node["stateMutability"])] : []),
      ...(node["isVirtual"] ? ["virtual"] : []),
      ...(node["override"]
        ? [overridden.length === 0 ? "override" : ["override(", join(", ", printed(path, print, "override")), ")"]]
        : []),
      ...(isEmpty(node["modifiers"]) ? [] : printed(path, print, "modifiers")),
      ...(returns.length > 0 ? [["returns ", compactReturns(printed(path, print, "returnParameters"))]] : []),
    ];
    const body = nodeIn(node["body"]);
    const isPlain = isEmpty(node["modifiers"]) && !node["override"] && returns.length === 0;
    const staysBehind = isPlain && (!node["visibility"] || isEmpty(body?.["statements"]));
    // What ends a head without a body isn't counted, as with statements; behind comments it has its place.
    const last: Doc = isEmpty(node["comments"]) ? builders.lineSuffix(";") : ";";
    const end: Doc = body ? " " : last;
    const endBelow: Doc = body ? (staysBehind ? " " : hardline) : last;
    const flat: Doc = [start, "(", join(", ", parameters), ")"];
    const broken: Doc = isEmpty(node["parameters"])
      ? [start, "()"]
      : [start, "(", indent([hardline, join([",", hardline], parameters)]), hardline, ")"];
    const beside: Doc = attributes.map((each) => [" ", each]);
    const below: Doc = indent(attributes.map((each) => [hardline, each]));
    const flowing: Doc = group([
      indent(attributes.map((each) => [line, each])),
      body ? (staysBehind ? " " : line) : last,
    ]);
    const isCommented = nodesIn(node["parameters"]).some((each) => !isEmpty(each?.["comments"]));
    const parametersFirst: Doc = [flat, below, endBelow];
    const tall: Doc = [broken, heads === "all" || isCommented ? [below, endBelow] : flowing];
    const room = options.printWidth - columnsBefore(path, options);
    const isLong = parameters.length > 1 && (widthOf([flat, beside], options) ?? 0) > room;
    const head = parameters.some((each) => utils.willBreak(each))
      ? tall
      : conditionalGroup([[flat, beside, end], ...(heads === "all" && isLong ? [] : [parametersFirst]), tall]);
    return [head, body ? printedOne(path, print, "body") : ""];
  };

const compactReturns = (items: readonly Doc[]): Doc =>
  group(["(", indent([softline, join([",", line], [...items])]), softline, ")"]);

/** Parts of a chain `a.b(…).c(…)` between which a line may be broken, by the document that was made of them. */
const chains = new WeakMap<object, Doc[]>();

/** What a link is put to: the parts of the chain below it. */
function linksBelow(path: AstPath<Node>, print: Print, name: "expression" | "base"): Doc[] {
  const below = printedOne(path, print, name);
  return (typeof below === "object" && chains.get(below)) || [below];
}

const isCall = (node: Node | undefined): boolean => node?.type === "FunctionCall";
const below = (node: Node | undefined): Node | undefined =>
  node && (nodeIn(node["expression"]) ?? (node.type === "IndexAccess" ? nodeIn(node["base"]) : undefined));
const links = new Set(["MemberAccess", "FunctionCall", "IndexAccess", "NameValueExpression"]);

function hasCall(node: Node | undefined): boolean {
  for (let at = node; at && links.has(at.type); at = below(at)) if (isCall(at)) return true;
  return false;
}

/** A chain, on one line; else with breaks where the next part doesn't fit, but not behind a first part that is itself broken. */
function chained(path: AstPath<Node>, parts: Doc[]): Doc {
  const above = path.parent ?? undefined;
  const [first = "", ...rest] = parts;
  const isInner = above && links.has(above.type) && below(above) === path.node;
  if (isInner || rest.length === 0) {
    const made: Doc = [...parts];
    chains.set(made as object, parts);
    return made;
  }
  const id = Symbol("chain");
  const start = group(first, { id });
  const [next = "", ...others] = rest;
  return [
    start,
    indent(
      fill([
        ifBreak("", "", { groupId: id }),
        ifBreak("", softline, { groupId: id }),
        next,
        ...others.flatMap((each) => [softline, each]),
      ]),
    ),
  ];
}

const member: Own = (path, _options, print) => {
  const { node } = path;
  if (hasLooseComment(node)) return undefined;
  const parts = linksBelow(path, print, "expression");
  const name = `.${String(node["memberName"])}`;
  const expression = nodeIn(node["expression"]);
  const isDeep =
    expression?.type === "MemberAccess" && isCall(path.parent ?? undefined) && below(path.parent ?? undefined) === node;
  if (hasCall(expression) || isDeep) return chained(path, [...parts, name]);
  return chained(path, [...parts.slice(0, -1), [parts.at(-1) ?? "", name]]);
};

const linked = (path: AstPath<Node>, parts: readonly Doc[], more: Doc): Doc =>
  chained(path, [...parts.slice(0, -1), [parts.at(-1) ?? "", more]]);

const call: Own = (path, { bracketSpacing }, print) => {
  const { node } = path;
  if (hasLooseComment(node)) return undefined;
  const parts = linksBelow(path, print, "expression");
  if (isEmpty(node["arguments"])) return linked(path, parts, "()");
  const items = printed(path, print, "arguments");
  if (isEmpty(node["identifiers"])) return linked(path, parts, compactList("(", items, ")"));
  const names = printed(path, print, "identifiers");
  const named = items.map((item, at) => [names[at] ?? "", ": ", item]);
  return linked(path, parts, compactList("({", named, "})", bracketSpacing ? line : softline));
};

const declared =
  (word: string): Own =>
  (path, _options, print) => {
    const { node } = path;
    if (hasLooseComment(node) || isEmpty(node["parameters"])) return undefined;
    const tail = node["isAnonymous"] ? " anonymous;" : ";";
    return [`${word} ${String(node["name"])}`, compactList("(", printed(path, print, "parameters"), ")"), tail];
  };

const own: { readonly [type: string]: Own } = {
  FunctionCall: call,
  MemberAccess: member,
  IndexAccess(path, _options, print) {
    if (hasLooseComment(path.node)) return undefined;
    const parts = linksBelow(path, print, "base");
    return linked(path, parts, group(["[", indent([softline, printedOne(path, print, "index")]), softline, "]"]));
  },
  NameValueExpression(path, _options, print) {
    if (hasLooseComment(path.node)) return undefined;
    const parts = linksBelow(path, print, "expression");
    return linked(path, parts, ["{", printedOne(path, print, "arguments"), "}"]);
  },
  Conditional(path, _options, print) {
    if (hasLooseComment(path.node)) return undefined;
    const [condition, yes, no] = ["condition", "trueExpression", "falseExpression"].map((name) =>
      printedOne(path, print, name),
    );
    return group([condition ?? "", indent([line, "? ", yes ?? "", line, ": ", no ?? ""])]);
  },
  AssemblyBlock(path, options, print) {
    const { node } = path;
    const [only, more] = nodesIn(node["operations"]);
    if (!only || more || !isEmpty(node["comments"]) || !isEmpty(only["comments"])) return undefined;
    const source = options.originalText.slice(options.locStart(node), options.locEnd(node) + 1);
    if (source.includes("\n") || path.parent?.type === "InlineAssemblyStatement") return undefined;
    const width = columnsBefore(path, options) + source.length;
    return width < options.printWidth ? ["{ ", ...printed(path, print, "operations"), " }"] : undefined;
  },
  AssemblyLocalDefinition(path, _options, print) {
    const { node } = path;
    if (hasLooseComment(node)) return undefined;
    const names = join(", ", printed(path, print, "names"));
    if (!nodeIn(node["expression"])) return ["let ", names];
    return group(["let ", names, " :=", indent([line, printedOne(path, print, "expression")])]);
  },
  EventDefinition: declared("event"),
  CustomErrorDefinition: declared("error"),
  Block: ({ node }, { bracketSpacing }) =>
    bracketSpacing && isEmpty(node["statements"]) && isEmpty(node["comments"]) ? "{ }" : undefined,
  TupleExpression(path, _options, print) {
    const { node } = path;
    if (hasLooseComment(node)) return undefined;
    const components = nodesIn(node["components"]);
    const items = printed(path, print, "components");
    // Brackets that the plugin put around what binds closer anyway.
    if (node["range"] === undefined && items.length === 1) return items[0];
    const [open, close] = node["isArray"] ? ["[", "]"] : ["(", ")"];
    if (items.length === 1) return components[0]?.type === "BinaryOperation" ? [open, ...items, close] : undefined;
    return group([open, indent([softline, group(gapped(items, components))]), softline, close]);
  },
  ReturnStatement(path, options, print) {
    if (!nodeIn(path.node["expression"]) || hasLooseComment(path.node)) return undefined;
    const given = printedOne(path, print, "expression");
    const [left, width] = [options.printWidth - columnsBefore(path, options), widthOf(given, options)];
    const isTernary = nodeIn(path.node["expression"])?.type === "Conditional";
    const isBelow = !isTernary && width !== undefined && left < 7 + width && left > width;
    return isBelow ? ended("return", indent([hardline, given])) : ended("return ", given);
  },
  ExpressionStatement(path, _options, print) {
    const { node } = path;
    if (path.parent?.type === "IfStatement" || hasLooseComment(node) || node["omitSemicolon"]) return undefined;
    return ended(printedOne(path, print, "expression"));
  },
  ForStatement(path, _options, print) {
    const { node } = path;
    if (hasLooseComment(node)) return undefined;
    const has = (name: string): boolean =>
      name === "loopExpression" ? Boolean(nodeIn(node[name])?.["expression"]) : Boolean(node[name]);
    const part = (name: string): Doc => (has(name) ? printedOne(path, print, name) : "");
    const next = (name: string): Doc => (has(name) ? [";", line, part(name)] : ";");
    const inner = printedOne(path, print, "body");
    const body: Doc = nodeIn(node["body"])?.type === "Block" ? [" ", inner] : group(indent([line, inner]));
    const head = [part("initExpression"), next("conditionExpression"), next("loopExpression")];
    return [group(["for (", indent([softline, ...head]), softline, ")"]), body];
  },
  VariableDeclarationStatement(path, options, print) {
    const { node } = path;
    const variables = nodesIn(node["variables"]);
    if (!nodeIn(node["initialValue"]) || hasLooseComment(node) || variables.every((each) => !each?.["typeName"]))
      return undefined;
    const items = printed(path, print, "variables");
    const isTuple = options.originalText[options.locStart(node)] === "(";
    const left = isTuple ? group(["(", indent([softline, ...gapped(items, variables)]), softline, ")"]) : [...items];
    const made = assigned(path, options, [left, "=", printedOne(path, print, "initialValue")]);
    return node["omitSemicolon"] ? made : ended(made);
  },
  StateVariableDeclaration(path, options, print) {
    const { node } = path;
    if (!nodeIn(node["initialValue"]) || hasLooseComment(node)) return undefined;
    const sides = [printed(path, print, "variables"), "=", printedOne(path, print, "initialValue")] as const;
    return ended(assigned(path, options, sides, ";".length));
  },
  FileLevelConstant(path, options, print) {
    const { node } = path;
    if (hasLooseComment(node)) return undefined;
    const left = [printedOne(path, print, "typeName"), ` constant ${String(node["name"])}`];
    return ended(assigned(path, options, [left, "=", printedOne(path, print, "initialValue")]));
  },
  BinaryOperation(path, options, print) {
    const { node } = path;
    const sign = String(node["operator"]);
    if (hasLooseComment(node)) return undefined;
    const [left, right] = [printedOne(path, print, "left"), printedOne(path, print, "right")];
    if (!assignments.has(sign)) {
      const kind = kindOf(sign);
      const inner = typeof left === "object" ? rows.get(left) : undefined;
      const gap = utils.willBreak(left) && !isEmpty(nodeIn(node["left"])?.["comments"]) ? hardline : line;
      const row = [...(inner?.kind === kind ? inner.parts : [left]), gap, [sign, " ", right]];
      const isInner =
        path.parent?.type === "BinaryOperation" &&
        path.parent["left"] === node &&
        kindOf(String(path.parent["operator"])) === kind;
      if (!isInner) return group(indent(fill(row)));
      const made: Doc = [...row];
      rows.set(made as object, { kind, parts: row });
      return made;
    }
    return path.parent?.type === "ExpressionStatement" ? assigned(path, options, [left, sign, right]) : undefined;
  },
};
/** Rows of operators that bind alike, by the document that was made of them. */
const rows = new WeakMap<object, { readonly kind: number; readonly parts: Doc[] }>();
const kinds: readonly (readonly string[])[] = [
  ["||", "&&"],
  ["==", "!=", "<", "<=", ">", ">="],
  ["|", "^", "&", "<<", ">>"],
  ["+", "-", "*", "/", "%", "**"],
];
const kindOf = (sign: string): number => kinds.findIndex((each) => each.includes(sign));
const assignments = new Set(["=", "|=", "^=", "&=", "<<=", ">>=", "+=", "-=", "*=", "/=", "%="]);

const isMarked = ({ comments }: Node, words: string): boolean =>
  nodesIn(comments).some((comment) => String(comment?.["value"]).trim() === words);

/** What stands within a node that is left as it is has its comments already. */
function leaveComments(node: Node): void {
  for (const [name, value] of Object.entries(node)) {
    if (name === "comments") continue;
    for (const child of [value].flat() as unknown[]) {
      if (typeof child !== "object" || child === null || !("type" in child)) continue;
      for (const comment of nodesIn((child as Node)["comments"])) Object.assign(comment ?? {}, { printed: true });
      leaveComments(child as Node);
    }
  }
}

/** The plugin for Solidity, with lines broken as `forge fmt` breaks them. */
export function forgeLayout(plugin: Plugin, heads: Style["heads"]): Plugin {
  const [[name, base] = []] = Object.entries(plugin.printers ?? {});
  if (name === undefined || !base) throw new Error("the plugin has no printer");
  const printers = { ...own, FunctionDefinition: functionHead(heads) };
  const print: Printer<Node>["print"] = (path, options, printChild, given) => {
    const node: Node | null = path.node;
    if (node && isMarked(node, "forgefmt: disable-next-item")) {
      leaveComments(node);
      return options.originalText.slice(options.locStart(node), options.locEnd(node) + 1);
    }
    const made =
      node && !isMarked(node, "prettier-ignore")
        ? (printers as typeof own)[node.type]?.(path, options, printChild)
        : undefined;
    if (made !== undefined) return made;
    const theirs = base.print(path, options, printChild, given);
    const isBare = node?.type === "ContractDefinition" && Array.isArray(theirs) && theirs[1] === "";
    return isBare && options.bracketSpacing ? [theirs[0] ?? "", " ", theirs[2] ?? ""] : theirs;
  };
  return { ...plugin, printers: { [name]: { ...base, print } } };
}
