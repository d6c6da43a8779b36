import type { AbiFunction } from "../../chain/abi/contractInterface";
import { type DecodedValue, revertText } from "../../chain/abi/revert";
import type { RequestOptions } from "../../chain/client";
import { executionError } from "../../chain/errors/nodeError";
import { call } from "../../chain/rpc/call";
import { callAs } from "../../chain/services/contract/callAs";
import type { ChainSession } from "../../chain/session";
import type { Signer } from "../../crypto/cryptoSuite";
import type { ContractTarget } from "./contractTarget";

/** What a function answers on the state of a block. */
export interface FunctionAnswer {
  readonly values: readonly DecodedValue[];
  readonly blockNumber: number;
}

/**
 * Runs a function on the newest state: nothing is signed to be sent and nothing changes.
 * @param caller whom the function sees as its caller; nobody when left out
 * @throws ChainError usage for an argument, `execution` with the contract's reason, `decode`, and what a request throws.
 */
export async function readFunction(
  session: ChainSession,
  contract: ContractTarget,
  called: AbiFunction,
  values: readonly unknown[],
  caller?: Signer,
  options?: RequestOptions,
): Promise<FunctionAnswer> {
  const request = { to: contract.address, data: contract.abi.encodeCall(called.signature, values) };
  const { status, output, blockNumber } = caller
    ? await callAs(session, caller, request, options)
    : await call(session.client, request, options);
  if (status !== 0) {
    throw await executionError(status, revertText(contract.abi.decodeRevert(output)) ?? "", {
      contract: contract.name,
      function: called.signature,
    });
  }
  return {
    values: called.outputs.length === 0 ? [] : contract.abi.decodeOutput(called.signature, output),
    blockNumber,
  };
}
