import type { DecodedValue } from "../../../chain/abi/abiDecoder";
import type { AbiFunction } from "../../../chain/abi/contractInterface";
import { returnedValues } from "../../../chain/abi/returnedValues";
import { notedTexts } from "../../../chain/abi/valueNotes";
import { callText } from "../../../chain/abi/valueText";
import type { TransactionReceipt } from "../../../chain/rpc/receiptSchema";
import type { ContractTarget } from "../../../chain/services/contract/readFunction";
import { noteDone } from "../../kit/commands/noteDone";
import type { Chainside } from "../../state/chainside";
import type { WritableGroup } from "../../state/connections/signingPermit";
import { namesOn } from "../lines/addressName";
import type { SendingChoice } from "../signing/signAndSend";
import { signTransaction } from "./signTransaction";

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
