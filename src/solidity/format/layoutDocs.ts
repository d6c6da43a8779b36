// What the printers of forge's layout are made from: nodes of the plugin's tree, their printed parts, lists in brackets, widths.
import type { AstPath, Doc, Printer } from "prettier";
import { builders, printer, utils } from "prettier/doc";

const { group, indent, join, line, softline } = builders;

/** A node of the plugin's tree, as far as it is looked at here. */
export interface Node {
  readonly type: string;
  readonly [name: string]: unknown;
}

export type Options = Parameters<Printer<Node>["print"]>[1];
export type Print = (path: AstPath<Node>) => Doc;
export type Own = (path: AstPath<Node>, options: Options, print: Print) => Doc | undefined;

export const nodesIn = (value: unknown): readonly (Node | null)[] =>
  Array.isArray(value) ? (value as (Node | null)[]) : [];
export const nodeIn = (value: unknown): Node | undefined => (value as Node | null | undefined) ?? undefined;
export const isEmpty = (value: unknown): boolean => nodesIn(value).length === 0;

/** A comment that is the node's own to print: the plugin knows where. */
export const hasLooseComment = ({ comments }: Node): boolean =>
  nodesIn(comments).some((comment) => !comment?.["leading"] && !comment?.["trailing"]);

export const printed = (path: AstPath<Node>, print: Print, name: string): Doc[] =>
  path.map(print as never, name as never);
export const printedOne = (path: AstPath<Node>, print: Print, name: string): Doc =>
  path.call(print as never, name as never);

/** A list in brackets: on one line; else on a line of its own; else an item a line. */
export const compactList = (
  open: string,
  items: readonly Doc[],
  close: string,
  space: typeof line | typeof softline = softline,
) => group([open, indent([space, group(join([",", line], [...items]))]), space, close]);

/** Columns that a document takes on one line; undefined: it takes several. */
export function widthOf(doc: Doc, options: Options): number | undefined {
  if (utils.willBreak(doc)) return undefined;
  const { formatted } = printer.printDocToString(doc, { ...options, printWidth: Number.POSITIVE_INFINITY } as never);
  return formatted.includes("\n") ? undefined : formatted.length;
}

const indenting = new Set(["ContractDefinition", "Block", "AssemblyBlock"]);

/** Columns before a statement. */
export function columnsBefore(path: AstPath<Node>, { tabWidth }: Options): number {
  let steps = 0;
  for (const [at, { type }] of path.ancestors.entries()) {
    const inner = at === 0 ? path.node : path.ancestors[at - 1];
    if (indenting.has(type)) steps++;
    else if (bodies.has(type) && inner?.type !== "Block" && inner?.type !== type) steps++;
  }
  return steps * tabWidth;
}
const bodies = new Set(["IfStatement", "ForStatement", "WhileStatement"]);
