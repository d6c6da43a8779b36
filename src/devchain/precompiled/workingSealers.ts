import { numberOfBytes } from "../../crypto/bytes/bigEndian";
import { bytesToHexDigits, hexToBytes } from "../../crypto/bytes/hex";
import type { CryptoSuite } from "../../crypto/cryptoSuite";
import type { ConsensusNode } from "../state/systemTables";
import type { FunctionContext } from "./host/contract";
import type { PrecompiledStorage } from "./host/host";
import { Refusal } from "./host/refusal";

/** What decides over rotations: the members and the configuration (docs/protocol/built-in-contracts.md, "rPBFT"). */
type RotationState = Pick<PrecompiledStorage, "readMembers" | "readConfig">;

/** Sealers of an epoch where the configuration says nothing. */
const defaultEpochSealers = 4;

const epochSealersKey = "feature_rpbft_epoch_sealer_num";
const epochBlocksKey = "feature_rpbft_epoch_block_num";
const notifyKey = "feature_rpbft_notify_rotate";

/** What a rotation starts from. */
interface Rotation {
  readonly sealers: readonly ConsensusNode[];
  readonly candidates: readonly ConsensusNode[];
  readonly epochSealers: number;
  /** An earlier leader failed to rotate. */
  readonly notified: boolean;
}

/** Whether a transaction of this very block has already changed who seals. */
const alreadyChanged = (members: readonly ConsensusNode[], blockNumber: number): boolean =>
  members.some(({ type, enableNumber }) => enableNumber === blockNumber + 1 && type !== "consensus_observer");

/** What a rotation in this block starts from; undefined when there is none to be. */
export function dueRotation(state: RotationState, blockNumber: number): Rotation | undefined {
  const members = state.readMembers();
  if (alreadyChanged(members, blockNumber)) return undefined;
  const inForce = (type: ConsensusNode["type"]): ConsensusNode[] =>
    members.filter((member) => member.type === type && member.enableNumber <= blockNumber);
  const [sealers, candidates] = [inForce("consensus_sealer"), inForce("consensus_candidate_sealer")];
  const epochSize = state.readConfig(epochSealersKey);
  const epochSealers = Number(epochSize?.value ?? defaultEpochSealers);
  const notice = state.readConfig(notifyKey);
  const notified = notice?.value === "1" && notice.enableNumber <= blockNumber;
  const epoch = state.readConfig(epochBlocksKey);
  const due =
    notified ||
    state.readConfig("feature_rpbft")?.enableNumber === blockNumber ||
    epochSize?.enableNumber === blockNumber ||
    sealers.length < Math.min(epochSealers, sealers.length + candidates.length) ||
    (epoch !== undefined && (blockNumber - epoch.enableNumber) % Number(epoch.value) === 0);
  return due ? { sealers, candidates, epochSealers, notified } : undefined;
}

/** The verifiable random function that the chain uses. Its curve is loaded when first asked for. */
export const rotationVrf = (hasFeature: (name: string) => boolean) =>
  hasFeature("feature_rpbft_vrf_type_secp256k1") ? import("./secp256k1Vrf") : import("./curve25519Vrf");

/** What a leader draws for: since 3.12 the number of the block (8 bytes, big endian), before that the hash of the one before it. */
export function rotationInput(byNumber: boolean, blockNumber: number, parentHash: Uint8Array): Uint8Array {
  if (!byNumber) return parentHash;
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(blockNumber));
  return bytes;
}

const addressOf = (suite: CryptoSuite, { nodeId }: ConsensusNode): string => suite.address(hexToBytes(nodeId)).slice(2);

/**
 * Checks who rotates and what was drawn; gives the number.
 * @throws Refusal
 */
async function checkDraw(
  { host, call }: FunctionContext,
  { sealers, candidates }: Rotation,
  [key, input, proof]: readonly [Uint8Array, Uint8Array, Uint8Array],
): Promise<bigint> {
  const { suite, block } = host;
  const entitled = sealers.length > 0 ? sealers : candidates;
  if (!entitled.some((member) => addressOf(suite, member) === call.origin)) {
    throw new Refusal("ConsensusPrecompiled call undefined function!");
  }
  const byNumber = block.hasFeature("bugfix_rpbft_vrf_blocknumber_input");
  const parent = host.blockHash(block.number - 1) ?? new Uint8Array(0);
  const expected = rotationInput(byNumber, block.number, parent);
  // of a number only the first eight bytes are looked at
  if (Buffer.compare(byNumber ? input.subarray(0, 8) : input, expected) !== 0) {
    throw new Refusal("Invalid VRFInput, must be the parentHash!");
  }
  const vrf = await rotationVrf(block.hasFeature);
  if (!vrf.isPublicKey(key)) throw new Refusal("Invalid VRF Public Key!");
  // over secp256k1 the key is a node's own, without the byte that tells the half of the curve
  const owned = (member: ConsensusNode): boolean => member.nodeId.startsWith(bytesToHexDigits(key.subarray(1)));
  if (block.hasFeature("feature_rpbft_vrf_type_secp256k1") && !sealers.some(owned)) {
    throw new Refusal("VRF public key permission check failed!");
  }
  const drawn = vrf.verify(input, key, proof);
  if (!drawn) throw new Refusal("Verify VRF proof failed!");
  return numberOfBytes(drawn);
}

const byNodeId = (a: ConsensusNode, b: ConsensusNode): number => (a.nodeId < b.nodeId ? -1 : 1);

/** So many of the members, chosen by the drawn number. */
function shuffled(
  suite: CryptoSuite,
  members: readonly ConsensusNode[],
  drawn: bigint,
  count: number,
): ConsensusNode[] {
  const list = [...members].sort(byNodeId);
  let number = drawn;
  for (let i = list.length - 1; i > 0; i--) {
    const at = Number(number % BigInt(i + 1));
    [list[i], list[at]] = [list[at] as ConsensusNode, list[i] as ConsensusNode];
    number = numberOfBytes(suite.hash(new TextEncoder().encode(String(at))));
  }
  return list.slice(0, count);
}

/** So many of the members, chosen by the drawn number and their term weights; those of weight 0 never. */
function weighted(members: readonly ConsensusNode[], drawn: bigint, count: number): ConsensusNode[] {
  const left = members.filter(({ termWeight }) => termWeight > 0);
  const chosen: ConsensusNode[] = [];
  while (left.length > 0 && chosen.length < count) {
    const total = left.reduce((sum, { termWeight }) => sum + BigInt(termWeight), 0n);
    const index = drawn % total;
    let end = 0n;
    const at = left.findIndex(({ termWeight }) => {
      end += BigInt(termWeight);
      return end >= index; // as the node counts: a weight's last place belongs to it, and the first one's is one wider
    });
    chosen.push(...left.splice(at, 1));
  }
  return chosen;
}

/** The members that work from the next block on, and those that wait. */
function chooseSealers(
  suite: CryptoSuite,
  { sealers, candidates, epochSealers }: Rotation,
  drawn: bigint,
  byWeight: boolean,
): ReadonlySet<string> {
  if (byWeight) {
    return new Set(weighted([...candidates, ...sealers], drawn, epochSealers).map(({ nodeId }) => nodeId));
  }
  const wanted = Math.min(epochSealers, sealers.length + candidates.length);
  const exchange = sealers.length === wanted && candidates.length > 0 ? 1 : 0;
  const leaving = shuffled(suite, sealers, drawn, exchange || Math.max(0, sealers.length - wanted));
  const coming = shuffled(suite, candidates, drawn, exchange || Math.max(0, wanted - sealers.length));
  const working = new Set([...sealers, ...coming].map(({ nodeId }) => nodeId));
  for (const { nodeId } of leaving) working.delete(nodeId);
  return working;
}

/**
 * `rotateWorkingSealer` of 0x1003: the leader's transaction that lets other sealers work from the next block on. It does nothing when it
 * is not time. A node writes down that a rotation failed, but the failure undoes that too: `feature_rpbft_notify_rotate` stays.
 * @throws Refusal
 */
export async function rotateWorkingSealers(
  context: FunctionContext,
  draw: readonly [key: Uint8Array, input: Uint8Array, proof: Uint8Array],
): Promise<void> {
  const { storage, suite, block } = context.host;
  const rotation = dueRotation(storage, block.number);
  if (!rotation) return;
  const drawn = await checkDraw(context, rotation, draw);
  const enableNumber = block.number + 1;
  if (rotation.notified) storage.writeConfig(notifyKey, { value: "0", enableNumber });
  const { sealers, candidates, epochSealers } = rotation;
  const count = sealers.length + candidates.length;
  if (count <= 1 || (candidates.length === 0 && count === epochSealers)) return;
  const members = storage.readMembers();
  const byWeight = block.hasFeature("feature_rpbft_term_weight") && members.some(({ termWeight }) => termWeight > 0);
  const working = chooseSealers(suite, rotation, drawn, byWeight);
  const inForce = new Set([...sealers, ...candidates].map(({ nodeId }) => nodeId));
  storage.writeMembers(
    members.map((member) => {
      if (!inForce.has(member.nodeId)) return member;
      const type = working.has(member.nodeId) ? "consensus_sealer" : "consensus_candidate_sealer";
      return type === member.type ? member : { ...member, type, enableNumber };
    }),
  );
}

/** The sealers that work first on a chain with rPBFT from its genesis on: drawn by the hashes of their node IDs. */
export function firstWorkingSealers(suite: CryptoSuite, nodeIds: readonly string[], count: number): string[] {
  const list = [...nodeIds].sort();
  if (list.length <= count) return list;
  for (let i = list.length - 1; i > 0; i--) {
    const hash = numberOfBytes(suite.hash(hexToBytes(list[i] as string)));
    const at = Number(hash % BigInt(i + 1));
    [list[i], list[at]] = [list[at] as string, list[i] as string];
  }
  return list.slice(0, count);
}
