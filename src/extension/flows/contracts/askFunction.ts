import * as vscode from "vscode";
import { type AbiParameter, type AbiShape, readsOnly } from "../../../chain/abi/abiType";
import { exampleText, readArgument } from "../../../chain/abi/abiValue";
import type { AbiFunction, ContractInterface } from "../../../chain/abi/contractInterface";
import { sourceType } from "../../../chain/abi/namedValue";
import { withStraightQuotes } from "../../../chain/abi/typedQuotes";
import { noted } from "../../../text/joining";
import { askChoice, askText, separator, type TextQuestion, TypedBefore } from "../../kit/asking/ask";
import { askConvertible } from "../../kit/asking/askConvertible";
import { complaint } from "../../kit/errors/complaint";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { functionChoice } from "../lines/functionText";
import { withAddresses } from "../target/addressNamed";

/**
 * Lets the user choose a function, the fitting kind first. A contract with one function asks nothing.
 * @throws Cancelled
 */
export async function askFunction(abi: ContractInterface, kind: "call" | "send", title: string): Promise<AbiFunction> {
  const fits = (each: AbiFunction): boolean => readsOnly(each) === (kind === "call");
  const [first, second] = [abi.functions.filter(fits), abi.functions.filter((each) => !fits(each))];
  const rest =
    kind === "call"
      ? vscode.l10n.t("Functions that change the chain. A call only shows what they would do")
      : vscode.l10n.t("Functions that only read. Call them without a transaction");
  return askChoice(
    [...first.map(functionChoice), ...(second.length > 0 ? [separator(rest), ...second.map(functionChoice)] : [])],
    {
      title,
      placeHolder: vscode.l10n.t("Select a function"),
    },
  );
}

/** What an answer looks like. A text on its own is typed without quotes. */
const hint = (shape: AbiShape): string =>
  shape.kind === "string" ? vscode.l10n.t("any text, without quotes") : exampleText(shape);

async function askArgument(
  app: Chainside,
  group: ChainGroup,
  parameter: AbiParameter,
  position: number,
  title: string,
  key: string,
): Promise<unknown> {
  const name = parameter.name || `#${position + 1}`;
  const { shape } = parameter;
  if (shape.kind === "bool") {
    return askChoice(
      [
        { label: "true", value: true },
        { label: "false", value: false },
      ],
      { title, placeHolder: `${name} (bool)` },
    );
  }
  if (shape.kind === "integer" && shape.names) {
    const members = shape.names.map((label, number) => ({ label, description: String(number), value: String(number) }));
    return askChoice(members, { title, placeHolder: `${name} (${sourceType(parameter)})` });
  }
  const typedBefore = app.kept.of(TypedBefore);
  const before = typedBefore.get(key);
  const read = (text: string): unknown => {
    const [value] = withAddresses(app, group, [parameter], withStraightQuotes([parameter], [text]));
    readArgument(parameter, value, position); // throws for what is no value of the type
    return value;
  };
  const question = {
    title,
    prompt: `${name} (${parameter.internalType ?? parameter.type})`,
    placeHolder: hint(shape),
    ...(before === undefined ? {} : { value: before }),
  };
  const typed = await askConvertible(app, question, read);
  typedBefore.set(key, typed.text);
  return typed.read;
}

/**
 * Asks for each argument in turn, checking it as it is typed. A name of one's own may stand where an address belongs. What was typed before
 * for the same function is offered again, so that nothing is lost when one of the later questions is cancelled or the transaction fails.
 * @throws Cancelled
 */
export async function askArguments(
  app: Chainside,
  group: ChainGroup,
  parameters: readonly AbiParameter[],
  title: string,
): Promise<unknown[]> {
  const values: unknown[] = [];
  const types = parameters.map(({ type }) => type).join();
  for (const [position, parameter] of parameters.entries()) {
    const step = parameters.length > 1 ? noted(title, `${position + 1}/${parameters.length}`) : title;
    values.push(await askArgument(app, group, parameter, position, step, `${title}(${types})${position}`));
  }
  return values;
}

type AmountQuestion = Pick<TextQuestion, "title"> & Partial<Pick<TextQuestion, "prompt" | "value">>;

/** Asks for an amount, in wei or with a unit. Gives wei. @throws Cancelled */
async function askAmount(app: Chainside, question: AmountQuestion): Promise<bigint> {
  const { parseAmount } = await import("../../../chain/services/balance/amount");
  const text = await askText({
    prompt: vscode.l10n.t("Enter an amount in wei, or with a unit such as 1.5 ether"),
    ...question,
    validate: (typed) => complaint(app, () => void parseAmount(typed)),
  });
  return parseAmount(text);
}

/** The amount that a call carries, in wei: only a payable function takes one; 0 is the usual answer. @throws Cancelled */
export async function askValue(
  app: Chainside,
  called: Pick<AbiFunction, "stateMutability"> | undefined,
  question: AmountQuestion,
): Promise<bigint> {
  return called?.stateMutability === "payable" ? askAmount(app, { value: "0", ...question }) : 0n;
}
