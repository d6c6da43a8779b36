import { isShardingRelease } from "../../facts/releases/chainFlags";
import { behaves } from "../../facts/releases/releases";
import {
  countsOutputAlone,
  groupSigContract,
  paillierContract,
  ringSigContract,
  testContractAt,
  zkpContract,
} from "./absentContracts";
import { accountContract, accountManagerContract } from "./account";
import { contractAuthContract, contractAuthManagerContract } from "./auth/contractAuthContract";
import { balanceContract } from "./balance";
import { bfsContract } from "./bfs/bfsContract";
import { castContract } from "./cast";
import { consensusContract } from "./consensus";
import { cryptoContract } from "./cryptoContract";
import { dagTransferContract } from "./dagTransfer";
import { decodeArguments, encodeValues, textToBytes } from "./host/abiBytes";
import { accountAddress, kvTableAddress, lowAddress, readDynamicCode, tableAddress } from "./host/addresses";
import { encodeError, type PrecompiledCode, runContract } from "./host/contract";
import type { BlockRules, PrecompiledCall, PrecompiledHost, PrecompiledResult } from "./host/host";
import { internalFailure } from "./host/refusal";
import { dataVersion, hasPermissionContracts } from "./host/versions";
import { shardingContract } from "./sharding";
import { systemConfigContract } from "./systemConfig";
import { kvTableContract } from "./table/kvTableContract";
import { tableContract } from "./table/tableContract";
import { tableManagerContract } from "./table/tableManagerContract";

interface Registered {
  readonly code: PrecompiledCode;
  available?(block: BlockRules): boolean;
}

const sharded = (block: BlockRules): boolean =>
  block.hasFeature("feature_sharding") || isShardingRelease(block.version);

/** Until 3.17 the baseline executor had it whether its feature was on or not. */
const hasPaillier = ({ executorVersion, nodeVersion, hasFeature }: BlockRules): boolean =>
  hasFeature("feature_paillier") || (executorVersion === 1 && !behaves(nodeVersion, "gatesPaillier"));

/** Contracts at fixed addresses and when they are there (docs/protocol/built-in-contracts.md, "Addresses"). */
const registered: ReadonlyMap<string, Registered> = new Map<string, Registered>([
  [lowAddress("1000"), { code: systemConfigContract }],
  [lowAddress("1002"), { code: tableManagerContract }],
  [lowAddress("1003"), { code: consensusContract }],
  [lowAddress("1005"), { code: contractAuthContract, available: hasPermissionContracts }],
  [lowAddress("100a"), { code: cryptoContract }],
  [lowAddress("100c"), { code: dagTransferContract }],
  [lowAddress("100e"), { code: bfsContract }],
  [lowAddress("100f"), { code: castContract, available: (block) => block.version >= dataVersion.v3_2 }],
  [lowAddress("1010"), { code: shardingContract, available: sharded }],
  [
    lowAddress("1011"),
    { code: balanceContract, available: (block) => block.hasFeature("feature_balance_precompiled") },
  ],
  [lowAddress("5003"), { code: paillierContract, available: hasPaillier }],
  [lowAddress("5004"), { code: groupSigContract }],
  [lowAddress("5005"), { code: ringSigContract }],
  [lowAddress("5100"), { code: zkpContract }],
  [lowAddress("10002"), { code: contractAuthManagerContract, available: hasPermissionContracts }],
  [lowAddress("10003"), { code: accountManagerContract, available: (block) => block.version >= dataVersion.v3_1 }],
]);

/** Contracts that answer for accounts whose code names them, and the first data version of each. */
const logic: ReadonlyMap<string, { code: PrecompiledCode; since: number }> = new Map([
  [tableAddress, { code: tableContract, since: 0 }],
  [kvTableAddress, { code: kvTableContract, since: 0 }],
  [accountAddress, { code: accountContract, since: dataVersion.v3_1 }],
]);

function registeredAt(block: BlockRules, address: string): Registered | undefined {
  const found = registered.get(address);
  if (found || block.executorVersion !== 0) return found;
  const code = testContractAt(address);
  return code && { code };
}

/** Whether a built-in contract stands at the address in this block. 40 lower-case hex digits. */
export function isPrecompiledAddress(block: BlockRules, address: string): boolean {
  const fixed = registeredAt(block, address);
  if (fixed) return fixed.available?.(block) ?? true;
  const shared = logic.get(address);
  return shared !== undefined && block.version >= shared.since;
}

/** Whether the program has a built-in contract for the address, in force or not. */
export const isRegistered = (address: string): boolean => registered.has(address) || logic.has(address);

/** Called at its own address, shared logic takes what it is about out of the input, as the node does with any input. */
function unwrap(call: PrecompiledCall): { call: PrecompiledCall; parameter: string } | undefined {
  const [parameters, inner] = decodeArguments("string[],bytes", call.input);
  const parameter = Array.isArray(parameters) ? parameters[0] : undefined;
  if (typeof parameter !== "string" || typeof inner !== "string") return undefined;
  return { call: { ...call, input: textToBytes(inner) }, parameter };
}

/**
 * Bytes that count as memory before a function adds its own. Key-value tables count the message in the form in which the
 * node passes it on, with the table's path.
 */
function memoryOf(code: PrecompiledCode, call: PrecompiledCall, parameter: string): number {
  if (countsOutputAlone(code)) return 0;
  if (code === cryptoContract) return Math.max(0, call.input.length - 4);
  if (code !== kvTableContract) return call.input.length;
  return encodeValues("string[],bytes", [[parameter], "\0".repeat(call.input.length)]).length;
}

/**
 * The built-in contract behind an address, ready to run; undefined when there is none. `accountCode` is the code stored at
 * the address: an account's code may name a built-in contract.
 */
export function findPrecompiled(
  host: PrecompiledHost,
  call: PrecompiledCall,
  accountCode: Uint8Array,
): (() => Promise<PrecompiledResult>) | undefined {
  const fixed = registeredAt(host.block, call.address);
  if (fixed) {
    if (fixed.available && !fixed.available(host.block)) return undefined;
    return () => runContract(fixed.code, host, call, "", memoryOf(fixed.code, call, ""));
  }
  const named = readDynamicCode(accountCode);
  const shared = logic.get(named?.logicAddress ?? call.address);
  if (!shared || host.block.version < shared.since) return undefined;
  const { code } = shared;
  if (named) {
    return () => runContract(code, host, call, named.parameter, memoryOf(code, call, named.parameter));
  }
  return async () => {
    const unwrapped = unwrap(call);
    if (!unwrapped) {
      const { status, message } = internalFailure(host);
      return { status, output: encodeError(host.suite, message), gasUsed: 0n };
    }
    return runContract(
      code,
      host,
      unwrapped.call,
      unwrapped.parameter,
      memoryOf(code, unwrapped.call, unwrapped.parameter),
    );
  };
}
