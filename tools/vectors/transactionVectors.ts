import { createHash } from "node:crypto";
import { decodeSignedTransaction, encodeSignedTransaction } from "../../src/chain/encoding/signedTransaction";
import {
  decodeTransactionData,
  encodeTransactionData,
  type TransactionData,
} from "../../src/chain/encoding/transactionData";
import { transactionHash } from "../../src/chain/encoding/transactionHash";
import { bytesToHexDigits, hexToBytes } from "../../src/crypto/bytes/hex";
import { suiteOf } from "./suiteOfVector";
import { checkCases, difference, type KindOutcome } from "./vectorKind";

type Recipe = { pattern: string; length: number } | { repeat: string; length: number };
type LongHex = { byteLength: number; sha256: string; first64: string };

export interface TransactionVectorData {
  version: number;
  chainID: string;
  groupID: string;
  blockLimit: string;
  nonce: string;
  to: string;
  input: string | Recipe;
  abi: string | Recipe;
  value?: string;
  gasPrice?: string;
  gasLimit?: string;
  maxFeePerGas?: string;
  maxPriorityFeePerGas?: string;
  extension?: string;
}

export interface TransactionVector {
  crypto: string;
  privateKey: string;
  from: string;
  data: TransactionVectorData;
  attribute: number;
  extraData: string;
  expected: {
    dataHash: string;
    signature: string;
    signatureDeterministic: boolean;
    dataEncoded: string | LongHex | null;
    dataEncodedClient: string | LongHex | null;
    signedTx: string | LongHex | null;
    signedTxClient: string | LongHex | null;
  };
}

/** `byte[i] = (7*i+3) mod 256`: a linear rule with any two numbers. */
function patternBytes(pattern: string, length: number): Uint8Array {
  const numbers = /^byte\[i\] = \((\d+)\*i\+(\d+)\) mod 256$/.exec(pattern);
  if (!numbers) throw new RangeError(`unknown input pattern "${pattern}"`);
  return Uint8Array.from({ length }, (_, i) => (Number(numbers[1]) * i + Number(numbers[2])) % 256);
}

function recipeBytes(recipe: string | Recipe): Uint8Array {
  if (typeof recipe === "string") return hexToBytes(recipe);
  return "pattern" in recipe ? patternBytes(recipe.pattern, recipe.length) : Buffer.from(recipeText(recipe));
}

function recipeText(recipe: string | Recipe): string {
  if (typeof recipe === "string") return recipe;
  if ("pattern" in recipe) return Buffer.from(patternBytes(recipe.pattern, recipe.length)).toString("latin1");
  return recipe.repeat.repeat(Math.ceil(recipe.length / recipe.repeat.length)).slice(0, recipe.length);
}

/** The data of a vector in the form our code takes. */
export function dataOfVector(vector: TransactionVectorData): TransactionData {
  return {
    version: vector.version,
    chainId: vector.chainID,
    groupId: vector.groupID,
    blockLimit: BigInt(vector.blockLimit),
    nonce: vector.nonce,
    to: vector.to,
    input: recipeBytes(vector.input),
    abi: recipeText(vector.abi),
    value: vector.value ?? "",
    gasPrice: vector.gasPrice ?? "",
    gasLimit: BigInt(vector.gasLimit ?? 0),
    maxFeePerGas: vector.maxFeePerGas ?? "",
    maxPriorityFeePerGas: vector.maxPriorityFeePerGas ?? "",
    extension: hexToBytes(vector.extension ?? ""),
  };
}

function encodingDifference(what: string, actual: Uint8Array, expected: string | LongHex | null): string[] {
  if (expected === null) return []; // the official writer of this form cannot express the case
  if (typeof expected === "string") return difference(what, bytesToHexDigits(actual), expected);
  return [
    ...difference(`length of ${what}`, String(actual.length), String(expected.byteLength)),
    ...difference(`sha256 of ${what}`, createHash("sha256").update(actual).digest("hex"), expected.sha256),
  ];
}

function sameData(data: TransactionData): string {
  return Object.entries(data)
    .map(([name, value]) => `${name}=${value instanceof Uint8Array ? bytesToHexDigits(value) : String(value)}`)
    .sort()
    .join(" ");
}

function checkTransaction(vector: TransactionVector): string[] {
  const suite = suiteOf(vector.crypto);
  const privateKey = hexToBytes(vector.privateKey);
  const data = dataOfVector(vector.data);
  const { expected } = vector;
  const dataHash = transactionHash(suite, data);
  const given = hexToBytes(expected.signature);
  const ours = suite.sign(dataHash, privateKey);
  const differences = [
    ...difference("hash", bytesToHexDigits(dataHash), expected.dataHash),
    ...(expected.signatureDeterministic ? difference("signature", bytesToHexDigits(ours), expected.signature) : []),
  ];
  for (const [whose, signature] of [
    ["given", given],
    ["our", ours],
  ] as const) {
    const publicKey = suite.signer(dataHash, signature);
    differences.push(
      ...difference(`signer of the ${whose} signature`, publicKey ? suite.address(publicKey) : "nobody", vector.from),
    );
  }
  const signed = { data, dataHash, signature: given, attribute: vector.attribute, extraData: vector.extraData };
  for (const [form, encodedData, encodedTransaction] of [
    ["compact", expected.dataEncoded, expected.signedTx],
    ["client", expected.dataEncodedClient, expected.signedTxClient],
  ] as const) {
    const bytes = encodeTransactionData(data, form);
    const whole = encodeSignedTransaction(signed, form);
    const decoded = decodeSignedTransaction(whole);
    differences.push(
      ...encodingDifference(`${form} data`, bytes, encodedData),
      ...encodingDifference(`${form} transaction`, whole, encodedTransaction),
      ...difference(`${form} data read back`, sameData(decodeTransactionData(bytes)), sameData(data)),
      ...difference(`${form} transaction's data read back`, sameData(decoded.data), sameData(data)),
      ...difference(`${form} attribute read back`, String(decoded.attribute), String(vector.attribute)),
      ...difference(`${form} extra data read back`, decoded.extraData, vector.extraData),
      ...difference(`${form} signature read back`, bytesToHexDigits(decoded.signature), expected.signature),
    );
  }
  return differences;
}

/** Hash, signature, both encodings and decoding of signed transactions; one kind a version and curve. */
export function checkTransactionVectors(vectors: readonly TransactionVector[]): KindOutcome[] {
  const kinds = new Map<string, TransactionVector[]>();
  for (const vector of vectors) {
    const kind = `transactions version ${vector.data.version} ${vector.crypto}`;
    kinds.set(kind, [...(kinds.get(kind) ?? []), vector]);
  }
  return [...kinds].sort(([a], [b]) => (a < b ? -1 : 1)).map(([kind, of]) => checkCases(kind, of, checkTransaction));
}
