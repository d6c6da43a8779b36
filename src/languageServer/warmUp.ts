import { analyze } from "../nodeConfig/analysis/analyze";
import { parseDocument } from "../nodeConfig/document/iniDocument";

const entries = 400;

/**
 * Reads a made-up list once, so that the engine has compiled what reads files before the first one opens: it is on screen
 * already while the editor still shakes hands with the server. Takes a few milliseconds.
 */
export function warmUp(): void {
  const digits = "0123456789abcdef".repeat(7);
  const lines = Array.from({ length: entries }, (_, n) => `cal.${n}=${digits}${String(n).padStart(16, "0")}`);
  const ini = parseDocument(JSON.parse(JSON.stringify(`[certificate_whitelist]\n${lines.join("\n")}\n`)) as string);
  const context = { identityLength: 128 } as const;
  analyze(ini, context);
  ini.applyEdit({ range: { startLine: 9, startChar: 9, endLine: 9, endChar: 10 }, newText: "z" });
  analyze(ini, context);
}
