import type { CryptoSuite } from "../../crypto/cryptoSuite";
import { type ContractInterface, contractInterface } from "../abi/contractInterface";
import type { ContractArtifact } from "./readArtifact";
import { withNotes } from "./sourceNotes";

/**
 * The ABI of a compiled contract with what its source says beyond it: members of enums can be given by name.
 * @throws ChainError kind `usage`, code `abi…`.
 */
export const artifactInterface = (
  { abi, notes }: Pick<ContractArtifact, "abi" | "notes">,
  suite: CryptoSuite,
): ContractInterface => contractInterface(withNotes(abi, notes), suite);
