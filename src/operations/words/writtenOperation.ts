import type { OperationRequest } from "../../chain/notebook/requestText";
import { clientError } from "../../errors/clientError";
import { say } from "../../text/catalogue";
import { listed } from "../../text/joining";
import { findOperation, nouns } from "../catalogue";
import { type AddressResolver, type RawValue, readResolved, WrongField } from "../model/fields";
import type { Operation } from "../model/operation";
import { callForm, fieldsOfArguments, WrongArguments, wordsApart } from "./fieldText";

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
