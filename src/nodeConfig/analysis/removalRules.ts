import { type RemovalFact, removalIn, removals } from "../../facts/releases/removals";
import { text } from "../../text/catalogue";
import type { IniDocument } from "../document/iniDocument";
import type { IniLine } from "../document/iniLine";
import type { FindingText } from "../findings/finding";
import type { LineFinding } from "../findings/lineVerdict";
import { readBool } from "../values/typedRead";
import { flag } from "./conditionalKeys";
import type { Evaluation } from "./evaluation";
import { onHeader, onKey, onValue } from "./onLine";

/** A line of a file that rests on what a later release no longer has. */
interface Resting {
  readonly fact: RemovalFact;
  readonly line: IniLine;
}

const isTikv = (document: IniDocument): boolean =>
  document.find("storage", "type")?.value.toLowerCase() === "tikv" && document.kind === "config";

/** The line that makes a node one of this kind; a light node shows in its folder alone (docs/protocol/release-3.17.md). */
function lineOf({ kind, name }: RemovalFact, document: IniDocument): IniLine | undefined {
  const isGenesis = document.kind === "genesis";
  switch (kind) {
    case "key": {
      const dot = name.indexOf(".");
      const line = isGenesis ? undefined : document.find(name.slice(0, dot), name.slice(dot + 1));
      // what is switched off rests on nothing
      return line && readBool(line.value) === false ? undefined : line;
    }
    case "section":
      return isGenesis ? undefined : document.sections(name).find(({ keys }) => keys.size > 0)?.header;
    case "wasm": {
      const line = isGenesis ? document.find("executor", "is_wasm") : undefined;
      return line && readBool(line.value) === true ? line : undefined;
    }
    case "tikv":
      return isTikv(document) ? document.find("storage", "type") : undefined;
    case "max":
      return isTikv(document) && flag(document, "failover", "enable") ? document.find("failover", "enable") : undefined;
    case "lightNode":
      return undefined;
  }
}

/** What a config.ini or a config.genesis has that a later release hasn't, each with its line. */
export function restingLines(document: IniDocument): Resting[] {
  return removals.flatMap((fact) => {
    const line = lineOf(fact, document);
    return line ? [{ fact, line }] : [];
  });
}

/** What is said of it to who runs the release; undefined where the release has it without reserve. */
export function removalText(fact: RemovalFact, version: string): FindingText | undefined {
  const { kind, goneSince, instead, consequence } = fact;
  const name = kind === "section" ? `[${fact.name}]` : fact.name;
  const state = removalIn(fact, version);
  if (state === undefined) return undefined;
  if (state === "gone") return consequence ?? text("{0} no longer has {1}.", version, name);
  return instead === undefined
    ? text("{0} is deprecated: {1} is the first release without it.", name, goneSince)
    : text("{0} is deprecated: {1} is the first release without it. Use {2} there.", name, goneSince, instead);
}

/** What of a file a later release deprecates or no longer has, by the facts of releases alone. */
export function removalFindings(
  document: IniDocument,
  { version }: Evaluation,
): { readonly line: IniLine; readonly finding: LineFinding }[] {
  return restingLines(document).flatMap(({ fact, line }) => {
    const message = removalText(fact, version);
    if (!message) return [];
    const severity = removalIn(fact, version) === "gone" ? "warning" : "information";
    const place = fact.kind === "section" ? onHeader : fact.kind === "key" ? onKey : onValue;
    return [{ line, finding: place(line, "release.removal", message, severity) }];
  });
}
