import { transactionHash } from "../../src/chain/encoding/transactionHash";
import { bytesToHexDigits, hexToBytes } from "../../src/crypto/bytes/hex";
import { type AddressVector, checkAddressVectors } from "./addressVectors";
import { suiteOf } from "./suiteOfVector";
import { dataOfVector, type TransactionVectorData } from "./transactionVectors";
import { checkCases, difference, type KindOutcome } from "./vectorKind";

interface TransactionHashFact {
  kind: "transaction hash";
  hash: string;
  data: TransactionVectorData;
  expected: string;
  signature?: string;
  from?: string;
}

interface HashFact {
  kind: "hash";
  hash: string;
  inputText?: string;
  inputHex?: string;
  expected: string;
}

type AddressFact = Omit<AddressVector, "rule"> & { kind: "create" | "create2" | "legacy create" };

export type NodeFact = TransactionHashFact | HashFact | AddressFact;

function checkFact(fact: NodeFact): string[] {
  switch (fact.kind) {
    case "transaction hash": {
      const suite = suiteOf(fact.hash);
      const digest = transactionHash(suite, dataOfVector(fact.data));
      const publicKey = fact.signature === undefined ? undefined : suite.signer(digest, hexToBytes(fact.signature));
      return [
        ...difference("hash", bytesToHexDigits(digest), fact.expected),
        ...(fact.signature === undefined
          ? []
          : difference("signer", publicKey ? suite.address(publicKey) : "nobody", fact.from ?? "")),
      ];
    }
    case "hash": {
      const input = fact.inputHex === undefined ? Buffer.from(fact.inputText ?? "") : hexToBytes(fact.inputHex);
      return difference("hash", bytesToHexDigits(suiteOf(fact.hash).hash(input)), fact.expected);
    }
    case "create":
    case "create2":
    case "legacy create":
      return checkAddressVectors([{ ...fact, rule: fact.kind === "legacy create" ? "legacy" : fact.kind }]).mismatches;
    default:
      throw new RangeError(`unknown kind of fact "${String((fact as { kind?: unknown }).kind)}"`);
  }
}

/** Known answers of the official test suites, each naming its own kind. */
export function checkNodeFacts(facts: readonly NodeFact[]): KindOutcome[] {
  const kinds = new Map<string, NodeFact[]>();
  for (const fact of facts) kinds.set(fact.kind, [...(kinds.get(fact.kind) ?? []), fact]);
  return [...kinds].map(([kind, of]) => checkCases(`node test facts: ${kind}`, of, checkFact));
}
