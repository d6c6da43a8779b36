import type { AbiFunction, ContractInterface } from "../chain/abi/contractInterface";
import { precompiledAt, precompiledInterface } from "../chain/abi/precompiledContracts";
import type { ChainError } from "../chain/errors/chainError";
import { executionError } from "../chain/errors/nodeError";
import { dependsOnSender } from "../chain/errors/senderRefusal";
import { returnedRefusal } from "../chain/services/contract/requireAccepted";
import { reasonOf } from "../chain/services/contract/revertOf";
import type { Simulation } from "../chain/services/contract/simulate";
import type { ChainSession } from "../chain/session";
import type { TransactionRequest } from "../chain/transaction/transact";
import type { Hex } from "../crypto/bytes/hex";
import { t } from "../text/catalogue";

/** A transaction that was tried out. */
export interface TriedOut {
  readonly session: ChainSession;
  readonly request: TransactionRequest;
  readonly simulation: Simulation & { readonly kind: "ran" };
  /** The contract's own interface, where it is known. */
  readonly abi: ContractInterface | undefined;
}

/** Why a transaction can't be tried out, in the chosen language. */
export function notTriedOut(reason: (Simulation & { readonly kind: "impossible" })["reason"]): string {
  switch (reason) {
    case "deployment":
      return t("Nodes can dry-run contract calls, but not deployments.");
    case "amount":
      return t("Nodes can dry-run only calls without an amount.");
    case "noWriting":
      return t("This node can dry-run only calls that don't write.");
  }
}

/** Of a built-in contract at its fixed address. */
export function builtInInterface({ suite }: ChainSession, to: string | undefined): ContractInterface | undefined {
  const name = precompiledAt(to ?? "");
  return name && precompiledInterface(name, suite);
}

/** The function that call data calls. */
export function calledFunction(abi: ContractInterface | undefined, data: string): AbiFunction | undefined {
  const signature = abi?.decodeCall(data as Hex)?.signature;
  return signature === undefined ? undefined : abi?.getFunction(signature);
}

/**
 * Whether another sender could fare otherwise: a contract's own code may ask who calls it, which can't be seen from here; a built-in
 * contract says so.
 */
export const mayDependOnSender = (session: ChainSession, to: string | undefined, failure: ChainError): boolean =>
  dependsOnSender(failure) || (failure.kind !== "precompiled" && !builtInInterface(session, to));

/** Why it would fail; undefined where it would succeed. A built-in contract says so by a negative number under status 0. */
export async function simulationFailure({
  session,
  request,
  simulation,
  abi,
}: TriedOut): Promise<ChainError | undefined> {
  const { status, output } = simulation;
  if (status !== 0) {
    return executionError(status, (await reasonOf(session, { to: request.to, status, output }, abi)) ?? "");
  }
  return returnedRefusal(session, request.to ?? "", output);
}
