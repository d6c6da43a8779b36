// Contracts that Ethereum's tools deployed, of which a chain keeps no ABI, by functions as they are written out.
import { afterAll, beforeAll, expect, it } from "vitest";
import { runCommand } from "../../../src/cli/commands";
import { useCatalogue } from "../../../src/text/catalogue";
import { writtenLines } from "../../support/commandLine";
import { ProxiedChain } from "../../support/web3Proxy";

const { out, err } = writtenLines();
let proxied: ProxiedChain;
let box: string;
beforeAll(async () => {
  proxied = await ProxiedChain.start();
  box = await proxied.deploy();
});
afterAll(() => proxied.close());

async function chainside(...args: string[]): Promise<{ code: number; text: string }> {
  [out.length, err.length] = [0, 0];
  const code = await runCommand([...args, "--url", proxied.chain.url], () => useCatalogue("en"));
  return { code, text: [...out, ...err].join("\n") };
}

it("a function that is written out is called and sent without an ABI", async () => {
  expect((await chainside("call", box, "value")).text).toMatch(/stores no ABI.*\n.*write the function out/);
  expect(await chainside("send", box, "set(uint256 to)", "7", "--key", "dev0", "--yes")).toMatchObject({ code: 0 });
  expect(await chainside("call", box, "value()(uint256)")).toEqual({ code: 0, text: "7" });
  expect((await chainside("call", box, "value() view returns (uint256)")).text).toBe("7");
});
