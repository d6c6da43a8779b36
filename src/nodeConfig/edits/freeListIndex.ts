import type { IniDocument } from "../document/iniDocument";
import type { IniBlock } from "../document/iniLine";

/** The number after the highest one in use, so that a new `cal.N` never meets another; also for `node.N`. */
export function freeListIndex(document: IniDocument, block: IniBlock, prefix: string): number {
  let highest = -1;
  for (const line of document.lines) {
    if (line.block !== block || line.kind !== "entry" || !line.name.startsWith(prefix)) continue;
    const suffix = line.name.slice(prefix.length);
    if (/^[0-9]{1,9}$/.test(suffix)) highest = Math.max(highest, Number(suffix));
  }
  return highest + 1;
}
