import { analyze } from "../../nodeConfig/analysis/analyze";
import { parseDocument } from "../../nodeConfig/document/iniDocument";

const entries = 400;
const rounds = 12;

/** Reads a made-up list once, and judges it again after an edit. */
function readOnce(): void {
  const digits = "0123456789abcdef".repeat(7);
  const lines = Array.from({ length: entries }, (_, n) => `cal.${n}=${digits}${String(n).padStart(16, "0")}`);
  const ini = parseDocument(JSON.parse(JSON.stringify(`[certificate_whitelist]\n${lines.join("\n")}\n`)) as string);
  const context = { identityLength: 128 } as const;
  analyze(ini, context);
  ini.applyEdit({ range: { startLine: 9, startChar: 9, endLine: 9, endChar: 10 }, newText: "z" });
  analyze(ini, context);
}

/**
 * Reads made-up lists, so that the engine has compiled what reads files before the first one opens: it is on screen already
 * while the editor still shakes hands with the server. Each round takes about a millisecond and lets waiting messages go first;
 * `isNeeded` says after it whether another is of use.
 */
export function warmUp(isNeeded: () => boolean): void {
  let left = rounds;
  const round = (): void => {
    readOnce();
    left--;
    if (left > 0 && isNeeded()) setImmediate(round);
  };
  setImmediate(round);
}
