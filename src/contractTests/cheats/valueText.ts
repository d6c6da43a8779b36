import type { AbiShape } from "../../chain/abi/abiType";
import { checksumAddress } from "../../chain/transaction/contractAddress";
import { bytesToHex } from "../../crypto/bytes/hex";
import type { CryptoSuite } from "../../crypto/cryptoSuite";
import type { AbiValue } from "./abiCode";

/** A value as a person writes it in Solidity; addresses by the chain's capitals, with their label where they have one. */
export function valueText(
  shape: AbiShape,
  value: AbiValue,
  suite: CryptoSuite,
  labels?: ReadonlyMap<string, string>,
  quoted = true,
): string {
  switch (shape.kind) {
    case "address": {
      const digits = String(value);
      const address = checksumAddress(suite, `0x${digits}`);
      const label = labels?.get(digits);
      return label === undefined ? address : `${label}: [${address}]`;
    }
    case "string":
      return quoted ? JSON.stringify(value) : String(value);
    case "bytes":
      return value instanceof Uint8Array ? bytesToHex(value) : String(value);
    case "array": {
      const items = Array.isArray(value) ? (value as readonly AbiValue[]) : [];
      return `[${items.map((item) => valueText(shape.element, item, suite, labels, quoted)).join(", ")}]`;
    }
    case "tuple": {
      const items = Array.isArray(value) ? (value as readonly AbiValue[]) : [];
      const parts = shape.members.map(
        ({ name, shape: inner }, index) =>
          `${name ? `${name}: ` : ""}${valueText(inner, items[index] ?? 0n, suite, labels, quoted)}`,
      );
      return `(${parts.join(", ")})`;
    }
    default:
      return String(value);
  }
}
