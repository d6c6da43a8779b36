// Each kind of proxy in each front: all of them know the functions, events, variables, and source of what runs behind it.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { selectorOf } from "../../../src/chain/abi/selector";
import { runCommand } from "../../../src/cli/commands";
import type { Address } from "../../../src/crypto/bytes/hex";
import { cryptoSuite } from "../../../src/crypto/suites";
import { type DevChain, startDevChain } from "../../../src/devchain/startDevChain";
import { connect, contractAt, privateKeyAccount } from "../../../src/sdk/sdk";
import { useCatalogue } from "../../../src/text/catalogue";
import { writtenLines } from "../../support/commandLine";

const { out, err: errors } = writtenLines();

const sources = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.22;
import "@openzeppelin/contracts/proxy/ERC1967/ERC1967Proxy.sol";
import "@openzeppelin/contracts/proxy/transparent/TransparentUpgradeableProxy.sol";
import "@openzeppelin/contracts/proxy/beacon/BeaconProxy.sol";
import "@openzeppelin/contracts/proxy/beacon/UpgradeableBeacon.sol";
import "@openzeppelin/contracts/proxy/utils/UUPSUpgradeable.sol";
import "@openzeppelin/contracts/proxy/Clones.sol";
contract Shop is UUPSUpgradeable {
  uint256 public stock;
  event Stocked(uint256 count);
  function put(uint256 count) external { stock = count; emit Stocked(count); }
  function _authorizeUpgrade(address) internal override {}
}
contract Plain is ERC1967Proxy { constructor(address a) ERC1967Proxy(a, "") payable {} }
contract Transparent is TransparentUpgradeableProxy { constructor(address a, address o) TransparentUpgradeableProxy(a, o, "") payable {} }
contract Beacon is UpgradeableBeacon { constructor(address a, address o) UpgradeableBeacon(a, o) {} }
contract Behind is BeaconProxy { constructor(address b) BeaconProxy(b, "") payable {} }
contract Cloner { event Made(address made); function make(address a) external { emit Made(Clones.clone(a)); } }
contract Diamond {
  struct FacetCut { address facet; uint8 action; bytes4[] selectors; }
  struct Facet { address facet; bytes4[] selectors; }
  event DiamondCut(FacetCut[] cuts, address init, bytes data);
  uint256 private _stock;
  address private _facet;
  bytes4[] private _selectors;
  constructor(address a, bytes4[] memory selectors) {
    FacetCut[] memory cuts = new FacetCut[](1);
    cuts[0] = FacetCut(a, 0, selectors);
    (_facet, _selectors) = (a, selectors);
    emit DiamondCut(cuts, address(0), "");
  }
  function facets() external view returns (Facet[] memory list) { list = new Facet[](1); list[0] = Facet(_facet, _selectors); }
  function facetAddresses() external view returns (address[] memory list) { list = new address[](1); list[0] = _facet; }
  fallback() external payable {
    address to;
    for (uint256 i; i < _selectors.length; i++) if (_selectors[i] == msg.sig) to = _facet;
    require(to != address(0), "no such function");
    assembly { calldatacopy(0, 0, calldatasize()) let ok := delegatecall(gas(), to, 0, calldatasize(), 0, 0) returndatacopy(0, 0, returndatasize()) if iszero(ok) { revert(0, returndatasize()) } return(0, returndatasize()) }
  }
}`;

const older = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;
import "openzeppelin-contracts-4/proxy/transparent/TransparentUpgradeableProxy.sol";
contract OldTransparent is TransparentUpgradeableProxy { constructor(address a, address o) TransparentUpgradeableProxy(a, o, "") payable {} }`;

/** By address, by a link, and by the link after it was pointed to something else. */
const scenario = `scenario: behind a proxy
variables: { proxy: "", shop: "" }
steps:
  - link: /apps/\${run}/1.0
    to: \${proxy}
  - send: put
    on: \${proxy}
    args: [8]
    expect: { events: [{ Stocked: { count: 8 } }] }
  - call: stock
    on: /apps/\${run}/1.0
    expect: { result: 8 }
  - link: /apps/\${run}/1.0
    to: \${shop}
  - call: stock
    on: /apps/\${run}/1.0
    expect: { result: 0 }
`;

const owner = `0x${"7".repeat(40)}`;

describe.each(["standard", "sm"] as const)("fronts on a chain of the suite %s", (suite) => {
  let chain: DevChain;
  let folder: string;
  let shop: Address;

  beforeAll(async () => {
    chain = await startDevChain({ port: 0, suite, sealers: 1, observers: 0, blockIntervalMs: 0 });
    folder = mkdtempSync(join(tmpdir(), "chainside-fronts-"));
    mkdirSync(join(folder, "contracts"));
    symlinkSync(resolve("node_modules"), join(folder, "node_modules"), "dir");
    writeFileSync(join(folder, "foundry.toml"), "[profile.default]\n");
    writeFileSync(join(folder, "contracts", "Shop.sol"), sources);
    writeFileSync(join(folder, "contracts", "Older.sol"), older);
    writeFileSync(join(folder, "proxy.chain.yaml"), scenario);
  });
  afterAll(async () => {
    await chain.close();
    rmSync(folder, { recursive: true });
  });

  async function run(...args: string[]): Promise<{ code: number; result: Record<string, unknown> }> {
    out.length = 0;
    vi.spyOn(process, "cwd").mockReturnValue(folder);
    const code = await runCommand([...args, "--url", chain.url, "--json"], () => useCatalogue("en"));
    const { result = {}, ...rest } = JSON.parse(out.join("")) as { result?: Record<string, unknown> };
    return { code, result: { ...rest, ...result } };
  }
  async function done(...args: string[]): Promise<Record<string, unknown>> {
    const { code, result } = await run(...args);
    expect([args, code, code === 0 ? {} : result]).toEqual([args, 0, {}]);
    return result;
  }
  const deploy = async (target: string, ...args: string[]): Promise<Address> =>
    (await done("deploy", `contracts/${target}`, ...args, "--key", "dev0", "--yes"))["contractAddress"] as Address;
  const send = (...args: string[]) => done("send", ...args, "--key", "dev0", "--yes");

  const kinds: Readonly<Record<string, () => Promise<Address>>> = {
    uups: () => deploy("Shop.sol:Plain", shop),
    transparent: () => deploy("Shop.sol:Transparent", shop, owner),
    "transparent of OpenZeppelin 4": () => deploy("Older.sol:OldTransparent", shop, owner),
    beacon: async () => deploy("Shop.sol:Behind", await deploy("Shop.sol:Beacon", shop, owner)),
    clone: async () => {
      const made = await send(await deploy("Shop.sol:Cloner"), "make", shop);
      const [event] = made["events"] as { event: { arguments: { value: Address }[] } }[];
      return event?.event.arguments[0]?.value as Address;
    },
    diamond: () => {
      const selectors = ["put(uint256)", "stock()"].map((each) => selectorOf(cryptoSuite(suite), each));
      return deploy("Shop.sol:Diamond", shop, JSON.stringify(selectors));
    },
  };

  it.each(Object.keys(kinds))("%s", async (kind) => {
    shop ??= await deploy("Shop.sol:Shop");
    const proxy = (await kinds[kind]?.()) as Address;
    const shown = await done("contract", "show", proxy);
    expect(shown).toMatchObject({ proxy: { kind: kind.split(" ")[0], implementations: [{ address: shop }] } });

    const sent = await send(proxy, "put", "5");
    expect(sent).toMatchObject({ events: [{ event: { name: "Stocked" } }] });
    expect(await done("call", proxy, "stock")).toMatchObject({ values: [{ value: "5" }] });
    expect(await done("tx", "show", sent["transactionHash"] as string)).toMatchObject({ call: { name: "put" } });
    expect(await done("events", "list", "--contract", proxy)).toMatchObject({
      events: expect.arrayContaining([
        expect.objectContaining({ event: expect.objectContaining({ name: "Stocked" }) }),
      ]),
    });

    expect(await done("verify", proxy, "contracts/Shop.sol:Shop")).toMatchObject({ identical: true });
    const token = ["--token", chain.devToken ?? ""];
    expect(JSON.stringify(await done("trace", sent["transactionHash"] as string, ...token))).toContain("put(");
    // Facets of a diamond share its storage: what one of them declares isn't all of it.
    if (kind !== "diamond") {
      expect(JSON.stringify((await done("storage", proxy, ...token))["variables"])).toMatch(/"name":"stock"/);
      const layout = await done("layout", "contracts/Shop.sol:Shop", "--against", proxy, "--suite", suite);
      expect(layout).toMatchObject({ verdict: "kept" });
    }

    const values = [`proxy=${proxy}`, `shop=${shop}`].flatMap((each) => ["--set", each]);
    out.length = 0;
    const path = join(folder, "proxy.chain.yaml");
    const asked = ["run", path, ...values, "--key", "dev0", "--yes", "--url", chain.url];
    const code = await runCommand(asked, () => useCatalogue("en"));
    expect([code, code === 0 ? [] : [...out, ...errors]]).toEqual([0, []]);

    const client = await connect({ url: chain.url });
    const account = privateKeyAccount(chain.accounts[0]?.privateKey ?? "0x", suite);
    const through = await contractAt({ chain: client, address: proxy, proxy: true, account });
    expect(await through.read["stock"]?.()).toBe(8n);
    const result = await through.write["put"]?.([6n]);
    expect(result?.events.map(({ eventName }) => eventName)).toEqual(["Stocked"]);
    await client.close();
  });
});
