import { type BlockHeaderData, blockHeaderHash, encodeBlockHeader } from "../../src/chain/transaction/blockHeaderHash";
import { merkleProof, merkleRoot } from "../../src/chain/transaction/merkle";
import { encodeReceipt, type ReceiptData, receiptHash } from "../../src/chain/transaction/receiptHash";
import { climb, sameBytes } from "../../src/chain/verification/merklePath";
import { bytesToHexDigits, hexToBytes } from "../../src/crypto/bytes/hex";
import { smSuite, standardSuite } from "../../src/crypto/suites";
import { suiteOf } from "./suiteOfVector";
import { checkCases, difference, type KindOutcome } from "./vectorKind";

interface Hashes {
  keccak256?: string;
  sm3?: string;
}

function hashDifferences(expected: Hashes, hash: (suite: typeof standardSuite) => Uint8Array): string[] {
  return [standardSuite, smSuite].flatMap((suite) => {
    const given = suite.name === "sm" ? expected.sm3 : expected.keccak256;
    return given === undefined ? [] : difference(`${suite.name} hash`, bytesToHexDigits(hash(suite)), given);
  });
}

export interface ReceiptVector extends Hashes {
  version: number;
  gasUsed: string;
  contractAddress: string;
  status: number;
  output: string;
  logEntries: { address: string; topics: string[]; data: string }[];
  blockNumber: string;
  effectiveGasPrice: string;
  message?: string;
  /** Known answers have the hash beside the fields instead. */
  expected?: Hashes & { encodedWithoutHash?: string };
}

/** Receipt hashes under both suites, and the encoded receipt. */
export function checkReceiptVectors(kind: string, vectors: readonly ReceiptVector[]): KindOutcome {
  return checkCases(kind, vectors, (vector) => {
    const receipt: ReceiptData = {
      version: vector.version,
      gasUsed: vector.gasUsed,
      contractAddress: vector.contractAddress,
      status: vector.status,
      output: hexToBytes(vector.output),
      logEntries: vector.logEntries.map((log) => ({
        address: log.address,
        topics: log.topics.map(hexToBytes),
        data: hexToBytes(log.data),
      })),
      blockNumber: BigInt(vector.blockNumber),
      effectiveGasPrice: vector.effectiveGasPrice,
    };
    const expected = vector.expected ?? vector;
    const encoded = vector.expected?.encodedWithoutHash;
    return [
      ...hashDifferences(expected, (suite) => receiptHash(suite, receipt)),
      ...(encoded === undefined
        ? []
        : difference("encoding", bytesToHexDigits(encodeReceipt(receipt, vector.message)), encoded)),
    ];
  });
}

export interface BlockHeaderVector {
  version: number;
  parentInfo: { blockNumber: string; blockHash: string }[];
  txsRoot: string;
  receiptsRoot: string;
  stateRoot: string;
  number: string;
  gasUsed: string;
  timestamp: string;
  sealer: string;
  sealerList: string[];
  extraData: string;
  consensusWeights: string[];
  signatureList: { sealerIndex: string; signature: string }[];
  expected: Hashes & { encodedWithoutHash?: string; encodedWithKeccakHash?: string };
}

/** Header hashes under both suites, and the encoded header without and with its hash. */
export function checkBlockHeaderVectors(vectors: readonly BlockHeaderVector[]): KindOutcome {
  return checkCases("block headers", vectors, (vector) => {
    const header: BlockHeaderData = {
      version: vector.version,
      parentInfo: vector.parentInfo.map((parent) => ({
        blockNumber: BigInt(parent.blockNumber),
        blockHash: hexToBytes(parent.blockHash),
      })),
      txsRoot: hexToBytes(vector.txsRoot),
      receiptsRoot: hexToBytes(vector.receiptsRoot),
      stateRoot: hexToBytes(vector.stateRoot),
      number: BigInt(vector.number),
      gasUsed: vector.gasUsed,
      timestampMs: BigInt(vector.timestamp),
      sealer: BigInt(vector.sealer),
      sealerList: vector.sealerList.map(hexToBytes),
      extraData: hexToBytes(vector.extraData),
      consensusWeights: vector.consensusWeights.map(BigInt),
    };
    const signatures = vector.signatureList.map((each) => ({
      sealerIndex: BigInt(each.sealerIndex),
      signature: hexToBytes(each.signature),
    }));
    const { expected } = vector;
    const encoded = (dataHash?: Uint8Array): string =>
      bytesToHexDigits(encodeBlockHeader(header, signatures, dataHash));
    return [
      ...hashDifferences(expected, (suite) => blockHeaderHash(suite, header)),
      ...(expected.encodedWithoutHash === undefined
        ? []
        : difference("encoding", encoded(), expected.encodedWithoutHash)),
      ...(expected.encodedWithKeccakHash === undefined
        ? []
        : difference(
            "encoding with hash",
            encoded(blockHeaderHash(standardSuite, header)),
            expected.encodedWithKeccakHash,
          )),
    ];
  });
}

export interface MerkleVector {
  hash: string;
  leaves: string[];
  root: string;
  /** The node's own list of levels, each after its count in four bytes. */
  levels?: string[];
  proofs: string[][];
}

/** Roots, and one proof a leaf: written as given, accepted, and refused for another leaf. */
export function checkMerkleVectors(vectors: readonly MerkleVector[]): KindOutcome {
  return checkCases("Merkle trees", vectors, (vector) => {
    const suite = suiteOf(vector.hash);
    const leaves = vector.leaves.map(hexToBytes);
    const root = hexToBytes(vector.root);
    const leadsTo = (leaf: Uint8Array, proof: readonly string[]): string => {
      const path = climb(suite, leaf, proof, "proof");
      return String(path?.climbs === true && sameBytes(path.root, root));
    };
    const differences = difference("root", bytesToHexDigits(merkleRoot(suite, leaves)), vector.root);
    for (const [index, given] of vector.proofs.entries()) {
      const leaf = leaves[index] ?? new Uint8Array(0);
      const elsewhere = new Uint8Array(32).fill(0x5a);
      differences.push(
        ...difference(`proof ${index}`, merkleProof(suite, leaves, index).join(), given.join()),
        ...difference(`proof ${index} accepted`, leadsTo(leaf, given), "true"),
        ...difference(`other leaf by ${index}`, leadsTo(elsewhere, given), "false"),
      );
    }
    return differences;
  });
}
