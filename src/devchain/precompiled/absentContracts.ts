import type { PrecompiledCode } from "./host/contract";
import { Refusal } from "./host/refusal";

/** Contracts of the node that this chain lacks: every call says so, instead of giving a wrong answer. */
function absent(name: string): PrecompiledCode {
  return {
    name,
    functions: [],
    before: async () => {
      throw new Refusal(`${name} is not in the embedded chain`);
    },
  };
}

export const paillierContract = absent("Paillier");
export const groupSigContract = absent("GroupSig");
export const ringSigContract = absent("RingSig");
export const zkpContract = absent("Discrete ZKP");
