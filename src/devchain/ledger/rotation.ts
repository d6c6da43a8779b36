import { decodeSignedTransaction, encodeSignedTransaction } from "../../chain/encoding/signedTransaction";
import { transactionData } from "../../chain/encoding/transactionData";
import { transactionHash } from "../../chain/encoding/transactionHash";
import { numberOfBytes } from "../../crypto/bytes/bigEndian";
import { bytesToHexDigits, hexToBytes } from "../../crypto/bytes/hex";
import type { CryptoSuite } from "../../crypto/cryptoSuite";
import { readChainRules } from "../execution/chainRules";
import type { NodeIdentity } from "../keys/seededKeys";
import { rotateSignature } from "../precompiled/consensus";
import { bytesToText } from "../precompiled/host/abiBytes";
import { consensusAddress } from "../precompiled/host/addresses";
import { encodeCall } from "../precompiled/host/contract";
import { dueRotation, rotationInput, rotationVrf } from "../precompiled/workingSealers";
import type { HeaderRecord } from "../records/blockRecord";
import type { DevChainSettings } from "../settings/options";
import type { StateStore } from "../state/stateStore";
import { readConsensusNodes, readSystemConfig } from "../state/systemTables";
import type { PendingTransaction } from "./txPool";

/** How far ahead of the head the block limit of a leader's own transaction is. */
const blockLimitAhead = 600;

interface RotatingGroup {
  readonly id: string;
  readonly settings: DevChainSettings;
  readonly suite: CryptoSuite;
  readonly store: StateStore;
}

/**
 * The transaction by which the leader of a chain with rPBFT lets other sealers work, with a genuine draw by its key; undefined when
 * the next block is not one to rotate in (docs/protocol/built-in-contracts.md, "rPBFT").
 */
export async function rotationTransaction(
  { id, settings, suite, store }: RotatingGroup,
  parent: HeaderRecord,
  leader: NodeIdentity,
  importTimeMs: number,
): Promise<PendingTransaction | undefined> {
  const number = parent.number + 1;
  const rules = readChainRules(store, number);
  if (!rules.feature("feature_rpbft")) return undefined;
  const state = {
    readMembers: () => readConsensusNodes(store),
    readConfig: (key: string) => readSystemConfig(store, key),
  };
  if (!dueRotation(state, number)) return undefined;
  const vrf = await rotationVrf(rules.feature);
  const byNumber = rules.feature("bugfix_rpbft_vrf_blocknumber_input");
  const input = rotationInput(byNumber, number, parent.hash);
  const draw = [vrf.publicKey(leader.privateKey), input, vrf.prove(leader.privateKey, input)];
  const nonce = numberOfBytes(suite.hash(Buffer.concat([parent.hash, leader.publicKey])).subarray(0, 14));
  const data = transactionData({
    chainId: settings.chainId,
    groupId: id,
    blockLimit: BigInt(parent.number + blockLimitAhead),
    nonce: String(nonce),
    to: consensusAddress,
    input: encodeCall(suite, rotateSignature, draw.map(bytesToText), "bytes,bytes,bytes"),
  });
  const hash = transactionHash(suite, data);
  const sender = suite.address(hexToBytes(leader.nodeId)).slice(2);
  const signed = encodeSignedTransaction({
    data,
    dataHash: hash,
    signature: suite.sign(hash, leader.privateKey, leader.publicKey),
  });
  return {
    record: { signed, hash, sender: hexToBytes(sender), importTimeMs },
    transaction: decodeSignedTransaction(signed),
    hashHex: bytesToHexDigits(hash),
    arrivedMs: 0,
    sender,
    resolve: () => undefined,
  };
}
