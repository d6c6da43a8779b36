import * as vscode from "vscode";
import type { AbiParameter, AbiShape } from "../../chain/abi/abiType";
import { readArgument } from "../../chain/abi/abiValue";
import type { AbiFunction, ContractInterface } from "../../chain/abi/contractInterface";
import type { Chainside } from "../app/chainside";
import { askChoice, askText, type Choice, separator } from "../asking/ask";
import { functionText, readsOnly } from "./functionText";

/**
 * Lets the user choose a function, the fitting kind first. A contract with one function asks nothing.
 * @throws Cancelled
 */
export async function askFunction(abi: ContractInterface, kind: "call" | "send", title: string): Promise<AbiFunction> {
  const fits = (each: AbiFunction): boolean => readsOnly(each) === (kind === "call");
  const [first, second] = [abi.functions.filter(fits), abi.functions.filter((each) => !fits(each))];
  const choice = (each: AbiFunction): Choice<AbiFunction> => ({
    label: `$(symbol-method) ${each.name}`,
    description: functionText(each),
    value: each,
  });
  const rest =
    kind === "call"
      ? vscode.l10n.t("These change the chain: a call only shows what they would do")
      : vscode.l10n.t("These only read: a call does it without a transaction");
  return askChoice([...first.map(choice), ...(second.length > 0 ? [separator(rest), ...second.map(choice)] : [])], {
    title,
    placeHolder: vscode.l10n.t("Which function?"),
  });
}

function hint(shape: AbiShape): string {
  switch (shape.kind) {
    case "integer":
      return shape.signed ? "-42" : "42";
    case "bool":
      return "true";
    case "address":
      return "0x…";
    case "string":
      return vscode.l10n.t("any text, without quotes");
    case "bytes":
      return "0x…";
    case "array":
      return "[1, 2, 3]";
    case "tuple":
      return "{name: value, …}";
  }
}

/** The sentence for a text that is no value of the type; undefined for one that is. */
async function problem(
  app: Chainside,
  parameter: AbiParameter,
  text: string,
  position: number,
): Promise<string | undefined> {
  try {
    readArgument(parameter, text, position);
    return undefined;
  } catch (error) {
    const { message, advice } = await app.errors.words(error);
    return advice ? `${message} ${advice}` : message;
  }
}

async function askArgument(app: Chainside, parameter: AbiParameter, position: number, title: string): Promise<unknown> {
  const name = parameter.name || `#${position + 1}`;
  if (parameter.shape.kind === "bool") {
    return askChoice(
      [
        { label: "true", value: true },
        { label: "false", value: false },
      ],
      { title, placeHolder: `${name} (bool)` },
    );
  }
  return askText({
    title,
    prompt: `${name} (${parameter.internalType ?? parameter.type})`,
    placeHolder: hint(parameter.shape),
    validate: (text) => problem(app, parameter, text, position),
  });
}

/** Asks for each argument in turn, checking it as it is typed. @throws Cancelled */
export async function askArguments(
  app: Chainside,
  parameters: readonly AbiParameter[],
  title: string,
): Promise<unknown[]> {
  const values: unknown[] = [];
  for (const [position, parameter] of parameters.entries()) {
    const step = parameters.length > 1 ? `${title} (${position + 1}/${parameters.length})` : title;
    values.push(await askArgument(app, parameter, position, step));
  }
  return values;
}
