import type { CryptoSuite } from "../../crypto/cryptoSuite";
import { bytesToHexDigits } from "../../crypto/hex";
import { keccak256 } from "../../crypto/keccak256";
import { sm3 } from "../../crypto/sm3";
import { encodeErrorText } from "../../devchain/execution/executionResult";
import { decodeValues, encodeValues, parametersOf } from "./abiCode";
import { accountCheats } from "./accountCheats";
import { assertionCheats } from "./assertionCheats";
import { blockCheats } from "./blockCheats";
import type { CheatCode, CheatGround } from "./cheatCode";
import { CheatError } from "./cheatError";
import type { CheatDesk, CheatEvm, CheatMessage } from "./cheatEvm";
import { codeCheats } from "./codeCheats";
import { ConsoleReader, consoleAddress } from "./consoleLog";
import { dataCheats } from "./dataCheats";
import { expectationCheats } from "./expectationCheats";
import { fileCheats } from "./fileCheats";
import { fiscoCheats } from "./fiscoCheats";
import { flowCheats } from "./flowCheats";
import { gasCheats } from "./gasCheats";
import { keyCheats } from "./keyCheats";
import { refusalOf } from "./refusedCheats";
import { scriptCheats } from "./scriptCheats";
import { storageCheats } from "./storageCheats";
import { textCheats } from "./textCheats";

const utf8 = new TextEncoder();
const hevm = utf8.encode("hevm cheat code");
const lastDigits = (hash: Uint8Array): string => bytesToHexDigits(hash.subarray(12));

/**
 * Where cheat codes answer. Test libraries compute the address by `keccak256`, which a compiler for SM chains takes for SM3: there it comes to
 * another one. The usual one, which others write down, answers everywhere.
 */
export const cheatAddresses: readonly string[] = [lastDigits(keccak256(hevm)), lastDigits(sm3(hevm))];

/** Every cheat code there is (docs/contract-tests.md has the table). */
export const cheatCodes: readonly CheatCode[] = [
  ...accountCheats,
  ...keyCheats,
  ...storageCheats,
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

/** Name and types of a cheat code by its four bytes under a suite. */
function selectorsOf(suite: CryptoSuite): ReadonlyMap<string, CheatCode> {
  return new Map(
    cheatCodes.map((code) => [bytesToHexDigits(suite.hash(utf8.encode(code.signature)).subarray(0, 4)), code]),
  );
}

const tables = new Map<string, ReadonlyMap<string, CheatCode>>();

function tableOf(suite: CryptoSuite): ReadonlyMap<string, CheatCode> {
  let found = tables.get(suite.name);
  if (!found) {
    found = selectorsOf(suite);
    tables.set(suite.name, found);
  }
  return found;
}

/** The cheat code that a message calls; undefined when there is none. */
export const cheatCodeOf = (suite: CryptoSuite, data: Uint8Array): CheatCode | undefined =>
  tableOf(suite).get(bytesToHexDigits(data.subarray(0, 4)));

/** The desk that answers cheat codes and prints what tests say. */
export class TestDesk implements CheatDesk {
  readonly console: ConsoleReader;
  readonly #ground: CheatGround;
  readonly #names: ReadonlyMap<string, string>;
  readonly #evm: () => CheatEvm;

  /** @param names signatures of functions of the project by their four bytes, to name what is not there */
  constructor(ground: CheatGround, names: ReadonlyMap<string, string>, evm: () => CheatEvm) {
    this.#ground = ground;
    this.#names = names;
    this.#evm = evm;
    this.console = new ConsoleReader(ground.suite);
  }

  isCheat(address: string): boolean {
    return address === cheatAddresses[0] || address === cheatAddresses[1];
  }

  isConsole(address: string): boolean {
    return address === consoleAddress;
  }

  async answer(message: CheatMessage, evm: CheatEvm): Promise<Uint8Array> {
    const code = cheatCodeOf(this.#ground.suite, message.data);
    if (!code) {
      const selector = bytesToHexDigits(message.data.subarray(0, 4));
      const name = this.#names.get(selector) ?? `0x${selector}`;
      const why = refusalOf(name) ?? "docs/contract-tests.md has the table of those that are there";
      throw new CheatError(`Chainside has no cheat code ${name} (${why})`);
    }
    const args = decodeValues(
      parametersOf(code.signature.slice(code.signature.indexOf("(") + 1, -1)),
      message.data.subarray(4),
    );
    const answer = await code.run({ evm, state: evm.state, ground: this.#ground, message }, args);
    if (answer instanceof Uint8Array) return answer;
    return encodeValues(parametersOf(code.returns), answer ?? []);
  }

  print(data: Uint8Array): void {
    const line = this.console.line(data);
    if (line !== undefined) this.#evm().state.lines.push(line);
  }

  errorText(words: string): Uint8Array {
    return encodeErrorText(this.#ground.suite, words);
  }
}
