import * as vscode from "vscode";
import { precompiledNames } from "../../../chain/abi/precompiledNames";
import { type Address, isAddress } from "../../../crypto/bytes/hex";
import { visibleLine } from "../../../text/visibleText";
import { onDidChangeSetting, setting } from "../../kit/settings/settings";
import type { Account } from "./account";

/** So many labels are read. */
export const maxEntries = 1000;
export const maxLabelLength = 40;

/** Labels that look alike are one: case, forms of one letter and blanks do not tell them apart. */
const folded = (label: string): string => label.normalize("NFKC").toLowerCase().replaceAll(/\s/gu, "");

const builtIn = new Set(precompiledNames.map(folded));

/** An account of the user's, by which a label could pose as one. */
type Named = Pick<Account, "address" | "label">;

/** The account whose name a label of another address has. */
export const posesAs = (label: string, address: string, own: readonly Named[]): Named | undefined =>
  own.find((each) => folded(each.label) === folded(label) && each.address.toLowerCase() !== address.toLowerCase());

/** Why a text is no label; undefined when it is one. */
export function labelProblem(label: string): "empty" | "long" | "address" | "unseen" | "builtIn" | undefined {
  const text = label.trim();
  if (text === "") return "empty";
  if (text.length > maxLabelLength) return "long";
  if (visibleLine(text) !== text) return "unseen";
  // What reads like an address would stand for one.
  if (folded(text).includes("0x") || /^[0-9a-f]{8,}/i.test(text)) return "address";
  return builtIn.has(folded(text)) ? "builtIn" : undefined;
}

/**
 * Labels for addresses that all who open the workspace share (setting `chainside.addressBook`). They come with the workspace, so
 * they are foreign: what is no label counts for nothing, and a label never stands alone where an address is meant (docs/security.md).
 */
export class AddressBook implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  readonly #watching: vscode.Disposable;
  #entries: ReadonlyMap<string, string> | undefined;

  constructor() {
    this.#watching = onDidChangeSetting("addressBook", () => {
      this.#entries = undefined;
      this.#changed.fire();
    });
  }

  /** Labels by address in lower case. */
  #all(): ReadonlyMap<string, string> {
    if (this.#entries) return this.#entries;
    const written: unknown = setting("addressBook");
    const pairs = typeof written === "object" && written !== null ? Object.entries(written as object) : [];
    const entries = new Map<string, string>();
    for (const [address, label] of pairs.slice(0, maxEntries) as [string, unknown][]) {
      if (!isAddress(address) || typeof label !== "string" || labelProblem(label) !== undefined) continue;
      entries.set(address.toLowerCase(), label.trim());
    }
    this.#entries = entries;
    return entries;
  }

  /**
   * The label of an address; none where it is the name of another one: `own` are the user's own accounts.
   */
  label(address: string, own: readonly Named[] = []): string | undefined {
    const label = this.#all().get(address.toLowerCase());
    return label === undefined || posesAs(label, address, own) ? undefined : label;
  }

  /** Addresses with the labels that count. */
  entries(own: readonly Named[] = []): readonly { readonly address: Address; readonly label: string }[] {
    return [...this.#all().keys()].flatMap((address) => {
      const label = this.label(address, own);
      return label === undefined ? [] : [{ address: address as Address, label }];
    });
  }

  dispose(): void {
    this.#watching.dispose();
    this.#changed.dispose();
  }
}
