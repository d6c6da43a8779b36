import { isNodeId } from "../../crypto/bytes/hex";
import type { ConsensusNode } from "../state/systemTables";
import { type Arguments, textToBytes } from "./host/abiBytes";
import { committeeAddress } from "./host/addresses";
import {
  code,
  define,
  type FunctionContext,
  type FunctionResult,
  type PrecompiledCode,
  selectorDigits,
} from "./host/contract";
import type { PrecompiledHost } from "./host/host";
import { Refusal, returnCode } from "./host/refusal";
import { dataVersion } from "./host/versions";
import { readGovernors } from "./permissionChecks";
import { rotateWorkingSealers } from "./workingSealers";

const termWeightSignature = "setTermWeight(string,uint256)";
/** As the node registers it: no ABI type is called so. The arguments are bytes. */
export const rotateSignature = "rotateWorkingSealer(std::string,std::string,std::string)";
/** A node counts in 64 bits; weights beyond 2^53 − 1 count as that here, so that sums and headers stay exact. */
const weightOf = (word: bigint): number => Math.min(Number(BigInt.asUintN(64, word)), Number.MAX_SAFE_INTEGER);
const sealers = (members: readonly ConsensusNode[]): number =>
  members.filter(({ type }) => type === "consensus_sealer").length;

const replaced = (members: readonly ConsensusNode[], member: ConsensusNode): ConsensusNode[] =>
  members.map((one) => (one.nodeId === member.nodeId ? member : one));

const termWeights = "s_consensus_term_weight";

/** Term weights have rows of their own, which a weight of 0 does not overwrite unless it was set as such, nor a removal. */
function storeMembers({ storage }: PrecompiledHost, members: readonly ConsensusNode[], ofTerm = false): void {
  const stored = members.map((member) => {
    const { nodeId, termWeight } = member;
    if (ofTerm || termWeight > 0) storage.set(termWeights, nodeId, String(termWeight));
    return { ...member, termWeight: Number(storage.get(termWeights, nodeId) ?? 0) };
  });
  storage.writeMembers(stored);
}

function addSealer(context: FunctionContext, rawId: string, weight: number, termWeight: number): FunctionResult {
  const { storage, block } = context.host;
  const nodeId = rawId.toLowerCase();
  if (!isNodeId(nodeId)) return code(returnCode.nodeIdInvalid);
  if (weight === 0) return code(returnCode.weightInvalid);
  const members = storage.readMembers();
  const member = members.find((one) => one.nodeId === nodeId);
  const enableNumber = block.number + 1;
  if (!member) {
    if (block.version >= dataVersion.v3_1) return code(returnCode.sealerNotObserver);
    storeMembers(context.host, [...members, { nodeId, type: "consensus_sealer", weight, termWeight: 0, enableNumber }]);
    return code(returnCode.success);
  }
  const type = block.hasFeature("feature_rpbft") ? "consensus_candidate_sealer" : "consensus_sealer";
  storeMembers(context.host, replaced(members, { nodeId, type, weight, termWeight, enableNumber }));
  return code(returnCode.success);
}

function addObserver(context: FunctionContext, rawId: string): FunctionResult {
  const { storage, block } = context.host;
  const nodeId = rawId.toLowerCase();
  if (!isNodeId(nodeId)) return code(returnCode.nodeIdInvalid);
  const members = storage.readMembers();
  const observer: ConsensusNode = {
    nodeId,
    type: "consensus_observer",
    weight: 0,
    termWeight: 0,
    enableNumber: block.number + 1,
  };
  if (!members.some((one) => one.nodeId === nodeId)) {
    storeMembers(context.host, [...members, observer]);
    return code(returnCode.success);
  }
  if (sealers(members) === 1) return code(returnCode.lastSealer);
  storeMembers(context.host, replaced(members, observer));
  return code(returnCode.success);
}

function removeNode(context: FunctionContext, rawId: string): FunctionResult {
  const { storage } = context.host;
  const nodeId = rawId.toLowerCase();
  if (nodeId.length !== 128) return code(returnCode.nodeIdInvalid);
  const members = storage.readMembers();
  const left = members.filter((one) => one.nodeId !== nodeId);
  if (left.length === members.length) return code(returnCode.nodeMissing);
  if (sealers(left) === 0) return code(returnCode.lastSealer);
  storage.writeMembers(left);
  return code(returnCode.success);
}

/** The weight is checked before it is cut to 64 bits. */
function setWeight(context: FunctionContext, rawId: string, given: bigint, ofTerm: boolean): FunctionResult {
  const { storage, block } = context.host;
  const nodeId = rawId.toLowerCase();
  if (nodeId.length !== 128) return code(returnCode.nodeIdInvalid);
  const weight = weightOf(given);
  if (!ofTerm && given === 0n) return code(returnCode.weightInvalid);
  const members = storage.readMembers();
  const member = members.find((one) => one.nodeId === nodeId);
  if (!member) return code(returnCode.nodeMissing);
  if (member.type === "consensus_observer") throw new Refusal("Cannot set weight to observer.");
  const changed = ofTerm ? { termWeight: weight } : { weight };
  const row = { ...member, ...changed, enableNumber: block.number + 1 };
  storeMembers(context.host, replaced(members, row), ofTerm);
  return code(returnCode.success);
}

/** Known only where rPBFT is on. */
async function rotate(context: FunctionContext, args: Arguments): Promise<FunctionResult> {
  if (!context.host.block.hasFeature("feature_rpbft")) {
    throw new Refusal("ConsensusPrecompiled call undefined function!");
  }
  await rotateWorkingSealers(context, [
    textToBytes(args.text(0)),
    textToBytes(args.text(1)),
    textToBytes(args.text(2)),
  ]);
  return code(returnCode.success);
}

/** With permissions on, only the committee may change members; a governor may set term weights, a leader may rotate. */
async function mayCall({ host, call }: FunctionContext, selector: string): Promise<boolean> {
  if (!host.block.authCheck || call.sender === committeeAddress) return true;
  if (selector === selectorDigits(host.suite, rotateSignature)) return host.block.hasFeature("feature_rpbft");
  if (selector !== selectorDigits(host.suite, termWeightSignature)) return false;
  const governors = await readGovernors(host, call.address);
  return governors.includes(call.origin);
}

/** 0x1003: members of the group (docs/protocol/built-in-contracts.md, "Consensus"). */
export const consensusContract: PrecompiledCode = {
  name: "ConsensusPrecompiled",
  before: async (context, selector) =>
    (await mayCall(context, selector)) ? undefined : code(returnCode.notAuthorized),
  functions: [
    define("addSealer(string,uint256)", "int32", (context, args) =>
      addSealer(context, args.text(0), weightOf(args.number(1)), 0),
    ),
    define("addSealer(string,uint256,uint256)", "int32", (context, args) =>
      addSealer(context, args.text(0), weightOf(args.number(1)), weightOf(args.number(2))),
    ),
    define("addObserver(string)", "int32", (context, args) => addObserver(context, args.text(0))),
    define("remove(string)", "int32", (context, args) => removeNode(context, args.text(0))),
    define("setWeight(string,uint256)", "int32", (context, args) =>
      setWeight(context, args.text(0), args.number(1), false),
    ),
    {
      signature: termWeightSignature,
      returns: "int32",
      run: (context, args) => setWeight(context, args.text(0), args.number(1), true),
    },
    {
      signature: rotateSignature,
      parameters: "bytes,bytes,bytes",
      returns: "int32",
      run: rotate,
    },
  ],
};
