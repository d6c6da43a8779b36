import type { IniBlock } from "../nodeConfig/document/iniBlock";
import type { IniDocument } from "../nodeConfig/document/iniDocument";

/** One more than the highest number behind the prefix in that section, so that no key is repeated; 0 in an empty list. */
export function nextFreeIndex(ini: IniDocument, block: IniBlock, prefix: string): number {
  let next = 0;
  for (const line of ini.lines) {
    if (line.block !== block || line.kind !== "entry" || !line.name.startsWith(prefix)) continue;
    const digits = line.name.slice(prefix.length);
    if (/^\d{1,9}$/.test(digits)) next = Math.max(next, Number(digits) + 1);
  }
  return next;
}
