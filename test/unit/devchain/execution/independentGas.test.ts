import { describe, expect, test } from "vitest";
import { bytesToHexDigits } from "../../../../src/crypto/bytes/hex";
import { standardSuite } from "../../../../src/crypto/suites";
import { type AbiItem, encodeValues } from "../../../../src/devchain/precompiled/host/abiBytes";
import { encodeCall } from "../../../../src/devchain/precompiled/host/contract";
import bazaar from "../../../fixtures/devchain/bazaar.json";
import coin from "../../../fixtures/devchain/coin.json";
import helloWorld from "../../../fixtures/devchain/helloWorld.json";
import { admin, stranger } from "../governance/executedChain";
import { type Ended, embedded, Istanbul } from "./istanbul";

const call = (signature: string, ...values: AbiItem[]): string =>
  bytesToHexDigits(encodeCall(standardSuite, signature, values));
const withArguments = (code: string, types: string, ...values: AbiItem[]): string =>
  code.slice(2) + bytesToHexDigits(encodeValues(types, values));

/** Words of addresses of contracts, which the two machines choose each in its own way. */
const nameContracts = (text: string, contracts: readonly string[]): string =>
  contracts.reduce((message, address, index) => message.replaceAll(address, `<${index}>`.padEnd(40, "-")), text);

describe.each([0, 1] as const)(
  "gas, status, output and events under executor %d are those of Istanbul's machine",
  (executorVersion) => {
    async function both(
      steps: (run: (to: string, input: string, from?: string) => Promise<Ended>) => Promise<string[]>,
    ) {
      const reported: string[][] = [];
      for (const machine of [await Istanbul.start(executorVersion === 1), await embedded(executorVersion)]) {
        const ends: Ended[] = [];
        const contracts = await steps(async (to, input, from = admin) => {
          const ended = await machine.run(to, input, from);
          ends.push(ended);
          return ended;
        });
        reported.push(ends.map((ended) => nameContracts(JSON.stringify(ended), contracts)));
      }
      expect(reported[1]).toEqual(reported[0]);
      return reported[1]?.map((text) => (JSON.parse(text) as Ended).status) ?? [];
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
