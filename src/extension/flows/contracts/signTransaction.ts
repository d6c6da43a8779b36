import type { TransactionReceipt } from "../../../chain/rpc/receiptSchema";
import type { DataTransaction, Deployment, FunctionTransaction } from "../../../operations/contract/transactions";
import type { Signing } from "../../../operations/model/operation";
import { Cancelled } from "../../kit/errors/cancelled";
import type { Chainside } from "../../state/chainside";
import type { WritableGroup } from "../../state/connections/signingPermit";
import { operationContext } from "../operations/operationContext";
import { type More, signPrepared } from "../operations/signOperation";

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
