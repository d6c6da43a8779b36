import { type AbiFunction, functionsNamed } from "../../chain/abi/contractInterface";
import type { LocalizableText } from "../../text/catalogue";
import { member, textOf } from "../../yaml/value";
import { namedContract } from "../document/namedFile";
import { calledIn, isAbi } from "../language/contracts";
import { namesFunction } from "../language/scenario";
import { cursorAt, schemasAt } from "./cursor";
import { factsOf, type NamedThing, valueAt } from "./facts";
import type { EditorContext } from "./offers";

/** What is known of a word of a scenario. Texts of contracts and values are foreign. */
interface HoverFacts {
  /** In one line of code: a function's signature. */
  readonly code?: string;
  readonly doc?: LocalizableText;
  /** What the source says of a function. */
  readonly natspec?: string;
  readonly thing?: NamedThing;
}

const isWord = (letter: string | undefined): boolean => letter !== undefined && /^[\p{L}\p{M}\p{N}_]$/u.test(letter);

/** Offset behind the word that is pointed at: there its whole text stands before the cursor. */
function endOfWord(source: string, offset: number): number {
  let end = offset;
  while (isWord(source[end])) end += 1;
  return end;
}

function wordAt(source: string, offset: number): string {
  let start = offset;
  while (isWord(source[start - 1])) start -= 1;
  return source.slice(start, endOfWord(source, offset));
}

const functionLine = ({ name, inputs, outputs, stateMutability }: AbiFunction): string => {
  const list = (of: AbiFunction["inputs"]): string =>
    of.map((each) => (each.name === "" ? each.type : `${each.type} ${each.name}`)).join(", ");
  return `${name}(${list(inputs)}) ${stateMutability}${outputs.length > 0 ? ` returns (${list(outputs)})` : ""}`;
};

/** What is known of the word at an offset. */
export async function hoverAt(
  source: string,
  offset: number,
  file: string,
  context: EditorContext,
): Promise<HoverFacts | undefined> {
  const cursor = cursorAt(source, endOfWord(source, offset));
  if (!cursor) return undefined;
  const { path, typing } = cursor;
  const key = path.at(-1);
  if (typing === "key") {
    const [schema] = schemasAt([...path, wordAt(source, offset)]);
    return schema?.description ? { doc: schema.description } : undefined;
  }
  const facts = await factsOf(source, file, context.read);
  if (namesFunction(key)) {
    const step = valueAt(facts.root, path.slice(0, -1));
    const written = textOf(member(step, key)) ?? "";
    const { contract, member: called } = calledIn(step, written);
    const of = facts.contracts.get(contract);
    const abi = of === undefined ? undefined : await context.abiOf(of);
    const found = isAbi(abi) ? functionsNamed(abi, called) : [];
    const natspec = found[0]?.doc;
    if (found.length > 0)
      return { code: found.map(functionLine).join("\n"), ...(natspec === undefined ? {} : { natspec }) };
  }
  if (key === "deploy") {
    const named = namedContract(textOf(valueAt(facts.root, path)) ?? "", file);
    const abi = named && (await context.abiOf(named));
    if (isAbi(abi)) return { code: abi.functions.map(functionLine).join("\n") };
  }
  const thing = facts.things.find(({ name }) => name === wordAt(source, offset));
  return thing ? { thing } : undefined;
}
