import { text } from "../../text/catalogue";
import type { IniDocument } from "../document/iniDocument";
import type { IniLine } from "../document/iniLine";
import { parseIndex } from "../document/listSection";
import { type Finding, noStart, ruleSeverity } from "../findings/finding";
import { type LineFinding, lineFinding } from "../findings/lineVerdict";
import { lineRange } from "../text/textRange";
import { sealerIdentity } from "./genesisEntryRules";
import { onKey } from "./onLine";

const prefix = "node.";

/** The sealers of a config.genesis, gathered while walking over its lines (docs/protocol/config-genesis.md, "Sealers"). */
export class SealerWalk {
  readonly #identities = new Set<string>();
  #count = 0;
  #header = -1;

  /** A section line of `[consensus]`. */
  enter(index: number): void {
    if (this.#header < 0) this.#header = index;
  }

  /** One `node.<n>` line. */
  visit(line: IniLine): LineFinding | undefined {
    this.#count++;
    const gap = this.#gap(line);
    const identity = sealerIdentity(line);
    if (identity === "") return gap;
    const known = this.#identities.has(identity);
    this.#identities.add(identity);
    const message = text("The same sealer appears twice. The node doesn't notice and starts.");
    return known ? lineFinding("genesis.duplicateSealer", line.valueStart, line.valueEnd, message) : gap;
  }

  /** The number behind a gap. A node reads every key with the prefix, so that nothing but a reader misses one. */
  #gap(line: IniLine): LineFinding | undefined {
    const number = parseIndex(line.name, prefix.length, line.name.length);
    const missing = number - 1;
    if (number <= 0 || line.block?.keys.has(`${prefix}${missing}`)) return undefined;
    const message = text(
      "{0}{1} is missing. This is harmless: the node reads every key with this prefix.",
      prefix,
      missing,
    );
    return onKey(line, "genesis.indexGap", message);
  }

  /** What is to be said once all lines were seen. */
  finish({ kind, lines }: IniDocument): Finding[] {
    if (kind !== "genesis" || this.#count > 0) return [];
    const index = Math.max(this.#header, 0);
    const line = lines[index];
    const [start, end] = line?.opensBlock && this.#header >= 0 ? [line.start, line.headerEnd] : [0, 0];
    const message = noStart(
      text('No node.<n> entry in [consensus]. The node refuses to start ("Must set sealerList!").'),
    );
    const rule = "genesis.noSealer";
    return [{ rule, severity: ruleSeverity[rule], range: lineRange(index, start, end), message }];
  }
}
