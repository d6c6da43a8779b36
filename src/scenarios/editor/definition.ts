import type { NamedPath } from "../../files/namedPath";
import { textOf } from "../../yaml/value";
import { fileOfContract, namedContract, namedFile } from "../document/namedFile";
import { calledIn } from "../language/contracts";
import { namesFunction } from "../language/scenario";
import { cursorAt } from "./cursor";
import { factsOf, valueAt } from "./facts";
import type { EditorContext } from "./offers";

/** What a word of a scenario leads to beside names: a file, a contract in it, a function of that. */
export interface NamedTarget {
  readonly file: NamedPath;
  readonly contract?: string | undefined;
  /** A function or an event, by name or signature. */
  readonly member?: string;
}

function targetOf(named: NamedPath): NamedTarget {
  const { file, name } = fileOfContract(named);
  return { file, contract: name };
}

/** The file, contract, function or event that a place of a scenario names. */
export async function targetAt(
  source: string,
  offset: number,
  file: string,
  context: EditorContext,
): Promise<NamedTarget | undefined> {
  const cursor = cursorAt(source, offset);
  if (cursor?.typing !== "value") return undefined;
  const facts = await factsOf(source, file, context.read);
  const { path } = cursor;
  const key = path.at(-1);
  const written = textOf(valueAt(facts.root, path)) ?? "";
  const isInclude = key === "include" || (path[0] === "include" && path.length === 2);
  if (isInclude) {
    const included = namedFile(written, file);
    return included === undefined ? undefined : { file: included };
  }
  if (key === "deploy" || key === "abi") {
    const contract = namedContract(written, file);
    return contract === undefined ? undefined : targetOf(contract);
  }
  if (!namesFunction(key) && key !== "event") return undefined;
  const step = key === "event" ? undefined : valueAt(facts.root, path.slice(0, -1));
  const { contract, member: called } = calledIn(step, written);
  const of = facts.contracts.get(contract);
  return of === undefined ? undefined : { ...targetOf(of), member: called };
}
