import { decodedCall } from "../chain/abi/namedValue";
import { precompiledAt } from "../chain/abi/precompiledContracts";
import { weiText } from "../chain/abi/valueNotes";
import type { TransactionData } from "../chain/encoding/transactionData";
import { type BlockInterval, blocksAhead, limitMs } from "../chain/rpc/blockLimit";
import { callOf } from "../chain/transaction/readableTransaction";
import { bytesToHex } from "../crypto/bytes/hex";
import { errorSentence } from "../errors/errorText";
import { t } from "../text/catalogue";
import { widthOf } from "../text/columns";
import { labelled, noted } from "../text/joining";
import { unmistakableLine } from "../text/visibleText";
import { type ShownRequest, sentenceOf, type Trial } from "./request";

/** What a line of a request is: whether it says what speaks against signing, or what merely follows. */
export interface Consequence {
  readonly text: string;
  readonly warns: boolean;
}

interface RequestLine {
  readonly label: string;
  readonly value: string;
}

/** A request in words, the same for every front: drawn from the top to the bottom. What comes from elsewhere is unmistakable in it. */
export interface RequestText {
  /** Who does what, and where. */
  readonly sentence: string;
  /** The worst first. */
  readonly consequences: readonly Consequence[];
  /** What is said of the act. Labels and values may come from outside. */
  readonly reported: readonly RequestLine[];
  /** What the bytes say, and where they go. */
  readonly signed: readonly RequestLine[];
  /** The bytes. */
  readonly raw: readonly RequestLine[];
}

const shown = ({ label, value }: RequestLine): RequestLine => ({
  label: unmistakableLine(label),
  value: unmistakableLine(value),
});

/** What is known to come first, then warnings, then what trying it out told, then numbers. */
async function consequencesOf(request: ShownRequest, trial: Trial | undefined): Promise<Consequence[]> {
  const { act, names = (sentence) => sentence } = request;
  const { blocked, refusal, warnings, weight, notes } = act;
  const fails = trial?.outcome === "failure";
  const isKnown = (blocked ?? refusal) !== undefined;
  const warning = [
    ...(blocked ? [await errorSentence(blocked)] : []),
    ...(refusal && refusal !== blocked ? [await errorSentence(refusal)] : []),
    ...(weight === "irreversible" ? [t("This can't be undone.")] : []),
    ...warnings,
    // What is known already is said above.
    ...(fails && !isKnown ? [trial.text] : []),
  ];
  // What it comes to is said of what takes place: not beside a dry run that failed.
  const plain = [...(trial && !fails ? [trial.text] : []), ...(fails ? [] : notes)];
  return [
    ...warning.map((text) => ({ text: unmistakableLine(names(text)), warns: true })),
    ...plain.map((text) => ({ text: unmistakableLine(names(text)), warns: false })),
  ];
}

/** The recipient, with the name that answered for it. */
function recipientText({ act: { recipient }, transaction }: ShownRequest): string {
  const to = transaction?.data.to ?? "";
  if (to === "") return t("none: a contract is deployed");
  const builtIn = precompiledAt(to);
  if (builtIn) return noted(to, t("built-in contract {0}", builtIn));
  return recipient ? noted(to, t("{0}, found by {1}", recipient.name, recipient.foundBy)) : to;
}

/** A time in the unit in which it is read. */
function aboutTime(ms: number): string {
  const minutes = ms / 60_000;
  if (minutes < 2) return t("{0} s", Math.max(1, Math.round(ms / 1000)));
  if (minutes < 120) return t("{0} min", Math.round(minutes));
  return minutes < 48 * 60 ? t("{0} h", Math.round(minutes / 60)) : t("{0} days", Math.round(minutes / 60 / 24));
}

function limitText({ blockLimit }: TransactionData, blockInterval: BlockInterval | undefined): string {
  const limit = t("block {0}, at most {1} blocks from now", String(blockLimit), String(blocksAhead));
  return blockInterval
    ? noted(limit, t("about {0}, at the pace of the last {1}", aboutTime(limitMs(blockInterval)), blockInterval.blocks))
    : limit;
}

function signedLines(request: ShownRequest): RequestLine[] {
  const { transaction, from, place } = request;
  const { connection, chainId, groupId, genesisHash } = place;
  const where = [
    { label: t("Connection"), value: connection },
    { label: t("Chain"), value: `${chainId} · ${groupId}${genesisHash === undefined ? "" : ` · ${genesisHash}`}` },
    ...(from
      ? [{ label: t("Signed by"), value: from.label === undefined ? from.address : `${from.label} · ${from.address}` }]
      : []),
  ];
  if (!transaction) return where;
  const { data, hash } = transaction;
  const call = callOf(transaction, request.abi);
  return [
    ...where,
    { label: t("Recipient"), value: recipientText(request) },
    ...(call ? [{ label: t("Call"), value: decodedCall(call.name, call.arguments) }] : []),
    ...(data.value === "" ? [] : [{ label: t("Amount"), value: weiText(BigInt(data.value)) }]),
    { label: t("Block limit"), value: limitText(data, request.blockInterval) },
    { label: t("Hash to sign"), value: hash },
  ];
}

function rawLines({ transaction }: ShownRequest): RequestLine[] {
  if (!transaction) return [];
  const { data, suite } = transaction;
  const bytes = t("{0} bytes", data.input.length);
  return [
    { label: t("Nonce"), value: data.nonce },
    { label: t("Version"), value: String(data.version) },
    { label: t("Call data hash"), value: noted(bytesToHex(suite.hash(data.input)), bytes) },
    { label: t("Call data"), value: bytesToHex(data.input) },
    ...(data.abi === "" ? [] : [{ label: t("ABI"), value: data.abi }]),
  ];
}

/** @param trial what trying it out told, where that has come */
export async function requestText(request: ShownRequest, trial: Trial | undefined): Promise<RequestText> {
  return {
    sentence: unmistakableLine(sentenceOf(request)),
    consequences: await consequencesOf(request, trial),
    reported: request.act.lines.map(shown),
    signed: signedLines(request).map(shown),
    raw: rawLines(request).map(shown),
  };
}

/** Columns of a line of a framed value. */
const framedColumns = 72;
/** How much of one value, of one consequence and of all lines the first page has. */
const [valueLimit, consequenceLimit, linesLimit] = [216, 400, 24];
/** Characters of a further page. */
const pageLimit = 3000;

/** Pieces of at most so many columns, between words where these aren't long; a wide character takes two columns. */
function* cut(text: string, columns: number): Generator<string> {
  let [piece, width] = ["", 0];
  for (const character of text) {
    const own = widthOf(character);
    if (width + own > columns) {
      const word = piece.lastIndexOf(" ") + 1;
      const end = word > piece.length / 2 ? word : piece.length;
      yield piece.slice(0, end);
      piece = piece.slice(end);
      width = widthOf(piece);
    }
    piece += character;
    width += own;
  }
  yield piece;
}

/**
 * A label and its value within a frame: every line of it begins with a bar that no line of ours begins with, so that no value looks like
 * one of ours, wherever it is broken.
 */
function framed({ label, value }: RequestLine): string[] {
  const [first = "", ...rest] = cut(labelled(label, value), framedColumns);
  return [`┆ ${first}`, ...rest.map((piece) => `┆   ${piece}`)];
}

/** A colon, and what other scripts have that looks like one. */
const colonLike =
  /[:\u02d0\u02f8\u0589\u1361\u1365\u1366\u16ec\u1803\u1804\u1809\u205a\u205d\u205e\u2236\u2982\u2a74\ua4fd\ua789\ufe13\ufe19\ufe30\ufe55\uff1a]/;
/** What an act says, whole, in a frame: for those who look without being asked. Labels and values may come from outside. */
export const framedLines = (lines: readonly RequestLine[]): string[] => lines.map(shown).flatMap(framed);

/** Whether a text that a terminal breaks could have a label of ours at the beginning of a row. */
const couldPose = (text: string): boolean => colonLike.test(text) && widthOf(text) > framedColumns;

/** A line of ours, whose value is framed where it could pose as another. */
const unframed = (line: RequestLine): string[] =>
  couldPose(line.value) ? framed(line) : [labelled(line.label, line.value)];

/** A text of ours with words from elsewhere: what goes on below is indented, as no line of ours is. */
function indented(text: string): string[] {
  const [first = "", ...rest] = cut(text, couldPose(text) ? framedColumns : framedColumns * 4);
  return [first, ...rest.map((piece) => `  ${piece}`)];
}

/** The beginning of a long text, with how much there is. */
function beginning(text: string, limit: number): string {
  const characters = [...text];
  if (characters.length <= limit) return text;
  return `${characters.slice(0, limit).join("")}… (${t("{0} characters, whole on the next pages", characters.length)})`;
}

const short = ({ label, value }: RequestLine): RequestLine => ({
  label: beginning(label, valueLimit / 3),
  value: beginning(value, valueLimit),
});

/** What is left out of the first page of a list. */
const more = (left: number): string[] => (left > 0 ? [t("… and {0} more on the next pages", left)] : []);

function consequenceLines(consequences: readonly Consequence[], limit: number): string[] {
  return consequences.flatMap(({ text, warns }) => {
    const [first = "", ...rest] = indented(beginning(text, limit));
    return [`${warns ? "!" : "·"} ${first}`, ...rest];
  });
}

/**
 * A request for those who read text: a first page of bounded length, on which everything has its beginning and warnings come first, and
 * further pages on which everything stands whole.
 */
export function requestPages({ sentence, consequences, reported, signed, raw }: RequestText): readonly string[] {
  const first = [
    ...indented(beginning(sentence, consequenceLimit)),
    ...consequenceLines(consequences.slice(0, linesLimit), consequenceLimit),
    ...more(consequences.length - linesLimit),
    ...signed.map(short).flatMap(unframed),
    ...reported.slice(0, linesLimit).map(short).flatMap(framed),
    ...more(reported.length - linesLimit),
  ].join("\n");
  const whole = [
    ...indented(sentence),
    ...consequenceLines(consequences, Number.POSITIVE_INFINITY),
    ...[...signed, ...reported, ...raw].flatMap(framed),
  ];
  const pages: string[][] = [];
  let length = pageLimit;
  for (const line of whole) {
    if (length + line.length > pageLimit) {
      pages.push([]);
      length = 0;
    }
    pages.at(-1)?.push(line);
    length += line.length + 1;
  }
  return [first, ...pages.map((lines) => lines.join("\n"))];
}

/** The pages of a request, once it is known what trying it out told. */
export const pagesOf = async (request: ShownRequest): Promise<readonly string[]> =>
  requestPages(await requestText(request, await request.trial));
