import type { Address } from "../../../crypto/bytes/hex";
import type { Signer } from "../../../crypto/cryptoSuite";
import { ChainError } from "../../../errors/chainError";
import { clientError } from "../../../errors/clientError";
import { precompiledContracts, precompiledInterface } from "../../abi/precompiledContracts";
import { questionsFor, type RequestOptions } from "../../client/client";
import { call } from "../../rpc/call";
import type { ChainSession } from "../../session";
import {
  failedExecution,
  type WriteOptions,
  type WriteOutcome,
  writePrecompiled,
} from "../../transaction/precompiledCall";
import { transactionStatus } from "../../transaction/transactionStatus";
import { requireVersion } from "../compatibility";
import { getExecutorVersion } from "../executorVersion";

/** `normal` can be called; `abolished` is for good. */
export type ContractStatus = "normal" | "frozen" | "abolished";

/**
 * Whether a contract can be called. Executor version 1 answers its own input for a frozen one: that is read as no.
 * @throws ChainError `execution` 15 for a contract without a record (no contract, or deployed without permission management).
 */
export async function isContractAvailable(
  session: ChainSession,
  contract: Address,
  options?: RequestOptions,
): Promise<boolean> {
  const abi = precompiledInterface("ContractAuth", session.suite);
  const data = abi.encodeCall("contractAvailable", [contract]);
  const { status, output } = await call(
    session.client,
    { to: precompiledContracts.ContractAuth.address, data },
    options,
  );
  if (output.toLowerCase() === data.toLowerCase()) return false;
  if (status !== 0)
    throw await failedExecution({ contract: "ContractAuth", function: "contractAvailable" }, status, output);
  const [available] = abi.decodeOutput("contractAvailable", output);
  return available?.value === true;
}

/**
 * The status of a contract; undefined for one without a record of rights. Frozen and abolished are told apart by what a call of it answers,
 * which only a chain does that enforces permissions: elsewhere both are `frozen`. From data version 3.17 executor version 1 can't read the
 * record of a frozen contract any more, as if there were none (docs/protocol/release-3.17.md): a call tells.
 */
export async function getContractStatus(
  session: ChainSession,
  contract: Address,
  options?: RequestOptions,
): Promise<ContractStatus | undefined> {
  const available = await isContractAvailable(session, contract, options).catch((error: unknown) => {
    if (error instanceof ChainError && error.kind === "execution") return undefined;
    throw error;
  });
  if (available === true) return "normal";
  const { status } = await call(session.client, { to: contract, data: "0x" }, options);
  if (status === transactionStatus.contractAbolished) return "abolished";
  return available === false || status === transactionStatus.contractFrozen ? "frozen" : undefined;
}

/**
 * Whether the chain will never tell or change anything about the contract again: executor version 1 answers questions about a frozen
 * contract's rights with nothing, and refuses every change of them (docs/protocol/governance-client.md, "Contract permissions").
 */
export async function isStuck(session: ChainSession, contract: Address, options?: RequestOptions): Promise<boolean> {
  if (!session.authEnabled || (await getExecutorVersion(session, options)) === 0) return false;
  return (await getContractStatus(session, contract, options)) === "frozen";
}

/** Which contract is frozen, unfrozen, or abolished. */
export interface SetContractStatusRequest {
  readonly contract: Address;
  readonly status: ContractStatus;
  /** Freeze it although this chain can never unfreeze it. */
  readonly override?: boolean;
}

/**
 * Freezes, unfreezes or abolishes a contract, effective at once. Only its admin.
 * @throws ChainError usage `frozenForGood` (unless overridden), `needsCompatibility` before signing; `precompiled` −50000; `execution` 15
 * for an abolished contract.
 */
export async function setContractStatus(
  session: ChainSession,
  signer: Signer,
  { contract, status, override = false }: SetContractStatusRequest,
  options?: WriteOptions,
): Promise<WriteOutcome> {
  // Executor version 1 refuses every change of a frozen contract.
  if (status === "frozen" && !override && (await getExecutorVersion(session, questionsFor(options))) > 0)
    throw clientError("frozenForGood", { contract });
  if (status === "abolished") {
    requireVersion(session, "abolishing a contract", "3.2.0");
    const request = {
      contract: "ContractAuth",
      function: "setContractStatus(address,uint8)",
      args: [contract, 2],
    } as const;
    return writePrecompiled(session, signer, request, options);
  }
  const args = [contract, status === "frozen"];
  const request = { contract: "ContractAuth", function: "setContractStatus(address,bool)", args } as const;
  return writePrecompiled(session, signer, request, options);
}
