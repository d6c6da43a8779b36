import type { AstPath, Doc } from "prettier";
import { builders } from "prettier/doc";
import {
  compactList,
  hasLooseComment,
  isEmpty,
  type Node,
  nodeIn,
  type Own,
  type Print,
  printed,
  printedOne,
} from "./layoutDocs";

const { fill, group, ifBreak, indent, line, softline } = builders;

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

export const member: Own = (path, _options, print) => {
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

export const call: Own = (path, { bracketSpacing }, print) => {
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

export const indexed: Own = (path, _options, print) => {
  if (hasLooseComment(path.node)) return undefined;
  const parts = linksBelow(path, print, "base");
  return linked(path, parts, group(["[", indent([softline, printedOne(path, print, "index")]), softline, "]"]));
};

export const named: Own = (path, _options, print) => {
  if (hasLooseComment(path.node)) return undefined;
  const parts = linksBelow(path, print, "expression");
  return linked(path, parts, ["{", printedOne(path, print, "arguments"), "}"]);
};
