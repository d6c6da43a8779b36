import { Common, Hardfork, Mainnet } from "@ethereumjs/common";
import { createEVM, type EVM, type EVMResult, type InterpreterStep, type Message } from "@ethereumjs/evm";
import { Address } from "@ethereumjs/util";
import { bytesOfNumber } from "../../../../src/crypto/bytes/bigEndian";
import { bytesToHexDigits, hexToBytes } from "../../../../src/crypto/bytes/hex";
import { ExecutedChain } from "../governance/executedChain";

// Gas worked out another way: Ethereum's own machine of Istanbul, whose prices know no warm and cold, runs the same code, and each
// step's price is exchanged for the one of docs/protocol/evm-differences.md, "Gas". Nothing of src/devchain/execution takes part.

/** What a step costs more than in Istanbul. */
const dearer: Readonly<Record<string, number>> = {
  SLOAD: 2100 - 800,
  BALANCE: 2600 - 700,
  EXTCODESIZE: 2600 - 700,
  EXTCODECOPY: 2600 - 700,
  EXTCODEHASH: 2600 - 700,
  CALL: 2600 - 700,
  CALLCODE: 2600 - 700,
  DELEGATECALL: 2600 - 700,
  STATICCALL: 2600 - 700,
};

const sha256Address = `0x${"2".padStart(40, "0")}`;
const copyAddress = `0x${"4".padStart(40, "0")}`;

export interface Ended {
  readonly gas: number;
  readonly status: number;
  readonly output: string;
  readonly events: string[];
  readonly created: string;
}

const eventText = (topics: readonly Uint8Array[], data: Uint8Array): string =>
  [...topics, data].map(bytesToHexDigits).join(" ");

/** The event that an opcode is about to emit. */
function emitted({ opcode, stack, memory }: InterpreterStep): string {
  const [at, length, ...topics] = stack.toReversed().slice(0, 2 + Number(opcode.name.slice(3)));
  const data = new Uint8Array(Number(length));
  data.set(memory.subarray(Number(at), Number(at) + Number(length)));
  return eventText(topics.map(bytesOfNumber), data);
}

/** Ethereum's machine, with the gas of its steps counted as FISCO BCOS does. */
export class Istanbul {
  readonly #evm: EVM;
  readonly #baseline: boolean;
  #gas = 0;
  /** Everything emitted, whatever became of it: the classic executor keeps it in receipts. */
  #emitted: string[] = [];

  private constructor(evm: EVM, baseline: boolean) {
    this.#evm = evm;
    this.#baseline = baseline;
    evm.events.on("step", (step: InterpreterStep, resolve) => {
      this.#gas += this.#price(step);
      if (step.opcode.name.startsWith("LOG")) this.#emitted.push(emitted(step));
      resolve?.();
    });
    // what Ethereum's own contracts ask for is no step: 0x2 and 0x4
    evm.events.on("beforeMessage", ({ to, data }: Message, resolve) => {
      const words = Math.ceil(data.length / 32);
      if (to?.toString() === sha256Address) this.#gas += 60 + 12 * words;
      if (to?.toString() === copyAddress) this.#gas += 15 + 3 * words;
      resolve?.();
    });
    // 20 for each byte of a contract's code
    evm.events.on("afterMessage", ({ createdAddress, execResult }: EVMResult, resolve) => {
      if (createdAddress && !execResult.exceptionError) this.#gas += 20 * execResult.returnValue.length;
      resolve?.();
    });
  }

  static async start(baseline: boolean): Promise<Istanbul> {
    const common = new Common({ chain: Mainnet, hardfork: Hardfork.Istanbul });
    return new Istanbul(await createEVM({ common, allowUnlimitedContractSize: true }), baseline);
  }

  #price({ opcode, stack }: InterpreterStep): number {
    if (opcode.name === "SSTORE") return 5000;
    const price = Number(opcode.dynamicFee ?? opcode.fee) + (dearer[opcode.name] ?? 0);
    // Shanghai asks for the words of the code that makes a contract
    const words = opcode.name.startsWith("CREATE") ? Math.ceil(Number(stack.at(-3)) / 32) : 0;
    return this.#baseline ? price + 2 * words : price;
  }

  /** Puts code where the other machine has it. */
  async put(at: string, code: string): Promise<void> {
    await this.#evm.stateManager.putCode(new Address(hexToBytes(at)), hexToBytes(code));
  }

  async run(to: string, input: string, from: string): Promise<Ended> {
    this.#gas = this.#baseline && to ? 21_000 : 0;
    this.#emitted = [];
    const caller = new Address(hexToBytes(from));
    const { execResult, createdAddress } = await this.#evm.runCall({
      caller,
      origin: caller,
      ...(to ? { to: new Address(hexToBytes(to)) } : {}),
      data: hexToBytes(input),
      gasLimit: 3_000_000_000n,
    });
    return {
      gas: this.#gas,
      status: execResult.exceptionError ? 16 : 0,
      output: createdAddress ? "" : bytesToHexDigits(execResult.returnValue),
      events: this.#baseline
        ? (execResult.logs ?? []).map(([, topics, data]) => eventText(topics, data))
        : this.#emitted,
      created: createdAddress ? bytesToHexDigits(createdAddress.bytes) : "",
    };
  }
}

/** The embedded chain's side, with the prices of the last release before 3.17. */
export async function embedded(executorVersion: 0 | 1) {
  const chain = await ExecutedChain.start({ nodeVersion: "3.16.4", executorVersion });
  return {
    run: async (to: string, input: string, from: string): Promise<Ended> => {
      chain.number++;
      const result = await chain.run(to, hexToBytes(input), from);
      return {
        gas: Number(result.gasUsed),
        status: result.status,
        output: bytesToHexDigits(result.output),
        events: result.logs.map(({ topics, data }) => eventText(topics, data)),
        created: result.contractAddress,
      };
    },
  };
}
