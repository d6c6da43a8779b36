import { text } from "../../text/catalogue";
import type { IniDocument } from "../document/iniDocument";
import { type IniBlock, type IniLine, identityHashOf } from "../document/iniLine";
import { type LineFinding, type LineVerdict, lineFinding } from "../findings/lineVerdict";
import { listSectionName } from "./accessLists";
import type { AnalysisContext } from "./analysisContext";
import { type Evaluation, knowsLists } from "./evaluation";
import { onHeader, onKey } from "./onLine";

/** The IDs by which the lists can name the node of the file, lower case: of 2.x its consensus ID, else its TLS IDs. */
export function ownIdentities({ own }: AnalysisContext, { secondGeneration, identityLength }: Evaluation): string[] {
  const ids = secondGeneration ? [own?.consensusId] : [own?.tlsId, own?.smTlsId];
  return ids.flatMap((id) => (id?.length === identityLength ? [id.toLowerCase()] : []));
}

/** What one list holds, gathered while walking over the lines. */
interface ListTally {
  /** Name of the section the node reads this list from. */
  readonly section: string;
  header: { readonly line: IniLine; readonly index: number } | undefined;
  entries: number;
  accepted: number;
  /** Own identities found in it. */
  own: number;
}

type Add = (index: number, finding: LineFinding) => void;

/** The access lists, seen line by line: what their entries say together (docs/protocol/config-ini.md, "Access lists"). */
export class ListWalk {
  readonly #lists: Readonly<Record<"black" | "white", ListTally>>;
  readonly #ownIdentities: ReadonlySet<string>;
  readonly #ownHashes: ReadonlySet<number>;
  /** Consensus IDs of known nodes that are as long as the TLS IDs of this file, with whose they are: as entries they let no node in. */
  readonly #consensusIds: ReadonlyMap<string, string>;
  readonly #consensusHashes: ReadonlySet<number>;
  readonly #first = new Map<string, { black?: IniLine; white?: IniLine }>();
  readonly #firstBlack = new Map<string, IniLine>();
  /** The effective list section that is being walked over, as far as its last visited entry showed one. */
  #openList: ListTally | undefined;
  #openBlock: IniBlock | undefined;
  #placedInOpenBlock = false;
  #previousNumber = -1;
  /** Sections whose keys all lack the prefix: that is said once, on the section. */
  readonly withoutPrefix = new Set<IniBlock>();

  /** `verdict` judges an entry by itself; `isPlacedIn` says whether a rule about several keys has its finding in that section. */
  constructor(
    readonly document: IniDocument,
    readonly evaluation: Evaluation,
    context: AnalysisContext,
    readonly add: Add,
    readonly verdict: (line: IniLine) => LineVerdict,
    readonly isPlacedIn: (block: IniBlock) => boolean,
  ) {
    this.#lists = { black: this.#tally("black"), white: this.#tally("white") };
    this.#ownIdentities = new Set(ownIdentities(context, evaluation));
    this.#ownHashes = new Set([...this.#ownIdentities].map(identityHashOf));
    this.#consensusIds = consensusIdsOf(context, evaluation);
    this.#consensusHashes = new Set([...this.#consensusIds.keys()].map(identityHashOf));
  }

  #tally(list: "black" | "white"): ListTally {
    return { section: listSectionName(this.document, list), header: undefined, entries: 0, accepted: 0, own: 0 };
  }

  /**
   * The many lines about which there is nothing to say, told from what is kept with them: a list of 100,000 entries is
   * walked over in a fraction of a millisecond.
   */
  isQuietEntry(line: IniLine): boolean {
    const list = this.#openList;
    if (!list || line.block !== this.#openBlock || line.lowerHexDigits !== this.evaluation.identityLength) return false;
    if (line.sharesName || line.sharesIdentity || line.number < 0 || this.#placedInOpenBlock) return false;
    if (line.number > 0 && line.number !== this.#previousNumber + 1) return false;
    if (this.#ownHashes.size > 0 && this.#ownHashes.has(line.identityHash)) return false;
    if (this.#consensusHashes.size > 0 && this.#consensusHashes.has(line.identityHash)) return false;
    this.#previousNumber = line.number;
    list.entries++;
    list.accepted++;
    return true;
  }

  /** A section line: from here on the entries belong to that section. */
  enter(line: IniLine, index: number): void {
    this.#previousNumber = -1;
    const block = line.block;
    const list =
      block?.listSection && this.document.kind === "config" ? this.#lists[block.listSection.list] : undefined;
    if (list && (list.header === undefined || (block?.name === list.section && list.header.line.name !== list.section)))
      list.header = { line, index };
  }

  /** A list section under its short name beside the long one, which the node reads instead. */
  shadowed(line: IniLine): LineFinding | undefined {
    const { block } = line;
    if (!block || !this.isShadowed(block) || block.keys.size === 0) return undefined;
    const list = block.listSection?.list ?? "white";
    const { section } = this.#lists[list];
    const idsOf = (name: string): string[] =>
      this.document.lines
        .filter((each) => each.kind === "entry" && each.block?.name === name && this.verdict(each).accepted)
        .map(({ value }) => value.toLowerCase());
    const counted = new Set(idsOf(section));
    const isLost = idsOf(block.name).some((id) => !counted.has(id));
    if (counted.size === 0 || !isLost || !knowsLists(this.evaluation))
      return onHeader(line, "ini.unreadKey", text("The node doesn't read this section because [{0}] exists.", section));
    return onHeader(
      line,
      list === "black" ? "list.failOpen" : "list.keyName",
      list === "black"
        ? text("The node reads this list from [{0}] and ignores these entries. They refuse no node.", section)
        : text("The node reads this list from [{0}] and ignores these entries. They let no node connect.", section),
    );
  }

  /** Whether the entries of this list section aren't read, since the list is read from another one. */
  isShadowed(block: IniBlock): boolean {
    const list = this.document.kind === "config" ? block.listSection?.list : undefined;
    return list !== undefined && block.name !== this.#lists[list].section;
  }

  /** An entry of a list, whatever it is worth. */
  visit(line: IniLine, index: number, block: IniBlock, verdict: LineVerdict): void {
    const kind = block.listSection?.list ?? "white";
    const list = this.#lists[kind];
    const prefix = block.listSection?.prefix ?? "";
    if (line.number > 0 && line.number !== this.#previousNumber + 1 && !block.keys.has(`${prefix}${line.number - 1}`)) {
      const message = text(
        "{0}{1} is missing. This is harmless: the node reads every key with this prefix.",
        prefix,
        line.number - 1,
      );
      this.add(index, onKey(line, "nodeid.indexGap", message));
    }
    this.#previousNumber = line.number;
    if (block.name !== list.section) return;
    this.#openList = list;
    if (this.#openBlock !== block) {
      this.#openBlock = block;
      this.#placedInOpenBlock = this.isPlacedIn(block);
    }
    list.entries++;
    if (!verdict.accepted) return;
    list.accepted++;
    const owner = this.#consensusIds.get(line.value.toLowerCase());
    if (owner !== undefined) {
      const message = text(
        "This is the consensus ID of {0} (conf/node.nodeid). The lists need TLS IDs (conf/sm_ssl.nodeid), so this entry matches no node.",
        owner,
      );
      this.add(index, lineFinding("nodeid.consensusId", line.valueStart, line.valueEnd, message));
    }
    if (this.#ownIdentities.size > 0 && this.#ownIdentities.has(line.value.toLowerCase())) {
      list.own++;
      if (kind === "black") {
        const message = text(
          "This is the node's own ID: no effect here, but with this list on other nodes they refuse this one.",
        );
        this.add(index, lineFinding("nodeid.ownBlacklisted", line.valueStart, line.valueEnd, message));
      }
    }
    if (line.sharesIdentity) this.#sharedIdentity(line, index, kind);
  }

  #sharedIdentity(line: IniLine, index: number, kind: "black" | "white"): void {
    const identity = line.value.toLowerCase();
    const onValue = (rule: LineFinding["rule"], message: LineFinding["message"]): void =>
      this.add(index, lineFinding(rule, line.valueStart, line.valueEnd, message));
    if (kind === "black") {
      const earlier = this.#firstBlack.get(identity);
      if (earlier) onValue("nodeid.duplicate", text("The same ID as {0}. The node keeps it once.", earlier.name));
      else this.#firstBlack.set(identity, line);
      return;
    }
    const first = this.#first.get(identity) ?? this.#firstOf(line);
    this.#first.set(identity, first);
    if (first.black)
      onValue(
        "nodeid.inBothLists",
        text("This ID is also in the blacklist ({0}), which wins. The node refuses it.", first.black.name),
      );
    if (first.white) onValue("nodeid.duplicate", text("The same ID as {0}. The node keeps it once.", first.white.name));
    first.white ??= line;
  }

  /** The blacklist may stand further down. */
  #firstOf(line: IniLine): { black?: IniLine; white?: IniLine } {
    const black = this.document
      .sameIdentity(line)
      .find((other) => other.block?.name === this.#lists.black.section && this.verdict(other).accepted);
    return black ? { black } : {};
  }

  /** A blacklist of keys with another prefix refuses no node. */
  #finishBlacklist(): void {
    const { header, entries } = this.#lists.black;
    if (!header || entries > 0 || (header.line.block?.keys.size ?? 0) === 0) return;
    if (header.line.block) this.withoutPrefix.add(header.line.block);
    const message = text("No key begins with crl.: the blacklist is empty, and the node refuses no one.");
    this.add(header.index, onHeader(header.line, "list.failOpen", message));
  }

  /** What is to be said of the whitelist once all lines were seen. */
  finish(): void {
    if (this.document.kind !== "config" || !knowsLists(this.evaluation)) return;
    this.#finishBlacklist();
    const { header, entries, accepted, own } = this.#lists.white;
    if (!header) return;
    const { line, index } = header;
    if (entries === 0 && line.block && line.block.keys.size > 0) {
      this.withoutPrefix.add(line.block);
      const message = text(
        "No key begins with cal.: the whitelist is off, and every node with a valid certificate can connect.",
      );
      this.add(index, onHeader(line, "list.failOpen", message));
    } else if (entries === 0) {
      const message = text("No entry: the whitelist is off, and every node with a valid certificate can connect.");
      this.add(index, onHeader(line, "list.disabled", message));
    } else if (accepted === 0) {
      const message = text(
        "No valid entry is left: the whitelist is off, and every node with a valid certificate can connect.",
      );
      this.add(index, onHeader(line, "list.failOpen", message));
    } else if (this.#ownIdentities.size > 0 && own === 0) {
      const message = text(
        "The node's own ID isn't in the list: no effect here, but with this list on other nodes they refuse this one.",
      );
      this.add(index, onHeader(line, "nodeid.ownMissing", message));
    }
  }
}

/** Where TLS IDs have 128 digits (SM TLS), a consensus ID has the right form. Only nodes count whose TLS ID is known, and another. */
function consensusIdsOf({ own, nodes = [] }: AnalysisContext, { identityLength }: Evaluation): Map<string, string> {
  const known = identityLength === 128 ? [...(own ? [own] : []), ...nodes] : [];
  const tlsIds = new Set(known.flatMap(({ smTlsId }) => smTlsId?.toLowerCase() ?? []));
  return new Map(
    known.flatMap(({ name, consensusId, smTlsId }): [string, string][] => {
      const id = consensusId?.toLowerCase();
      return id !== undefined && smTlsId !== undefined && !tlsIds.has(id) ? [[id, name]] : [];
    }),
  );
}
