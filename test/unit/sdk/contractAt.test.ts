// Contracts through proxies: a clone of a contract, which has the storage of the clone and the functions of the contract.
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Address, type Contract, contractAt, customErrorOf, deploy } from "../../../src/sdk/sdk";
import { startTestChain, type TestChain } from "../../../src/sdk/testing/testing";
import { kioskAbi } from "../../support/kioskAbi";

const { bytecode } = JSON.parse(
  readFileSync(new URL("../../fixtures/artifacts/contracts/Kiosk.sol/Kiosk.json", import.meta.url), "utf8"),
) as { bytecode: string };

/** Creation code of a minimal proxy (EIP-1167). */
const cloneOf = (address: Address): string =>
  `0x3d602d80600a3d3981f3363d3d373d3d3d363d73${address.slice(2)}5af43d82803e903d91602b57fd5bf3`;

describe.each(["standard", "sm"] as const)("contractAt on a %s chain", (suite) => {
  let chain: TestChain;
  let kiosk: Contract<typeof kioskAbi>;
  let clone: Address;
  beforeAll(async () => {
    chain = await startTestChain({ suite });
    kiosk = await deploy(chain, { abi: kioskAbi, bytecode, args: ["corner"] });
    ({ address: clone } = await deploy(chain, { abi: [], bytecode: cloneOf(kiosk.address), link: "/apps/Clone/1.0" }));
  });
  afterAll(() => chain.close());

  it("reads, sends and decodes through a proxy, in the types of the ABI", async () => {
    const through = await contractAt({ chain, address: clone, abi: kioskAbi, proxy: true });
    expect(through.proxy).toEqual({ kind: "clone", implementations: [kiosk.address], foundBy: "code" });
    const label: string = await through.read.label();
    // The clone was never constructed: what is stored is its own.
    expect([label, await kiosk.read.label()]).toEqual(["", "corner"]);
    const item = { id: 1n, name: "tea", owner: chain.account.address, prices: [3n] };
    const { events } = await through.write.stock([item]);
    expect(events[0]).toMatchObject({ eventName: "Stocked", address: clone, args: { id: 1n } });
    const error = await through.read.find([99n]).catch((thrown: unknown) => thrown);
    expect(customErrorOf(kioskAbi, error)).toEqual({ errorName: "OutOfStock", args: [99n, "nothing there"] });
  });

  it("takes what the chain keeps where no ABI is given, and follows a path", async () => {
    const loose = await contractAt({ chain, address: "/apps/Clone/1.0" });
    expect([loose.address, loose.proxy?.kind]).toEqual([clone, "clone"]);
    expect(await loose.read["label"]?.()).toBe("");
  });

  it("refuses what isn't a proxy where one is wanted, and what isn't there", async () => {
    const wanted = { chain, abi: kioskAbi, proxy: true } as const;
    await expect(contractAt({ ...wanted, address: kiosk.address })).rejects.toMatchObject({ code: "notAProxy" });
    await expect(contractAt({ ...wanted, address: `0x${"9".repeat(40)}` })).rejects.toMatchObject({ code: "noCodeAt" });
    const plain = await contractAt({ chain, address: kiosk.address, abi: kioskAbi });
    expect(plain.proxy).toBeUndefined();
    expect(await plain.read.label()).toBe("corner");
  });
});
