// Where `forge fmt` breaks lines otherwise than the plugin does, told to prettier as documents of its own: heads of functions, lists in
// brackets, what is assigned and given back. All else stays the plugin's.
import type { AstPath, Doc, Plugin, Printer } from "prettier";
import { builders, utils } from "prettier/doc";
import { functionHead } from "./functionHeads";
import {
  columnsBefore,
  compactList,
  hasLooseComment,
  isEmpty,
  type Node,
  nodeIn,
  nodesIn,
  type Options,
  type Own,
  printed,
  printedOne,
  widthOf,
} from "./layoutDocs";
import { call, indexed, member, named } from "./memberChains";
import type { Style } from "./style";

const { fill, group, hardline, indent, join, line, softline } = builders;

/** A statement with its end, which `forge fmt` doesn't count. What has comments has it at its place: they would come before it. */
const ended = (...statement: readonly Doc[]): Doc => [
  ...statement,
  statement.some((each) => utils.willBreak(each)) ? ";" : builders.lineSuffix(";"),
];

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

/** What has gaps, as `(, uint256 a,)`: no space stands before a gap. */
function gapped(items: readonly Doc[], nodes: readonly (Node | null)[]): Doc[] {
  return items.flatMap((item, at): Doc[] => (at === 0 ? [item] : [nodes[at] ? [",", line] : ",", item]));
}

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
  IndexAccess: indexed,
  NameValueExpression: named,
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
