import {
  checksumAddress,
  create2Address,
  createAddress,
  legacyCreateAddress,
} from "../../src/chain/transaction/contractAddress";
import { type Address, hexToBytes } from "../../src/crypto/bytes/hex";
import { suiteOf } from "./suiteOfVector";
import { checkCases, difference, type KindOutcome } from "./vectorKind";

export interface AddressVector {
  rule: "create" | "create2" | "legacy" | "checksum";
  hash?: string;
  blockNumber?: number | string;
  contextID?: number | string;
  seq?: number | string;
  sender?: string;
  salt?: string;
  initCode?: string;
  nonce?: number | string;
  address: string;
  checksum?: string;
}

const withPrefix = (address: string): Address => `0x${address.replace(/^0x/, "")}`;

/** Without prefix, as the vectors write addresses. */
function computed(vector: AddressVector): string {
  const suite = suiteOf(vector.hash ?? "keccak256");
  const given = (member: keyof AddressVector): string => {
    const value = vector[member];
    if (value === undefined) throw new RangeError(`the vector lacks ${member}`);
    return String(value);
  };
  switch (vector.rule) {
    case "create":
      return createAddress(suite, BigInt(given("blockNumber")), BigInt(given("contextID")), BigInt(given("seq")));
    case "create2":
      return create2Address(
        suite,
        withPrefix(given("sender")),
        hexToBytes(given("salt")),
        hexToBytes(given("initCode")),
      );
    case "legacy":
      return legacyCreateAddress(withPrefix(given("sender")), BigInt(given("nonce")));
    case "checksum":
      return checksumAddress(suite, withPrefix(vector.address));
    default:
      throw new RangeError(`unknown address rule "${String(vector.rule)}"`);
  }
}

/** Contract addresses by each rule, and checksum forms. */
export function checkAddressVectors(vectors: readonly AddressVector[]): KindOutcome {
  return checkCases("contract addresses", vectors, (vector) =>
    difference(
      vector.rule,
      computed(vector).slice(2),
      (vector.rule === "checksum" ? (vector.checksum ?? "") : vector.address).replace(/^0x/, ""),
    ),
  );
}
