import * as vscode from "vscode";
import type { AbiFunction } from "../../../chain/abi/contractInterface";
import { askText, type TextQuestion } from "../../kit/asking/ask";
import { complaint } from "../../kit/errors/complaint";
import type { Chainside } from "../../state/chainside";

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
