import { contractInterface } from "../../src/chain/abi/contractInterface";
import { suiteOf } from "./suiteOfVector";
import { checkCases, difference, type KindOutcome } from "./vectorKind";

export interface AbiVector {
  crypto: string;
  method: string;
  abi: string;
  /** Init code before the arguments of a constructor. */
  bin?: string;
  values: unknown[];
  encoded: string;
}

const digitsOf = (hex: string): string => hex.replace(/^0x/, "");

/** Encoded calls and deployments; the call is read back and encoded again from what was read. */
export function checkAbiVectors(vectors: readonly AbiVector[]): KindOutcome {
  return checkCases("ABI calls", vectors, (vector) => {
    const contract = contractInterface(vector.abi, suiteOf(vector.crypto));
    if (vector.method === "constructor") {
      const deployment = contract.encodeDeploy(`0x${digitsOf(vector.bin ?? "")}`, vector.values);
      return difference("deployment", digitsOf(deployment), vector.encoded);
    }
    const decoded = contract.decodeCall(`0x${vector.encoded}`);
    const again = contract.encodeCall(decoded?.name ?? "", decoded?.arguments.map(({ value }) => value) ?? []);
    return [
      ...difference("call", digitsOf(contract.encodeCall(vector.method, vector.values)), vector.encoded),
      ...difference("method read", decoded?.name ?? "none", vector.method),
      ...difference("call read and encoded again", digitsOf(again), vector.encoded),
    ];
  });
}
