import type { DecodedValue } from "../../../chain/abi/abiDecoder";
import type { AbiFunction } from "../../../chain/abi/contractInterface";
import { returnedValues } from "../../../chain/abi/returnedValues";
import { notedTexts } from "../../../chain/abi/valueNotes";
import { callText } from "../../../chain/abi/valueText";
import type { TransactionReceipt } from "../../../chain/rpc/receiptSchema";
import type { ContractTarget } from "../../../chain/services/contract/readFunction";
import type { DataTransaction, Deployment, FunctionTransaction } from "../../../operations/contract/transactions";
import type { Signing } from "../../../operations/model/operation";
import { noteDone } from "../../kit/commands/noteDone";
import { Cancelled } from "../../kit/errors/cancelled";
import type { Chainside } from "../../state/chainside";
import type { WritableGroup } from "../../state/connections/signingPermit";
import { namesOn } from "../lines/addressName";
import { type More, signPrepared } from "../operations/doOperation";
import { operationContext } from "../operations/operationContext";
import type { SendingChoice } from "../signing/signAndSend";

/** What is sent, as the operations of the same kind have it; their code is loaded when it is sent. */
type ContractTransaction =
  | { readonly kind: "function"; readonly values: FunctionTransaction }
  | { readonly kind: "data"; readonly values: DataTransaction }
  | { readonly kind: "deployment"; readonly values: Deployment };

/**
 * Signs and sends what is for a contract, with the question of the operation of its kind (`contract send`, `send-data`, `deploy`).
 * @throws Cancelled; ChainError what signing and sending throw, and a failed execution.
 */
export async function signTransaction(
  app: Chainside,
  group: WritableGroup,
  sent: ContractTransaction,
  more: More,
): Promise<TransactionReceipt> {
  const { dataTransaction, deployment, functionTransaction } = await import(
    "../../../operations/contract/transactions"
  );
  const sign = <Values>(how: Signing<Values, TransactionReceipt>, values: Values): Promise<TransactionReceipt> =>
    signCase(app, group, how, values, more);
  if (sent.kind === "function") return sign(functionTransaction, sent.values);
  if (sent.kind === "data") return sign(dataTransaction, sent.values);
  return sign(deployment, sent.values);
}

async function signCase<Values>(
  app: Chainside,
  group: WritableGroup,
  how: Signing<Values, TransactionReceipt>,
  values: Values,
  more: More,
): Promise<TransactionReceipt> {
  const { preparedSigning } = await import("../../../operations/kit/define");
  const context = operationContext(app, group, more.account?.address);
  const outcome = await signPrepared(app, group, preparedSigning(context, values, how), more);
  // none of them is put to the committee
  if (!("result" in outcome)) throw new Cancelled();
  return outcome.result;
}

/** What a function call that was sent has done. */
interface SentCall {
  readonly receipt: TransactionReceipt;
  readonly values: readonly DecodedValue[];
  /** `HelloWorld.set("hello") → 1`. */
  readonly text: string;
}

/**
 * Signs and sends a call of a function.
 * @param amount in wei; more than 0 for payable functions only
 * @throws Cancelled; ChainError usage for an argument, and what a signature, a request and a failed execution throw.
 */
export async function sendFunction(
  app: Chainside,
  group: WritableGroup,
  contract: ContractTarget,
  called: AbiFunction,
  values: readonly unknown[],
  amount: bigint,
  choice: SendingChoice = {},
): Promise<SentCall> {
  const receipt = await signTransaction(
    app,
    group,
    { kind: "function", values: { contract, called, values, amount } },
    choice,
  );
  noteDone("chainside.sendTransaction");
  const results = returnedValues(contract.abi, called.signature, receipt.output);
  const answer = results.length > 0 ? ` → ${notedTexts(results, namesOn(app, group))}` : "";
  const text = `${contract.name}.${callText(called.name, values)}${answer}`;
  app.log.info(`${text}: block ${receipt.blockNumber}, ${receipt.transactionHash}`);
  return { receipt, values: results, text };
}
