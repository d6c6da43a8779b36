import type { OperationRequest } from "../../chain/notebook/requestText";
import { clientError } from "../../errors/clientError";
import { say, t } from "../../text/catalogue";
import { listed } from "../../text/joining";
import { findOperation, nouns } from "../catalogue";
import { type AddressResolver, type Fields, type RawValue, readResolved, WrongField } from "../model/fields";
import type { Operation } from "../model/operation";
import { callForm, fieldsOfArguments, kebab, type OptionValues, takesList, WrongArguments } from "./fieldText";

/** A word of a line; only one that was written without quotes can be an option. */
interface LineWord {
  readonly text: string;
  readonly bare: boolean;
}

/** Words and options of a line told apart, by the fields of its operation and by `own`, options of the front that take a value. */
interface Apart {
  readonly words: readonly string[];
  readonly values: OptionValues;
  readonly own: Readonly<Record<string, string>>;
}

/**
 * Tells the options of a line from its other words. `--` ends the options.
 * @throws WrongArguments for an option that neither the operation nor the front has, and for one without its value
 */
function wordsApart(fields: Fields, all: readonly LineWord[], own: readonly string[]): Apart {
  const options = new Map(Object.entries(fields).map(([name, field]) => [kebab(name), field]));
  const words: string[] = [];
  const values: Record<string, unknown> = {};
  const front: Record<string, string> = {};
  let ended = false;
  for (let at = 0; at < all.length; at++) {
    const { text = "", bare = false } = all[at] ?? {};
    const name = text.slice(2);
    const field = options.get(name) ?? options.get(name.replace(/^no-/, ""));
    if (ended || !bare || !text.startsWith("--")) words.push(text);
    else if (text === "--") ended = true;
    else if (field?.kind === "flag") values[name] = true;
    else {
      const value = all[++at]?.text;
      const known = own.includes(name) || options.has(name);
      if (!known)
        throw new WrongArguments(t('There is no field "{0}". The fields are {1}.', name, [...options.keys()]));
      if (value === undefined) throw new WrongArguments(t("specify {0}", text));
      if (own.includes(name)) front[name] = value;
      else if (field && takesList(field)) values[name] = [...((values[name] as string[] | undefined) ?? []), value];
      else values[name] = value;
    }
  }
  return { words, values, own: front };
}

/** An operation that a line of a notebook names, with what the line gives for its fields. */
interface WrittenOperation {
  readonly operation: Operation;
  readonly given: Readonly<Record<string, RawValue>>;
  /** The account that the line names: who signs, or whom a contract sees. */
  readonly from: string | undefined;
}

/** The operations that a line of a notebook may name, by noun. */
export async function operationsOf(noun: string): Promise<readonly Operation[]> {
  return Object.hasOwn(nouns, noun) ? ((await nouns[noun]?.load()) ?? []) : [];
}

/** Options of a line beside those of its operation's fields. An operation with a field of that name has it for the field. */
const ownOptions = ({ fields }: Operation): readonly string[] => (Object.hasOwn(fields, "from") ? [] : ["from"]);

/**
 * What a line of a notebook says, by the declaration of its operation.
 * @throws ChainError usage `requestOperation`, `requestField`, each naming the line
 */
export async function writtenOperation({ noun, verb, words, line }: OperationRequest): Promise<WrittenOperation> {
  const operation = await findOperation(noun, verb);
  if (!operation) {
    const verbs = listed((await operationsOf(noun)).map((each) => each.verb));
    throw clientError("requestOperation", { line, operation: `${noun} ${verb}`, noun, verbs });
  }
  const { fields } = operation;
  try {
    const apart = wordsApart(fields, words, ownOptions(operation));
    return { operation, given: fieldsOfArguments(fields, apart.values, apart.words, {}), from: apart.own["from"] };
  } catch (error) {
    if (!(error instanceof WrongArguments)) throw error;
    throw wrongField(line, operation, error.message);
  }
}

const wrongField = (line: number, operation: Operation, problem: string): Error =>
  clientError("requestField", { line, problem, form: callForm(operation) });

/**
 * What the line gives for the fields, checked.
 * @throws ChainError usage `requestField`, naming the line; what `resolve` throws
 */
export async function writtenValues(
  { line }: OperationRequest,
  { operation, given }: WrittenOperation,
  resolve: AddressResolver,
) {
  try {
    return await readResolved(operation.fields, given, resolve);
  } catch (error) {
    if (!(error instanceof WrongField)) throw error;
    throw wrongField(line, operation, say(error.text));
  }
}
