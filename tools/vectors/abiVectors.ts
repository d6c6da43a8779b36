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
      return difference("deployment", digitsOf(deployment), digitsOf(vector.encoded));
    }
    const encoded = digitsOf(vector.encoded);
    const decoded = contract.decodeCall(`0x${encoded}`);
    const again = contract.encodeCall(decoded?.signature ?? "", decoded?.arguments.map(({ value }) => value) ?? []);
    // A plain name may stand for several functions of as many arguments; then the call itself says which was meant.
    const meant = contract.functions.filter(({ name }) => name === vector.method).length > 1;
    const method = (meant && decoded?.name === vector.method && decoded.signature) || vector.method;
    const read = method.includes("(") ? decoded?.signature : decoded?.name;
    return [
      ...difference("call", digitsOf(contract.encodeCall(method, vector.values)), encoded),
      ...difference("method read", read ?? "none", method),
      ...difference("call read and encoded again", digitsOf(again), encoded),
    ];
  });
}
