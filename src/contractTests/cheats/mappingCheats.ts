import { bytesToHexDigits, hexToBytes } from "../../crypto/bytes/hex";
import { bytesAt, type CheatCall, type CheatCode, define, numberAt, order, textAt } from "./cheatCode";
import { MappingRecord } from "./mappingRecord";

const slotAt = (args: Parameters<CheatCode["run"]>[1]): string => bytesToHexDigits(bytesAt(args, 1));
const zero = new Uint8Array(32);

const elementsOf = ({ state }: CheatCall, args: Parameters<CheatCode["run"]>[1]): readonly string[] =>
  state.mappings?.children(textAt(args, 0), slotAt(args)) ?? [];

/** Elements of mappings: which were written, under which keys. */
export const mappingCheats: readonly CheatCode[] = [
  order("startMappingRecording()", ({ state, evm }) => {
    evm.watchMappings();
    state.mappings ??= new MappingRecord();
  }),
  order("stopMappingRecording()", ({ state }) => {
    state.mappings = undefined;
  }),
  define("getMappingLength(address,bytes32)", "uint256", (call, args) => [BigInt(elementsOf(call, args).length)]),
  define("getMappingSlotAt(address,bytes32,uint256)", "bytes32", (call, args) => {
    const index = numberAt(args, 2);
    const slot = index < 1n << 32n ? elementsOf(call, args)[Number(index)] : undefined;
    return [slot === undefined ? zero : hexToBytes(slot)];
  }),
  define("getMappingKeyAndParentOf(address,bytes32)", "bool,bytes32,bytes32", ({ state }, args) => {
    const found = state.mappings?.element(textAt(args, 0), slotAt(args));
    return found ? [true, hexToBytes(found.key), hexToBytes(found.parent)] : [false, zero, zero];
  }),
];
