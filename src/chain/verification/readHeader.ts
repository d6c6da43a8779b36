import { bytesToHexDigits } from "../../crypto/bytes/hex";
import type { BlockHeaderData } from "../transaction/blockHeaderHash";
import { maxSealers, type SealerSet } from "./sealerSet";
import {
  bytesOf,
  countOf,
  fixedBytesOf,
  gasTextOf,
  integerOf,
  listOf,
  maxCount,
  maxWeight,
  membersOf,
  UnreadableMember,
} from "./strictReading";

/** A header as it was hashed, and who it says decides. */
export interface ReadHeader {
  readonly data: BlockHeaderData;
  readonly sealers: SealerSet;
  /** In the order of the block's own list, 64 bytes each. */
  readonly sealerKeys: readonly Uint8Array[];
  readonly claimedHash: string;
  readonly number: number;
  readonly signatures: readonly { readonly index: number; readonly signature: Uint8Array }[];
}

const root = 32;
const nothing = new Uint8Array(0);

function readParents(value: unknown, number: number): BlockHeaderData["parentInfo"] {
  const parents = listOf(value, "parentInfo", 1);
  if (parents.length !== (number === 0 ? 0 : 1)) throw new UnreadableMember("parentInfo");
  return parents.map((each) => {
    const { blockNumber, blockHash } = membersOf(each, "parentInfo[0]");
    const parent = integerOf(blockNumber, "parentInfo[0].blockNumber", 0n, maxCount);
    if (parent !== BigInt(number) - 1n) throw new UnreadableMember("parentInfo[0].blockNumber");
    return { blockNumber: parent, blockHash: fixedBytesOf(blockHash, "parentInfo[0].blockHash", root) };
  });
}

function readSealers(sealerList: unknown, weights: unknown): { keys: Uint8Array[]; set: SealerSet } {
  const keys = listOf(sealerList, "sealerList", maxSealers).map((each, i) =>
    fixedBytesOf(each, `sealerList[${i}]`, 64),
  );
  const list = listOf(weights, "consensusWeights", maxSealers);
  if (list.length !== keys.length) throw new UnreadableMember("consensusWeights");
  const set = keys.map((key, i) => ({
    nodeId: bytesToHexDigits(key),
    weight: integerOf(list[i], `consensusWeights[${i}]`, 1n, maxWeight),
  }));
  // a node sorts them, and no sealer votes twice
  set.forEach(({ nodeId }, i) => {
    if (i > 0 && (set[i - 1]?.nodeId ?? "") >= nodeId) throw new UnreadableMember(`sealerList[${i}]`);
  });
  return { keys, set };
}

/** What a printed genesis block stands for: hashed with empty roots and empty gas, printed with zeros. */
function readGenesis(block: ReturnType<typeof membersOf>): Partial<BlockHeaderData> {
  for (const member of ["txsRoot", "receiptsRoot", "stateRoot"]) {
    if (fixedBytesOf(block[member], member, root).some((byte) => byte !== 0)) throw new UnreadableMember(member);
  }
  if (gasTextOf(block["gasUsed"]) !== "0") throw new UnreadableMember("gasUsed");
  return { txsRoot: nothing, receiptsRoot: nothing, stateRoot: nothing, gasUsed: "" };
}

/**
 * Reads a block as nothing that can be trusted: every length is checked, so that what was hashed can be cut in no other way.
 * @throws UnreadableMember naming the member.
 */
export function readHeader(value: unknown): ReadHeader {
  const block = membersOf(value, "block");
  const number = countOf(block["number"], "number");
  const { keys, set } = readSealers(block["sealerList"], block["consensusWeights"]);
  const genesis = number === 0;
  if (genesis !== (set.length === 0)) throw new UnreadableMember("sealerList");
  const sealer = integerOf(block["sealer"], "sealer", 0n, maxCount);
  if (!genesis && sealer >= BigInt(set.length)) throw new UnreadableMember("sealer");
  const data: BlockHeaderData = {
    version: Number(integerOf(block["version"], "version", 0n, 2n ** 31n - 1n)),
    parentInfo: readParents(block["parentInfo"], number),
    ...(genesis
      ? (readGenesis(block) as Pick<BlockHeaderData, "txsRoot" | "receiptsRoot" | "stateRoot" | "gasUsed">)
      : {
          txsRoot: fixedBytesOf(block["txsRoot"], "txsRoot", root),
          receiptsRoot: fixedBytesOf(block["receiptsRoot"], "receiptsRoot", root),
          stateRoot: fixedBytesOf(block["stateRoot"], "stateRoot", root),
          gasUsed: gasTextOf(block["gasUsed"]),
        }),
    number: BigInt(number),
    timestampMs: integerOf(block["timestamp"], "timestamp", 0n, maxCount),
    sealer,
    sealerList: keys,
    extraData: bytesOf(block["extraData"], "extraData"),
    consensusWeights: set.map(({ weight }) => weight),
  };
  const signatures = listOf(block["signatureList"] ?? [], "signatureList", maxSealers).map((each, i) => {
    const { sealerIndex, signature } = membersOf(each, `signatureList[${i}]`);
    return {
      index: countOf(sealerIndex, `signatureList[${i}].sealerIndex`),
      signature: bytesOf(signature, `signatureList[${i}].signature`),
    };
  });
  const claimedHash = `0x${bytesToHexDigits(fixedBytesOf(block["hash"], "hash", root))}`;
  return { data, sealers: set, sealerKeys: keys, claimedHash, number, signatures };
}
