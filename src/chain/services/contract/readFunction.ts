import type { Address, Hex } from "../../../crypto/bytes/hex";
import type { Signer } from "../../../crypto/cryptoSuite";
import { executionError } from "../../../errors/nodeError";
import type { DecodedValue } from "../../abi/abiDecoder";
import type { AbiFunction, ContractInterface } from "../../abi/contractInterface";
import type { RequestOptions } from "../../client/client";
import type { ContractProxy } from "../../proxy/contractProxy";
import { type CallResult, call } from "../../rpc/call";
import type { ChainSession } from "../../session";
import type { FoundBy } from "../bfs/readLink";
import { callAs } from "./callAs";
import { reasonOf } from "./revertOf";

/** A contract to call: where it is and what it understands. */
export interface ContractTarget {
  readonly name: string;
  readonly address: Address;
  readonly abi: ContractInterface;
  /** It runs another contract's code. */
  readonly proxy?: ContractProxy;
  /** The path that it was named by. */
  readonly foundBy?: FoundBy;
}

/** What a function answers on the state of a block. */
interface FunctionAnswer {
  readonly values: readonly DecodedValue[];
  readonly blockNumber: number;
}

/** Runs a call as an account, by whatever signs it. */
export type AskAs = (
  request: { readonly to: Address; readonly data: Hex },
  options?: RequestOptions,
) => Promise<CallResult>;

/**
 * Runs a function on the newest state: nothing is signed to be sent and nothing changes.
 * @param caller whom the function sees as its caller; none when left out
 * @throws ChainError usage for an argument, `execution` with the contract's reason, `decode`, and what a request throws.
 */
export async function readFunction(
  session: ChainSession,
  contract: ContractTarget,
  called: AbiFunction,
  values: readonly unknown[],
  caller?: Signer | AskAs,
  options?: RequestOptions,
): Promise<FunctionAnswer> {
  const request = { to: contract.address, data: contract.abi.encodeCall(called.signature, values) };
  const asked = (): Promise<CallResult> => {
    if (typeof caller === "function") return caller(request, options);
    return caller ? callAs(session, caller, request, options) : call(session.client, request, options);
  };
  const { status, output, blockNumber } = await asked();
  if (status !== 0) {
    throw await executionError(status, (await reasonOf(session, { ...request, status, output }, contract.abi)) ?? "", {
      contract: contract.name,
      function: called.signature,
    });
  }
  return {
    values: called.outputs.length === 0 ? [] : contract.abi.decodeOutput(called.signature, output),
    blockNumber,
  };
}
