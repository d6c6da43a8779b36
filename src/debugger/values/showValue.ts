import { bytesOfNumber } from "../../crypto/bytes/bigEndian";
import { bytesToHex } from "../../crypto/bytes/hex";
import { t } from "../../text/catalogue";
import { shortened } from "../../text/shortText";
import { visibleJson } from "../../text/visibleText";
import {
  bytesOf,
  externalFunction,
  itemOf,
  lengthOf,
  mappingEntries,
  maxItems,
  membersOf,
  numberOf,
  wordOf,
} from "./readValue";
import { isValueType, packedSize, plain } from "./solidityType";
import { addressText, type NamedValue, NotAvailable, type StateView, type Value } from "./value";

/** Items and characters that one line shows. */
const max = { items: 20, text: 2000, depth: 4 };
const maxOfWhole = { items: 10_000, text: 4_000_000, depth: 30 };
const limits = ({ whole }: StateView): typeof max => (whole === true ? maxOfWhole : max);

/** Why a value cannot be shown, in angle brackets: no value of Solidity looks like that. */
const absent = (why: string): string => `<${why}>`;

function shown(work: () => string): string {
  try {
    return work();
  } catch (error) {
    if (error instanceof NotAvailable) return absent(error.message);
    throw error;
  }
}

/** Text as JSON writes it, with what cannot be seen made visible; bytes that are no text as hex. */
function textLiteral(bytes: Uint8Array): string {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return visibleJson(JSON.stringify(text));
  } catch {
    return `hex"${bytesToHex(bytes).slice(2)}"`;
  }
}

const numberText = (number: bigint, hex: boolean): string =>
  hex ? `${number < 0n ? "-" : ""}0x${(number < 0n ? -number : number).toString(16)}` : String(number);

function valueTypeText(view: StateView, value: Value): string {
  const bare = plain(value.type);
  switch (bare.kind) {
    case "uint":
    case "int":
      return numberText(numberOf(view, value), view.hex === true);
    case "bool":
      return numberOf(view, value) === 0n ? "false" : "true";
    case "address":
    case "contract":
      return addressText(numberOf(view, value));
    case "fixedBytes":
      return bytesToHex(bytesOfNumber(wordOf(view, value)).subarray(0, packedSize(bare)));
    case "enum": {
      const index = numberOf(view, value);
      const name = bare.members[Number(index)];
      return name === undefined ? `${bare.name}(${index})` : `${bare.name}.${name}`;
    }
    case "function": {
      if (bare.external) {
        const { address, selector } = externalFunction(view, value);
        return `${addressText(address)}.0x${selector.toString(16).padStart(8, "0")}`;
      }
      const pointer = wordOf(view, value);
      return (
        view.functionName(pointer) ??
        absent(pointer === 0n ? t("no function") : t("code at {0}", String(pointer & 0xffffffffn)))
      );
    }
    default:
      return `0x${wordOf(view, value).toString(16)}`;
  }
}

function listText(view: StateView, value: Value, depth: number): string {
  const count = lengthOf(view, value);
  const { items } = limits(view);
  const parts = Array.from({ length: Math.min(count, items) }, (_, i) =>
    textOf(view, itemOf(view, value, i), depth + 1),
  );
  if (count > items) parts.push(t("… {0} more", count - items));
  return `[${parts.join(", ")}]`;
}

function textOf(view: StateView, value: Value, depth: number): string {
  return shown(() => {
    if (value.place.kind === "missing") return absent(value.place.why);
    const bare = plain(value.type);
    if (isValueType(bare)) return valueTypeText(view, value);
    if (bare.kind === "string" || bare.kind === "bytes") {
      const bytes = bytesOf(view, value);
      const text = bare.kind === "string" ? textLiteral(bytes) : bytesToHex(bytes);
      const beyond = value.place.kind === "bytes" ? 0 : lengthOf(view, value) - bytes.length;
      return beyond > 0 ? `${text}${t("… {0} more", beyond)}` : text;
    }
    const { items, depth: deepest } = limits(view);
    if (depth >= deepest) return "…";
    if (bare.kind === "array") return listText(view, value, depth);
    if (bare.kind === "struct") {
      return `{${membersOf(view, value)
        .map((member) => `${member.name}: ${textOf(view, member.value, depth + 1)}`)
        .join(", ")}}`;
    }
    const entries = mappingEntries(view, value);
    // a chain doesn't tell the keys of a mapping: that none is known doesn't mean that it's empty
    if (entries.length === 0) return absent(t("no key is known"));
    const parts = entries
      .slice(0, items)
      .map((entry) => `${textOf(view, entry.key, depth + 1)}: ${textOf(view, entry.value, depth + 1)}`);
    if (entries.length > items) parts.push(t("… {0} more", entries.length - items));
    return `{${parts.join(", ")}}`;
  });
}

/**
 * A value on one line: numbers decimal, addresses and bytes hex in lower case, texts in quotation marks, `[…]`, `{name: …}`, `Enum.Member`.
 */
export function valueText(view: StateView, value: Value): string {
  return shortened(textOf(view, value, 0), limits(view).text);
}

/** Whether there is something inside to unfold, and how many items. */
export function partCount(view: StateView, value: Value): number {
  try {
    const bare = plain(value.type);
    if (value.place.kind === "missing") return 0;
    if (bare.kind === "array") return lengthOf(view, value);
    if (bare.kind === "struct") return bare.members().length;
    return bare.kind === "mapping" ? mappingEntries(view, value).length : 0;
  } catch {
    return 0;
  }
}

/** What is inside of a value, with the names that it has there; a part of it where `start` and `count` say so. */
export function partsOf(view: StateView, value: Value, start = 0, count = maxItems): NamedValue[] {
  const bare = plain(value.type);
  if (bare.kind === "struct") return membersOf(view, value).slice(start, start + count);
  if (bare.kind === "mapping") {
    return mappingEntries(view, value)
      .slice(start, start + count)
      .map((entry) => ({ name: `[${valueText({ ...view, hex: false }, entry.key)}]`, value: entry.value }));
  }
  if (bare.kind !== "array") return [];
  const length = Math.max(0, Math.min(count, lengthOf(view, value) - start, maxItems));
  return Array.from({ length }, (_, i) => ({ name: `[${start + i}]`, value: itemOf(view, value, start + i) }));
}
