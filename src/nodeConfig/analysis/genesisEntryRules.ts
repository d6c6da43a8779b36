import { text } from "../../text/catalogue";
import { closestName } from "../../text/closestName";
import { atLeast } from "../../text/versions";
import type { IniDocument } from "../document/iniDocument";
import type { IniLine } from "../document/iniLine";
import { parseIndex } from "../document/listSection";
import { type Finding, noStart, ruleSeverity } from "../findings/finding";
import { clean, cleanEntry, type LineFinding, type LineVerdict, lineFinding } from "../findings/lineVerdict";
import { featureFlags } from "../schema/keySpec";
import { lineRange } from "../text/textRange";
import { trimBlanks } from "../text/trimBlanks";
import { castInt64, readBool } from "../values/typedRead";
import type { Evaluation } from "./evaluation";
import { onKey, onValue } from "./onLine";
import { inlineCommentStart } from "./suspiciousText";

/** The ID part of a sealer entry, lower case as the node keeps it. */
function sealerIdentity(line: IniLine): string {
  return (line.value.split(":", 1)[0] ?? "").toLowerCase();
}

function sealerMistake(line: IniLine): LineFinding["message"] | undefined {
  const [id = "", ...weights] = line.value.split(":");
  if (id === "") return noStart(text("The sealer has no ID. The node refuses to start."));
  if (/^0x/i.test(id))
    return noStart(text('An ID can\'t begin with "{0}". The node refuses to start.', id.slice(0, 2)));
  if (/\s/.test(id)) return noStart(text("A space in or after the ID is part of it. The node refuses to start."));
  if (!/^[0-9a-fA-F]*$/.test(id)) {
    return noStart(text('"{0}" isn\'t a hex digit. The node refuses to start.', /[^0-9a-fA-F]/u.exec(id)?.[0] ?? ""));
  }
  if (id.length % 2 !== 0)
    return noStart(text("An odd number of hex digits ({0}). The node refuses to start.", id.length));
  for (const [index, weight] of weights.slice(0, 2).entries()) {
    const number = castInt64(trimBlanks(weight));
    if (number === undefined)
      return noStart(text('"{0}" isn\'t a weight. The node refuses to start.', trimBlanks(weight)));
    if (number < (index === 0 ? 1n : 0n))
      return noStart(text("A weight of {0}. The node refuses to start.", number.toString()));
  }
  return id.length === 128
    ? undefined
    : text(
        "A consensus ID has 128 hex digits, but this one has {0}. The node starts, and the chain then fails in consensus.",
        id.length,
      );
}

/** One `node.<n>=ID[:weight[:termWeight]]` of config.genesis (docs/protocol/config-genesis.md, "Sealers"). */
export function judgeSealer(line: IniLine): LineVerdict {
  const comment = inlineCommentStart(line);
  if (comment !== undefined) {
    const message = noStart(
      text("Comments after a value aren't supported. With this text, the node refuses to start."),
    );
    return { ...clean, findings: [lineFinding("ini.inlineComment", comment, line.valueEnd, message)] };
  }
  const mistake = sealerMistake(line);
  return mistake ? { ...clean, findings: [onValue(line, "genesis.sealer", mistake)] } : cleanEntry;
}

/** A sealer under a key that the node doesn't read as one: the chain begins without it. */
export function misnamedSealer(line: IniLine): LineFinding | undefined {
  if (!/^(?:0x)?[0-9a-fA-F]{128}\s*(?::|$)/.test(line.value)) return undefined;
  const message = text(
    'The node reads only keys that begin with "node." as sealers: the chain begins without this one.',
  );
  return onKey(line, "genesis.sealer", message);
}

/** One `flag=value` of `[features]`: unlike other keys, an unknown one stops the node. */
export function judgeFeature(line: IniLine, evaluation: Evaluation): LineVerdict {
  if (!atLeast(evaluation.version, "3.6.0")) {
    const message = text(
      "Node {0} doesn't recognize this key and ignores it. The key is available since {1}.",
      evaluation.version,
      "3.6.0",
    );
    return { ...clean, findings: [onKey(line, "ini.sinceVersion", message)] };
  }
  const known = featureFlags.find(({ flag }) => flag === line.name);
  const unknown = (message: LineFinding["message"]): LineVerdict => ({
    ...clean,
    findings: [onKey(line, "genesis.feature", message)],
  });
  if (!known) {
    const meant = closestName(
      line.name,
      featureFlags.map(({ flag }) => flag),
    );
    return unknown(
      meant === undefined
        ? noStart(text("The feature {0} doesn't exist. The node refuses to start.", line.name))
        : noStart(
            text("The feature {0} doesn't exist. The node refuses to start. Did you mean {1}?", line.name, meant),
          ),
    );
  }
  if (!atLeast(evaluation.version, known.since)) {
    return unknown(
      noStart(
        text(
          "Node {0} doesn't recognize this feature (it came with {1}) and refuses to start.",
          evaluation.version,
          known.since,
        ),
      ),
    );
  }
  if (readBool(line.value) !== undefined) return clean;
  return {
    ...clean,
    findings: [onValue(line, "value.bool", noStart(text("Neither true nor false. The node refuses to start.")))],
  };
}

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
