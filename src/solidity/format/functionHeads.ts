import type { Doc } from "prettier";
import { builders, utils } from "prettier/doc";
import {
  columnsBefore,
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
import type { Style } from "./style";

const { conditionalGroup, group, hardline, indent, join, line, softline } = builders;

const headWord = (node: Node, options: Options): string => {
  if (node["isConstructor"] && !node["name"]) return "constructor";
  if (node["name"]) return `function ${String(node["name"])}`;
  if (node["isReceiveEther"]) return "receive";
  const start = options.locStart(node);
  return options.originalText.startsWith("fallback", start) ? "fallback" : "function";
};

/** Heads of functions; `all`: parameters that have no room on a line with the attributes have a line each, as these have. */
export const functionHead =
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
