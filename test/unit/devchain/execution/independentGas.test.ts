import { Common, Hardfork, Mainnet } from "@ethereumjs/common";
import { createEVM, type EVM, type EVMResult, type InterpreterStep, type Message } from "@ethereumjs/evm";
import { Address } from "@ethereumjs/util";
import { describe, expect, test } from "vitest";
import { bytesToHexDigits, hexToBytes } from "../../../../src/crypto/hex";
import { standardSuite } from "../../../../src/crypto/suites";
import type { AbiItem } from "../../../../src/devchain/builtins/abiBytes";
import { encodeValues } from "../../../../src/devchain/builtins/abiBytes";
import { encodeCall } from "../../../../src/devchain/builtins/contract";
import bazaar from "../../../fixtures/devchain/bazaar.json";
import coin from "../../../fixtures/devchain/coin.json";
import helloWorld from "../../../fixtures/devchain/helloWorld.json";
import { admin, ExecutedChain, stranger } from "../governance/executedChain";

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

interface Ended {
  readonly gas: number;
  readonly status: number;
  readonly output: string;
  readonly events: string[];
  readonly created: string;
}

const eventText = (topics: readonly Uint8Array[], data: Uint8Array): string =>
  [...topics, data].map(bytesToHexDigits).join(" ");

/** Ethereum's machine, with the gas of its steps counted as FISCO BCOS does. */
class Istanbul {
  readonly #evm: EVM;
  readonly #baseline: boolean;
  #gas = 0;

  private constructor(evm: EVM, baseline: boolean) {
    this.#evm = evm;
    this.#baseline = baseline;
    evm.events.on("step", (step: InterpreterStep, resolve) => {
      this.#gas += this.#price(step);
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

  async run(to: string, input: string, from: string): Promise<Ended> {
    this.#gas = this.#baseline && to ? 21_000 : 0;
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
      events: (execResult.logs ?? []).map(([, topics, data]) => eventText(topics, data)),
      created: createdAddress ? bytesToHexDigits(createdAddress.bytes) : "",
    };
  }
}

/** The embedded chain's side. */
async function embedded(executorVersion: 0 | 1) {
  const chain = await ExecutedChain.start({ executorVersion });
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

const call = (signature: string, ...values: AbiItem[]): string =>
  bytesToHexDigits(encodeCall(standardSuite, signature, values));
const withArguments = (code: string, types: string, ...values: AbiItem[]): string =>
  code.slice(2) + bytesToHexDigits(encodeValues(types, values));

/** Words of addresses of contracts, which the two machines choose each in its own way. */
const nameContracts = (text: string, contracts: readonly string[]): string =>
  contracts.reduce((told, address, index) => told.replaceAll(address, `<${index}>`.padEnd(40, "-")), text);

describe.each([0, 1] as const)(
  "gas, status, output and events under executor %d are those of Istanbul's machine",
  (executorVersion) => {
    async function both(
      steps: (run: (to: string, input: string, from?: string) => Promise<Ended>) => Promise<string[]>,
    ) {
      const told: string[][] = [];
      for (const machine of [await Istanbul.start(executorVersion === 1), await embedded(executorVersion)]) {
        const ends: Ended[] = [];
        const contracts = await steps(async (to, input, from = admin) => {
          const ended = await machine.run(to, input, from);
          ends.push(ended);
          return ended;
        });
        told.push(ends.map((ended) => nameContracts(JSON.stringify(ended), contracts)));
      }
      expect(told[1]).toEqual(told[0]);
      return told[1]?.map((text) => (JSON.parse(text) as Ended).status) ?? [];
    }

    test("HelloWorld", async () => {
      const ends = await both(async (run) => {
        const { created } = await run("", helloWorld.init.slice(2));
        for (const text of ["", "short", "x".repeat(31), "x".repeat(32), "long ".repeat(100), ""]) {
          await run(created, call("set(string)", text));
          await run(created, call("get()"));
        }
        await run(created, "");
        await run(created, "4ed3885e");
        return [created];
      });
      expect(ends.filter((status) => status === 16)).toHaveLength(2);
    });

    test("a small token", async () => {
      await both(async (run) => {
        const { created } = await run("", withArguments(coin.init, "uint256", 1000n));
        await run(created, call("transfer(address,uint256)", stranger, 10n));
        await run(created, call("transfer(address,uint256)", stranger, 5000n));
        await run(created, call("approve(address,uint256)", stranger, 7n));
        await run(created, call("transferFrom(address,address,uint256)", admin, stranger, 7n), stranger);
        await run(created, call("transferFrom(address,address,uint256)", admin, stranger, 1n), stranger);
        await run(created, call("name()"));
        return [created];
      });
    });

    test("a token in the usual shape, and a contract that uses it", async () => {
      const ends = await both(async (run) => {
        const token = (await run("", withArguments(bazaar.token, "string,string", "Token", "TKN"))).created;
        const market = (await run("", bazaar.bazaar.slice(2))).created;
        await run(token, call("transfer(address,uint256)", stranger, 10n));
        await run(token, call("transfer(address,uint256)", "0".repeat(40), 10n));
        await run(token, call("transfer(address,uint256)", stranger, 2n ** 200n));
        await run(token, call("approve(address,uint256)", market, 100n));
        await run(token, call("allowance(address,address)", admin, market));
        await run(market, call("trade(address,uint256)", token, 60n));
        await run(market, call("trade(address,uint256)", token, 60n));
        await run(market, call("tryTrade(address,uint256)", token, 60n));
        await run(market, call("tryTrade(address,uint256)", token, 40n));
        await run(token, call("approve(address,uint256)", market, 2n ** 256n - 1n), stranger);
        await run(market, call("trade(address,uint256)", token, 10n), stranger);
        const own = (await run(market, call("open()"))).output.slice(24);
        await run(market, call("hashes(bytes)", "some bytes to copy and to hash"));
        await run(market, call("visitors(uint256)", 1n));
        await run(token, call("burn(uint256)", 3n));
        await run(token, call("totalSupply()"));
        await run(market, call("away()"));
        await run(market, call("visitors(uint256)", 0n));
        return [token, market, own];
      });
      expect(ends.filter((status) => status === 16)).toHaveLength(4);
    });
  },
);
