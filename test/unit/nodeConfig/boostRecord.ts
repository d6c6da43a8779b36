import { readAccessLists } from "../../../src/nodeConfig/analysis/accessLists";
import { type IniDocument, parseDocument } from "../../../src/nodeConfig/document/iniDocument";
import { type IniTree, readAsNode, readPath } from "../../../src/nodeConfig/document/nodeReading";
import { castDouble, castInt64, readBool, readInt32, readUnsigned } from "../../../src/nodeConfig/values/typedRead";

/** A text, or its bytes when they are no UTF-8. */
type Recorded = string | { b64: string };
type RecordedList = { enabled: boolean; ids: Recorded[] };

/** One line of a file of recorded outcomes. */
export interface BoostRecord {
  id: string;
  text?: string;
  textBase64?: string;
  ok: boolean;
  line?: number;
  msg?: string;
  root?: [Recorded, Recorded][];
  sections?: [Recorded, [Recorded, Recorded][]][];
  get?: [Recorded, ...unknown[]][];
  idLength?: number;
  lists?: Record<"128" | "512", { black: RecordedList; white: RecordedList }>;
}

/** Bytes that are no UTF-8 are compared as bytes: one character each, on both sides. */
function decoder(record: BoostRecord): (value: Recorded) => string {
  const bytes = record.textBase64 !== undefined;
  return (value) => {
    if (typeof value !== "string") return Buffer.from(value.b64, "base64").toString("latin1");
    return bytes ? Buffer.from(value, "utf8").toString("latin1") : value;
  };
}

const double = (value: number | undefined): unknown => {
  if (value === undefined) return "bad";
  if (Number.isNaN(value)) return "nan";
  if (!Number.isFinite(value)) return value < 0 ? "-inf" : "inf";
  return value === 0 ? 0 : value;
};

function typedReads(tree: IniTree, path: string): unknown[] {
  const value = readPath(tree, path);
  if (value === undefined) return [null];
  const number = (read: bigint | undefined): unknown => (read === undefined ? "bad" : Number(read));
  return [
    value,
    readBool(value) ?? "bad",
    readInt32(value) ?? "bad",
    number(readUnsigned(value, 16)),
    number(readUnsigned(value, 32)),
    readUnsigned(value, 64)?.toString() ?? "bad",
    castInt64(value)?.toString() ?? "bad",
    double(castDouble(value)),
  ];
}

/** Where a record has what a stream reads as a floating-point number, which no key of a node is read as. */
const streamedDouble = 6;

/** A list as the node keeps it: accepted identities in upper case, in byte order, each once. */
function listsOf(document: IniDocument, identityLength: 128 | 512) {
  const { black, white } = readAccessLists(document, { identityLength });
  const kept = ({ enabled, entries }: typeof black) => ({
    enabled,
    ids: [...new Set(entries.flatMap(({ accepted, value }) => (accepted ? [value.toUpperCase()] : [])))].sort(),
  });
  return { black: kept(black), white: kept(white) };
}

/** The first difference between the recorded outcome and ours, `undefined` when they are the same. */
export function disagreement(record: BoostRecord): string | undefined {
  const decode = decoder(record);
  const text = record.text ?? Buffer.from(record.textBase64 ?? "", "base64").toString("latin1");
  const document = parseDocument(text);
  if (document.text !== text) return "the document does not keep its text";
  const reading = readAsNode(document);
  const differs = (what: string, expected: unknown, actual: unknown): string | undefined => {
    const [a, b] = [JSON.stringify(expected), JSON.stringify(actual)];
    return a === b ? undefined : `${what}: expected ${a.slice(0, 300)}, got ${b.slice(0, 300)}`;
  };
  if (!reading.accepted)
    return differs("refused", record.ok ? "accepted" : [record.line, record.msg], [reading.line, reading.message]);
  if (!record.ok) return `expected ${record.line}: ${record.msg}, got accepted`;
  const pairs = (list: [Recorded, Recorded][]): string[][] => list.map(([key, value]) => [decode(key), decode(value)]);
  const { tree } = reading;
  const recordedReads = (record.get ?? []).map(([path, ...rest]) => [
    decode(path),
    rest[0] === null ? null : decode(rest[0] as Recorded),
    ...rest.filter((_, place) => place > 0 && place !== streamedDouble),
  ]);
  const smTls = readBool(readPath(tree, "p2p.sm_ssl") ?? "") ?? false;
  return (
    differs("root", pairs(record.root ?? []), [...tree.root]) ??
    differs(
      "sections",
      (record.sections ?? []).map(([name, entries]) => [decode(name), pairs(entries)]),
      [...tree.sections].map(([name, entries]) => [name, [...entries]]),
    ) ??
    differs(
      "typed reads",
      recordedReads,
      recordedReads.map(([path]) => [path, ...typedReads(tree, path as string)]),
    ) ??
    (record.idLength === undefined ? undefined : differs("idLength", record.idLength, smTls ? 128 : 512)) ??
    (record.lists === undefined
      ? undefined
      : differs("lists", record.lists, { "128": listsOf(document, 128), "512": listsOf(document, 512) }))
  );
}
