import { bytesToHexDigits } from "../../../crypto/bytes/hex";
import { keccak256 } from "../../../crypto/keccak256";
import { sm3 } from "../../../crypto/sm3";
import { text } from "../../../text/catalogue";
import { signatureOf } from "../../language/signature";
import { tokenKinds } from "../../language/syntax/lexer";
import type { LintSource } from "../source/lintSource";
import type { Found, LintRule } from "../source/rule";

/** Signatures that sources write down by their keccak256 most often. */
const wellKnown = [
  "Error(string)",
  "Panic(uint256)",
  "supportsInterface(bytes4)",
  "balanceOf(address)",
  "transfer(address,uint256)",
  "transferFrom(address,address,uint256)",
  "approve(address,uint256)",
  "allowance(address,address)",
  "safeTransferFrom(address,address,uint256)",
  "decimals()",
  "symbol()",
  "name()",
  "owner()",
  "onERC721Received(address,address,uint256,bytes)",
  "onERC1155Received(address,address,uint256,uint256,bytes)",
  "onERC1155BatchReceived(address,address,uint256[],uint256[],bytes)",
  "isValidSignature(bytes32,bytes)",
  "upgradeTo(address)",
  "upgradeToAndCall(address,bytes)",
  "Transfer(address,address,uint256)",
  "Approval(address,address,uint256)",
  "EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)",
];

const encoder = new TextEncoder();
const keccakOf = (words: string): string => bytesToHexDigits(keccak256(encoder.encode(words)));
const sm3Of = (words: string): string => bytesToHexDigits(sm3(encoder.encode(words)));
/** Texts that may stand behind a constant: not longer than the type of a long struct. */
const maxLetters = 1000;
/** Letters of a signature's types, and texts that are tried. */
const maxTypes = 200;
const maxTexts = 5000;

/** `transfer(address,uint256)` in a remark. */
function* signaturesIn(comment: string): Generator<string> {
  for (let open = comment.indexOf("("); open >= 0; open = comment.indexOf("(", open + 1)) {
    const close = open + comment.slice(open, open + maxTypes).indexOf(")");
    if (close < open) continue;
    let start = open;
    while (start > 0 && open - start < 60 && /\w/.test(comment[start - 1] ?? "")) start--;
    const types = comment.slice(open + 1, close).replaceAll(" ", "");
    if (start < open && /^[\w,[\]]*$/.test(types)) yield `${comment.slice(start, open)}(${types})`;
  }
}

/** By their keccak256, 64 digits: texts whose hash may be written down. */
function textsAround(source: LintSource): ReadonlyMap<string, string> {
  const texts = new Set(wellKnown);
  const { tokens, text: all } = source.file;
  for (const { start, end } of tokens.comments) {
    const comment = all.slice(start, end);
    if (comment.length > 4000) continue;
    for (const [, quoted = ""] of comment.matchAll(/["'`]([^"'`\n]{1,1000})["'`]/g)) texts.add(quoted);
    for (const signature of signaturesIn(comment)) texts.add(signature);
  }
  for (let i = 0; i < tokens.count; i++) {
    const word = tokens.words[i] ?? "";
    if (tokens.kinds[i] === tokenKinds.string && word.length > 2 && word.length < maxLetters)
      texts.add(word.slice(1, -1));
  }
  for (const item of source.file.items)
    for (const each of [item, ...item.members]) {
      const signature = signatureOf(source.names, each);
      if (signature) texts.add(signature.text);
    }
  return new Map([...texts].slice(0, maxTexts).map((each) => [keccakOf(each), each]));
}

/** Selectors, topics and other hashes of keccak256 that are written as numbers: on an SM chain they are others. */
export const hashConstant: LintRule = {
  id: "hash.constant",
  severity: "warning",
  title: text("keccak256 constant on an SM chain"),
  *find(source: LintSource): Iterable<Found> {
    if (source.chain.suite !== "sm") return;
    const { tokens } = source.file;
    const numbers: { readonly digits: string; readonly start: number; readonly end: number }[] = [];
    for (let i = 0; i < tokens.count; i++) {
      const word = tokens.words[i] ?? "";
      const digits =
        tokens.kinds[i] === tokenKinds.number ? /^0x([\da-fA-F]{8}|[\da-fA-F]{64})$/.exec(word)?.[1] : undefined;
      if (digits !== undefined)
        numbers.push({ digits: digits.toLowerCase(), start: tokens.starts[i] ?? 0, end: tokens.ends[i] ?? 0 });
    }
    if (numbers.length === 0) return;
    const whole = textsAround(source);
    const selectors = new Map(
      [...whole].filter(([, words]) => words.endsWith(")")).map(([hash, words]) => [hash.slice(0, 8), words]),
    );
    for (const { digits, start, end } of numbers) {
      const selector = digits.length === 8 ? digits : /^0{56}$/.test(digits.slice(8)) ? digits.slice(0, 8) : undefined;
      const words = selector === undefined ? whole.get(digits) : selectors.get(selector);
      if (words === undefined) continue;
      const right = selector === undefined ? sm3Of(words) : sm3Of(words).slice(0, 8);
      yield {
        start,
        end,
        message: text(
          "This is from keccak256 of {0}. SM chains hash by SM3: there it is 0x{1}. Write the expression, which each compiler works out for its chain.",
          words,
          right,
        ),
        fix: fixOf(
          source,
          words,
          selector === undefined ? "whole" : digits.length === 8 ? "selector" : undefined,
          start,
          end,
        ),
      };
    }
  },
};

/** Only where an expression may stand: inline assembly has no texts. */
function fixOf(
  source: LintSource,
  words: string,
  form: "whole" | "selector" | undefined,
  start: number,
  end: number,
): Found["fix"] {
  const isExpression = source.of("literal").some(({ part }) => part.start === start && part.end === end);
  if (form === undefined || !isExpression || /["\\]/.test(words)) return undefined;
  const hash = `keccak256("${words}")`;
  return {
    title: text("Write it as keccak256 of the text"),
    edits: [{ start, end, text: form === "whole" ? hash : `bytes4(${hash})` }],
  };
}
