import { resolveEvaluation } from "../analysis/evaluation";
import { listeners } from "../analysis/listeners";
import { parseDocument } from "../document/iniDocument";
import { applyEdits, replaceValue } from "../edits/lineEdits";
import type { ExpansionNode } from "./expansionPlan";

/** A node's config.ini, with what it is read by. */
type NodeConfig = Pick<ExpansionNode, "document" | "context">;

/** Keys of ports that a node opens, or would once they are switched on; 0 is off. */
const portKeys: ReadonlySet<string> = new Set(["listen_port", "tars_rpc_port", "archive_port"]);

const portsOf = ({ document, context }: NodeConfig): number[] =>
  listeners(document, resolveEvaluation(document, context)).map(({ port }) => port);

/**
 * The text of a config.ini for one more node on the host: all ports moved up alike, so far that none of those that the template opens is
 * one of the nodes beside it.
 */
export function withFreePorts(template: NodeConfig, beside: readonly NodeConfig[]): string {
  const own = portsOf(template);
  const taken = new Set([template, ...beside].flatMap(portsOf));
  let by = 1;
  while (own.some((port) => taken.has(port + by))) by++;
  const copy = parseDocument(template.document.text);
  const edits = copy.lines.flatMap((line, index) =>
    line.kind === "entry" && portKeys.has(line.name) && /^0*[1-9]\d{0,4}$/.test(line.value)
      ? [replaceValue(line, index, String(Number(line.value) + by))]
      : [],
  );
  applyEdits(copy, edits);
  return copy.text;
}
