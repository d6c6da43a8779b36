import { text } from "../../text/catalogue";
import type { IniDocument } from "../document/iniDocument";
import type { IniLine } from "../document/iniLine";
import { type Finding, noStart, ruleSeverity } from "../findings/finding";
import { type LineFinding, lineFinding } from "../findings/lineVerdict";
import { lineRange } from "../text/textRange";
import { sealerIdentity } from "./genesisEntryRules";

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
    const identity = sealerIdentity(line);
    if (identity === "") return undefined;
    const known = this.#identities.has(identity);
    this.#identities.add(identity);
    const message = text("The same sealer appears twice. The node doesn't notice and starts.");
    return known ? lineFinding("genesis.duplicateSealer", line.valueStart, line.valueEnd, message) : undefined;
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
