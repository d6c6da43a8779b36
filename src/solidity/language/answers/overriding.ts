import { contractAt, detailOf } from "../completion";
import type { Declaration } from "../names/declarations";
import { quotedAt, wordBefore } from "../quotedAt";
import { type Tokens, tokenBefore, tokenKinds } from "../syntax/lexer";
import type { PlaceAsked } from "./asked";
import { overrideText } from "./implement";

/** A function of a base that may be written anew, as a proposal. */
interface Overriding {
  readonly declaration: Declaration;
  /** `transfer(address to, uint256 value)` */
  readonly label: string;
  readonly text: string;
}

/** What may be overridden at a place, and what is replaced: the word there, with `function` before it. */
interface Overridings {
  readonly start: number;
  readonly withKeyword: boolean;
  readonly list: readonly Overriding[];
}

/** Whether a member of a contract may begin behind a token: neither in one of its members nor in the middle of one. */
function beginsMember({ words, kinds, starts }: Tokens, at: number, open: number): boolean {
  let depth = 0;
  for (let i = at; i >= 0 && (starts[i] ?? 0) > open; i--) {
    if (kinds[i] === tokenKinds.string) continue;
    if (words[i] === "}") depth++;
    else if (words[i] === "{") depth--;
  }
  const isBehindEnd = (starts[at] ?? 0) <= open || words[at] === "}" || words[at] === ";";
  return depth === 0 && isBehindEnd;
}

/** Functions that a contract inherits and may override, and hasn't yet; the nearest of each. */
function overridable({ project: { names } }: PlaceAsked, contract: Declaration): Declaration[] {
  const keyOf = (each: Declaration): string => `${each.name.text}(${names.parameterKey(each)})`;
  const done = new Set(contract.members.filter(({ kind, role }) => kind === "function" || role === "state").map(keyOf));
  const found: Declaration[] = [];
  for (const base of names.line(contract).slice(1)) {
    for (const member of base.members) {
      if (member.kind !== "function" && member.role !== "state") continue;
      if (member.name.text === "" || member.isPrivate) continue;
      const key = keyOf(member);
      if (done.has(key)) continue;
      done.add(key);
      const isOpen = member.words.includes("virtual") || base.contractNode?.form === "interface";
      if (member.function?.form === "function" && isOpen) found.push(member);
    }
  }
  return found;
}

/** What may be overridden where a member of a contract begins. */
export function overridingsAt(asked: PlaceAsked): Overridings | undefined {
  const { project, file, offset } = asked;
  const contract = contractAt(file, offset);
  const node = contract?.contractNode;
  if (!contract || node?.form !== "contract" || offset <= node.open) return undefined;
  if (quotedAt(file.tokens, offset) !== undefined) return undefined;
  let { start } = wordBefore(file.tokens, offset);
  let before = tokenBefore(file.tokens, start);
  const withKeyword = file.tokens.words[before] === "function";
  if (withKeyword) {
    start = file.tokens.starts[before] ?? start;
    before--;
  }
  if (/[\r\n]/.test(file.text.slice(start, offset)) || !beginsMember(file.tokens, before, node.open)) return undefined;
  const list = overridable(asked, contract).map((declaration) => ({
    declaration,
    label: `${declaration.name.text}${detailOf(declaration)}`,
    text: overrideText(project, contract, declaration),
  }));
  return { start, withKeyword, list };
}
