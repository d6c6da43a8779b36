import type { AbiParameter } from "../../chain/abi/abiType";
import { parametersOf } from "../../chain/abi/typeList";
import { firstFourBytes } from "../../crypto/bytes/bigEndian";
import { bytesToHexDigits, hexToBytes } from "../../crypto/bytes/hex";
import type { CryptoSuite } from "../../crypto/cryptoSuite";
import { encodeErrorText } from "../../devchain/execution/executionResult";
import { parameterTypes } from "../../devchain/precompiled/host/contract";
import { t } from "../../text/catalogue";
import { decodeValues, encodeValues } from "./abiCode";
import { accountCheats } from "./accountCheats";
import { assertionCheats } from "./assertionCheats";
import { blockCheats } from "./blockCheats";
import { cheatAddresses } from "./cheatAddresses";
import {
  bytesAt,
  type CheatAnswer,
  type CheatCall,
  type CheatCode,
  type CheatContext,
  define,
  numberAt,
  order,
  textAt,
} from "./cheatCode";
import { CheatError } from "./cheatError";
import type { CheatEvm, CheatHandler, CheatMessage } from "./cheatEvm";
import { codeCheats } from "./codeCheats";
import { ConsoleReader, consoleAddress } from "./consoleLog";
import { dataCheats } from "./dataCheats";
import { expectationCheats } from "./expectationCheats";
import { fileCheats } from "./fileCheats";
import { fiscoCheats } from "./fiscoCheats";
import { flowCheats, scriptCheats } from "./flowCheats";
import { gasCheats } from "./gasCheats";
import { keyCheats } from "./keyCheats";
import { MappingRecord } from "./mappingRecord";
import { storageCheats } from "./storageCheats";
import { textCheats } from "./textCheats";

const slotAt = (args: Parameters<CheatCode["run"]>[1]): string => bytesToHexDigits(bytesAt(args, 1));

const zero = new Uint8Array(32);

const elementsOf = ({ state }: CheatCall, args: Parameters<CheatCode["run"]>[1]): readonly string[] =>
  state.mappings?.children(textAt(args, 0), slotAt(args)) ?? [];

/** Elements of mappings: which were written, under which keys. */
const mappingCheats: readonly CheatCode[] = [
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

const names = (list: string): string[] => list.split(" ");

/** Cheat codes of Foundry that are not here, with the reason. */
const refusals: readonly (readonly [names: readonly string[], why: () => string])[] = [
  [
    names(
      "createFork createSelectFork selectFork activeFork rollFork transact rpc rpcUrl rpcUrls rpcUrlStructs eth_getLogs getChain loadAllocs dumpState readForkChainId",
    ),
    () => t("tests run on a chain of their own and reach no other"),
  ],
  [
    names("ffi tryFfi prompt promptAddress promptSecret promptSecretUint promptUint"),
    () => t("tests don't start programs or ask for input"),
  ],
  [
    names("writeFile writeFileBinary writeLine writeJson writeToml copyFile createDir removeDir removeFile"),
    () => t("tests don't write files"),
  ],
  [
    names("getBroadcast getBroadcasts getDeployment getDeployments broadcastRawTransaction"),
    () => t("transactions sent by a script don't reach a chain"),
  ],
  [
    names(
      "attachDelegation signDelegation signAndAttachDelegation attachBlob blobhashes getBlobhashes blobBaseFee getBlobBaseFee accessList noAccessList warmSlot coolSlot",
    ),
    () => t("chains of FISCO BCOS have no such transactions"),
  ],
];

/** Why a cheat code that Foundry has is not here; undefined for one that is not known. */
function refusalOf(signature: string): string | undefined {
  const name = signature.slice(0, Math.max(0, signature.indexOf("(")));
  return refusals.find(([list]) => list.includes(name))?.[1]();
}

const utf8 = new TextEncoder();

/** Every cheat code there is (docs/contract-tests.md has the table). */
export const cheatCodes: readonly CheatCode[] = [
  ...accountCheats,
  ...keyCheats,
  ...storageCheats,
  ...mappingCheats,
  ...blockCheats,
  ...expectationCheats,
  ...flowCheats,
  ...codeCheats,
  ...textCheats,
  ...fileCheats,
  ...gasCheats,
  ...scriptCheats,
  ...dataCheats,
  ...assertionCheats,
  ...fiscoCheats,
];

/** A cheat code, and what it takes and gives once it was called. */
interface ListedCheat {
  readonly code: CheatCode;
  shapes: { readonly taken: readonly AbiParameter[]; readonly given: readonly AbiParameter[] } | undefined;
}

type CheatTable = ReadonlyMap<number, ListedCheat>;

/** Cheat codes by their four bytes under a suite. */
const selectorsOf = (suite: CryptoSuite): CheatTable =>
  new Map(
    cheatCodes.map((code) => [firstFourBytes(suite.hash(utf8.encode(code.signature))), { code, shapes: undefined }]),
  );

const shapesOf = ({ signature, returns }: CheatCode): NonNullable<ListedCheat["shapes"]> => ({
  taken: parametersOf(parameterTypes(signature)),
  given: parametersOf(returns),
});

const tables = new Map<string, CheatTable>();

function tableOf(suite: CryptoSuite): CheatTable {
  let found = tables.get(suite.name);
  if (!found) {
    found = selectorsOf(suite);
    tables.set(suite.name, found);
  }
  return found;
}

/** The cheat code that a message calls; undefined when there is none. */
export const cheatCodeOf = (suite: CryptoSuite, data: Uint8Array): CheatCode | undefined =>
  tableOf(suite).get(firstFourBytes(data))?.code;

/** The desk that answers cheat codes and prints what tests say. */
export class TestCheatHandler implements CheatHandler {
  readonly #console: ConsoleReader;
  readonly #context: CheatContext;
  readonly #names: ReadonlyMap<string, string>;

  /** @param names signatures of functions of the project by their four bytes, to name what is not there */
  constructor(context: CheatContext, names: ReadonlyMap<string, string>) {
    this.#context = context;
    this.#names = names;
    this.#console = new ConsoleReader(context.suite);
  }

  isCheat(address: string): boolean {
    return address === cheatAddresses[0] || address === cheatAddresses[1];
  }

  isConsole(address: string): boolean {
    return address === consoleAddress;
  }

  /** Waits only for those few cheat codes that give a promise. */
  answer(message: CheatMessage, evm: CheatEvm): Uint8Array | Promise<Uint8Array> {
    const listed = tableOf(this.#context.suite).get(firstFourBytes(message.data));
    if (!listed) throw this.#unknown(message.data.subarray(0, 4));
    const { code } = listed;
    listed.shapes ??= shapesOf(code);
    const { taken, given } = listed.shapes;
    const args = decodeValues(taken, message.data.subarray(4));
    const answer = code.run({ evm, state: evm.state, context: this.#context, message }, args);
    const encoded = (ended: CheatAnswer): Uint8Array =>
      ended instanceof Uint8Array ? ended : encodeValues(given, ended ?? []);
    return answer instanceof Promise ? answer.then(encoded) : encoded(answer);
  }

  #unknown(bytes: Uint8Array): CheatError {
    const selector = bytesToHexDigits(bytes);
    const name = this.#names.get(selector) ?? `0x${selector}`;
    const why = refusalOf(name) ?? "docs/contract-tests.md has the table of those that are there";
    return new CheatError(`Chainside has no cheat code ${name} (${why})`);
  }

  printed(data: Uint8Array): string | undefined {
    return this.#console.line(data);
  }

  printedLog(topics: readonly Uint8Array[], data: Uint8Array): string | undefined {
    return this.#console.eventLine(topics, data);
  }

  errorText(words: string): Uint8Array {
    return encodeErrorText(this.#context.suite, words);
  }

  revertText(data: Uint8Array, labels: ReadonlyMap<string, string>): string {
    return this.#context.revertText(data, labels);
  }
}
