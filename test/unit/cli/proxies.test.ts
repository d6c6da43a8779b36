// Proxies as teams deploy them: OpenZeppelin's of both generations, clones and a diamond, on chains of either suite.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { contractInterface } from "../../../src/chain/abi/contractInterface";
import { selectorOf } from "../../../src/chain/abi/selector";
import { createClient } from "../../../src/chain/client/client";
import { openSession } from "../../../src/chain/openSession";
import { recognizeProxy } from "../../../src/chain/proxy/recognizeProxy";
import { isUpgradeEvent } from "../../../src/chain/proxy/upgrades";
import { getLogs } from "../../../src/chain/rpc/logs";
import { getTransactionReceipt } from "../../../src/chain/rpc/transactions";
import { findAbi, lookUpAbi } from "../../../src/chain/services/contract/lookUpAbi";
import type { ChainSession } from "../../../src/chain/session";
import { createHttpTransport } from "../../../src/chain/transport/httpTransport";
import { runCommand } from "../../../src/cli/commands";
import type { Address, Hex } from "../../../src/crypto/bytes/hex";
import { type DevChain, startDevChain } from "../../../src/devchain/startDevChain";
import { lookUpContract } from "../../../src/history/indexing/contractLookUp";
import { useCatalogue } from "../../../src/text/catalogue";
import { withoutDevMethods } from "../../support/asNode";
import { writtenLines } from "../../support/commandLine";

const { out } = writtenLines();

const escrow = (contract: string, variables: string): string => `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.22;
import "@openzeppelin/contracts/proxy/utils/UUPSUpgradeable.sol";
contract ${contract} is UUPSUpgradeable {
  ${variables}
  function setToken(address value) external { token = value; }
  function _authorizeUpgrade(address) internal override {}
}`;

const proxies = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.22;
import "@openzeppelin/contracts/proxy/ERC1967/ERC1967Proxy.sol";
import "@openzeppelin/contracts/proxy/transparent/TransparentUpgradeableProxy.sol";
import "@openzeppelin/contracts/proxy/beacon/BeaconProxy.sol";
import "@openzeppelin/contracts/proxy/beacon/UpgradeableBeacon.sol";
import "@openzeppelin/contracts/proxy/Clones.sol";
contract Plain is ERC1967Proxy { constructor(address a) ERC1967Proxy(a, "") payable {} }
contract Transparent is TransparentUpgradeableProxy { constructor(address a, address o) TransparentUpgradeableProxy(a, o, "") payable {} }
contract Beacon is UpgradeableBeacon { constructor(address a, address o) UpgradeableBeacon(a, o) {} }
contract Behind is BeaconProxy { constructor(address b) BeaconProxy(b, "") payable {} }
contract Cloner { event Made(address); function make(address a) external { emit Made(Clones.clone(a)); } }
library Adder { function add(uint a) public pure returns (uint) { return a + 1; } }
contract UsesLibrary { function next(uint a) external view returns (uint) { return _next(a); } function _next(uint a) private view returns (uint r) { (bool ok, bytes memory d) = address(this).staticcall(abi.encode(a)); r = ok ? d.length : a; } function run(address to, bytes memory d) external { (bool ok,) = to.delegatecall(d); require(ok); } }
contract Silent {
  event Upgraded(address indexed implementation);
  bytes32 constant slot = 0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc;
  constructor(address a) { assembly { sstore(slot, a) } }
  function upgradeTo(address a) external { assembly { sstore(slot, a) } emit Upgraded(a); }
  fallback() external payable { assembly { let to := sload(slot) calldatacopy(0, 0, calldatasize()) let ok := delegatecall(gas(), to, 0, calldatasize(), 0, 0) returndatacopy(0, 0, returndatasize()) if iszero(ok) { revert(0, returndatasize()) } return(0, returndatasize()) } }
}
contract Cuts {
  struct Cut { address facet; uint8 action; bytes4[] selectors; }
  event DiamondCut(Cut[] cuts, address init, bytes data);
  address facet;
  constructor(address f) { cut(f); }
  function cut(address f) public { Cut[] memory cuts = new Cut[](1); cuts[0].facet = f; facet = f; emit DiamondCut(cuts, address(0), ""); }
  function facetAddresses() external view returns (address[] memory list) { list = new address[](1); list[0] = facet; }
  fallback() external payable { address to = facet; assembly { calldatacopy(0, 0, calldatasize()) let ok := delegatecall(gas(), to, 0, calldatasize(), 0, 0) returndatacopy(0, 0, returndatasize()) if iszero(ok) { revert(0, returndatasize()) } return(0, returndatasize()) } }
}
contract Diamond {
  address immutable facet;
  constructor(address f) { facet = f; }
  function facetAddresses() external view returns (address[] memory list) { list = new address[](1); list[0] = facet; }
  fallback() external payable { address to = facet; assembly { calldatacopy(0, 0, calldatasize()) let ok := delegatecall(gas(), to, 0, calldatasize(), 0, 0) returndatacopy(0, 0, returndatasize()) if iszero(ok) { revert(0, returndatasize()) } return(0, returndatasize()) } }
}`;

const older = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;
import "openzeppelin-contracts-4/proxy/transparent/TransparentUpgradeableProxy.sol";
contract OldTransparent is TransparentUpgradeableProxy { constructor(address a, address o) TransparentUpgradeableProxy(a, o, "") payable {} }`;

describe.each(["standard", "sm"] as const)("proxies on a chain of the suite %s", (suite) => {
  let chain: DevChain;
  let session: ChainSession;
  let folder: string;

  beforeAll(async () => {
    chain = await startDevChain({ port: 0, suite, sealers: 1, observers: 0, blockIntervalMs: 0 });
    session = await openSession(
      createClient(createHttpTransport({ url: chain.url, devToken: chain.devToken }), "group0"),
    );
    folder = mkdtempSync(join(tmpdir(), "chainside-proxies-"));
    mkdirSync(join(folder, "contracts"));
    symlinkSync(resolve("node_modules"), join(folder, "node_modules"), "dir");
    const file = (name: string, text: string) => writeFileSync(join(folder, "contracts", name), text);
    writeFileSync(join(folder, "foundry.toml"), "[profile.default]\n");
    file(
      "V1.sol",
      escrow(
        "Escrow",
        "address public token; uint256 public total; event Retired(); function retired() external { emit Retired(); }",
      ),
    );
    file("V2.sol", escrow("EscrowV2", "uint256 public fee; address public token; uint256 public total;"));
    const charging = "event Charged(uint256 fee); function charge() external { emit Charged(7); }";
    file("V3.sol", escrow("EscrowV3", `address public token; uint256 public total; uint256 public fee; ${charging}`));
    file("Empty.sol", "pragma solidity ^0.8.20; contract Empty { function f() external {} }");
    file("Proxies.sol", proxies);
    file("Older.sol", older);
  });
  afterAll(async () => {
    await session.client.transport.close();
    await chain.close();
    rmSync(folder, { recursive: true });
  });

  async function chainside(...args: string[]): Promise<{ code: number; result: Record<string, unknown> }> {
    out.length = 0;
    vi.spyOn(process, "cwd").mockReturnValue(folder);
    const code = await runCommand([...args, "--url", chain.url, "--json"], () => useCatalogue("en"));
    const { result = {} } = JSON.parse(out.join("")) as { result?: Record<string, unknown> };
    return { code, result };
  }
  async function deploy(target: string, ...args: string[]): Promise<Address> {
    const { code, result } = await chainside("deploy", `contracts/${target}`, ...args, "--key", "dev0", "--yes");
    expect([target, code]).toEqual([target, 0]);
    return result["contractAddress"] as Address;
  }

  it("an upgrade is judged by the code behind a proxy, never by the proxy's own empty layout", async () => {
    const first = await deploy("V1.sol:Escrow");
    const proxy = await deploy("Proxies.sol:Plain", first);
    const layout = (file: string, against: string) =>
      chainside("layout", join(folder, "contracts", file), "--against", against, "--suite", suite);
    expect(await layout("V2.sol:EscrowV2", proxy)).toMatchObject({ code: 1, result: { verdict: "broken" } });
    expect(await layout("V3.sol:EscrowV3", proxy)).toMatchObject({ code: 0, result: { verdict: "kept" } });
    expect(await chainside("source", "layout", "contracts/V2.sol:EscrowV2", proxy)).toMatchObject({
      code: 1,
      result: { verdict: "broken", keepsStored: false },
    });
    const empty = await deploy("Empty.sol:Empty");
    const unknown = await layout("V2.sol:EscrowV2", empty);
    expect(unknown).toMatchObject({ code: 1, result: { verdict: "unknown" } });
    expect(unknown.result).not.toHaveProperty("keepsStored");
    // What runs behind it wasn't compiled here.
    expect((await layout("V2.sol:EscrowV2", await deploy("Proxies.sol:Diamond", first))).code).toBe(1);
  });

  it("recognizes each kind, by storage and without it", async () => {
    const first = await deploy("V1.sol:Escrow");
    const owner = `0x${"7".repeat(40)}`;
    const plain = await deploy("Proxies.sol:Plain", first);
    const transparent = await deploy("Proxies.sol:Transparent", first, owner);
    const old = await deploy("Older.sol:OldTransparent", first, owner);
    const beacon = await deploy("Proxies.sol:Beacon", first, owner);
    const behind = await deploy("Proxies.sol:Behind", beacon);
    const diamond = await deploy("Proxies.sol:Diamond", first);
    const implementations = [first];
    const found = async (address: Address) => {
      const read = await recognizeProxy(session.client, session.suite, address);
      return read.kind === "proxy" ? read.proxy : read.kind;
    };
    expect(await found(plain)).toMatchObject({ kind: "uups", implementations, foundBy: "storage" });
    expect(await found(transparent)).toMatchObject({ kind: "transparent", implementations });
    expect(await found(old)).toMatchObject({ kind: "transparent", implementations, admin: owner });
    expect(await found(behind)).toMatchObject({ kind: "beacon", implementations, beacon });
    expect(await found(diamond)).toMatchObject({ kind: "diamond", implementations, foundBy: "call" });
    for (const none of [first, beacon, await deploy("Proxies.sol:UsesLibrary"), await deploy("Empty.sol:Empty")])
      expect([none, await found(none)]).toEqual([none, "none"]);
    const cloner = await deploy("Proxies.sol:Cloner");
    await chainside("send", cloner, "make", first, "--key", "dev0", "--yes");
    expect(await found(await madeBy(cloner))).toMatchObject({ kind: "clone", implementations, foundBy: "code" });
  });

  async function madeBy(cloner: Address): Promise<Address> {
    const logs = await getLogs(session.client, { fromBlock: 0, toBlock: 1000, addresses: [cloner] });
    return `0x${logs.at(-1)?.data.slice(-40)}`;
  }

  it("finds what a node without storage shows by the event of the last upgrade", async () => {
    const first = await deploy("V1.sol:Escrow");
    const second = await deploy("V3.sol:EscrowV3");
    const plain = await deploy("Proxies.sol:Plain", first);
    const nodeLike = withoutDevMethods(session.client);
    const found = async (address: Address) => recognizeProxy(nodeLike, session.suite, address);
    expect(await found(plain)).toMatchObject({ proxy: { implementations: [first], foundBy: "events" } });
    const beacon = await deploy("Proxies.sol:Beacon", first, `0x${"7".repeat(40)}`);
    const behind = await deploy("Proxies.sol:Behind", beacon);
    expect(await found(behind)).toMatchObject({ proxy: { kind: "beacon", beacon, implementations: [first] } });
    expect([await found(beacon), await found(await deploy("Proxies.sol:UsesLibrary"))]).toEqual([
      { kind: "none" },
      { kind: "none" },
    ]);
    const { code } = await chainside("send", plain, "upgradeToAndCall", second, "0x", "--key", "dev0", "--yes");
    expect(code).toBe(0);
    expect(await found(plain)).toMatchObject({ proxy: { implementations: [second], foundBy: "events" } });
    expect(await found(first)).toEqual({ kind: "none" });
  });

  it("a proxy is called by the functions of what runs behind it", async () => {
    const first = await deploy("V1.sol:Escrow");
    const plain = await deploy("Proxies.sol:Plain", first);
    const { abi } = await lookUpAbi(session, plain);
    expect(abi?.functions.map(({ name }) => name)).toEqual(expect.arrayContaining(["setToken", "total"]));
    const { found } = await findAbi(session, plain, (address) =>
      address === first
        ? { name: "Escrow", abi: abi ? [{ type: "function", name: "token", inputs: [], outputs: [] }] : [] }
        : undefined,
    );
    expect(found).toMatchObject({ proxy: { kind: "uups" }, implementationName: "Escrow" });
    expect((await chainside("send", plain, "setToken", first, "--key", "dev0", "--yes")).code).toBe(0);
    const { result } = await chainside("call", plain, "token");
    expect(JSON.stringify(result).toLowerCase()).toContain(first.slice(2));
  });

  it("is named together with what it runs, also by an ABI of its own that has functions of another use", async () => {
    const first = await deploy("V1.sol:Escrow");
    const plain = await deploy("Proxies.sol:Plain", first);
    const use = { type: "function", name: "old", inputs: [], outputs: [] };
    const names = new Map([
      [plain, { name: "Shop", abi: [use] }],
      [first, { name: "Escrow", abi: [{ ...use, name: "token" }] }],
    ]);
    const { found } = await findAbi(session, plain, (address) => names.get(address));
    expect(found).toMatchObject({ name: "Shop", title: "Shop (proxy of Escrow)", proxy: { kind: "uups" } });
    const shown = await chainside("contract", "show", plain);
    expect(shown.result).toMatchObject({
      kind: "contract",
      proxy: { kind: "uups", foundBy: "events", implementations: [{ address: first }] },
      upgrades: [{ target: first, isBeacon: false }],
    });
    expect((await chainside("contract", "show", first)).result).not.toHaveProperty("proxy");
  });

  it("what was called and emitted is read by the code that ran in that block", async () => {
    const first = await deploy("V1.sol:Escrow");
    const plain = await deploy("Proxies.sol:Plain", first);
    const sent = await chainside("send", plain, "retired", "--key", "dev0", "--yes");
    const hash = sent.result["transactionHash"] as string;
    const next = await deploy("V3.sol:EscrowV3");
    expect((await chainside("send", plain, "upgradeToAndCall", next, "0x", "--key", "dev0", "--yes")).code).toBe(0);
    expect((await lookUpAbi(session, plain)).abi?.functions.map(({ name }) => name)).not.toContain("retired");
    expect((await chainside("tx", "show", hash)).result).toMatchObject({
      call: { name: "retired" },
      outcome: { events: [{ event: { name: "Retired" } }] },
    });
  });

  it("an index reads a proxy by all code that it ran, and looks again after an upgrade", async () => {
    const first = await deploy("V1.sol:Escrow");
    const plain = await deploy("Proxies.sol:Plain", first);
    const next = await deploy("V3.sol:EscrowV3");
    const read = async () => {
      const found = await lookUpContract(session, plain, [], {});
      return found.source === "none"
        ? []
        : contractInterface(found.abi, session.suite).functions.map(({ name }) => name);
    };
    expect(await read()).not.toContain("fee");
    const sent = await chainside("send", plain, "upgradeToAndCall", next, "0x", "--key", "dev0", "--yes");
    expect(await read()).toEqual(expect.arrayContaining(["retired", "fee"]));
    const receipt = await getTransactionReceipt(session.client, sent.result["transactionHash"] as Hex);
    expect(receipt?.logEntries.map(({ topics }) => isUpgradeEvent(topics[0] ?? ""))).toEqual([true]);
  });

  it("of a beacon's proxy as well, also where it had another beacon", async () => {
    const first = await deploy("V1.sol:Escrow");
    const me = (await chainside("send", first, "retired", "--key", "dev0", "--yes")).result["from"] as string;
    const beacon = await deploy("Proxies.sol:Beacon", first, me);
    const behind = await deploy("Proxies.sol:Behind", beacon);
    const sent = await chainside("send", behind, "retired", "--key", "dev0", "--yes");
    const next = await deploy("V3.sol:EscrowV3");
    expect((await chainside("send", beacon, "upgradeTo", next, "--key", "dev0", "--yes")).code).toBe(0);
    expect((await lookUpAbi(session, behind)).abi?.functions.map(({ name }) => name)).not.toContain("retired");
    expect((await chainside("tx", "show", sent.result["transactionHash"] as string)).result).toMatchObject({
      call: { name: "retired" },
      outcome: { events: [{ event: { name: "Retired" } }] },
    });
  });

  it("an index looks again at all proxies of a beacon that was upgraded, and at a diamond that was cut", async () => {
    const first = await deploy("V1.sol:Escrow");
    const next = await deploy("V3.sol:EscrowV3");
    const signed = (...args: string[]) => chainside("send", ...args, "--key", "dev0", "--yes");
    const me = (await signed(first, "retired")).result["from"] as string;
    const beacon = await deploy("Proxies.sol:Beacon", first, me);
    const behind = await deploy("Proxies.sol:Behind", beacon);
    const diamond = await deploy("Proxies.sol:Cuts", first);
    const file = join(folder, "index.db");
    const eventsOf = async (address: Address) => {
      expect((await chainside("index", "--to", file)).code).toBe(0);
      out.length = 0;
      await runCommand(
        ["query", `SELECT event FROM logs WHERE address = '${address}' ORDER BY tx, log`, "--db", file, "--json"],
        () => useCatalogue("en"),
      );
      return out.join("").match(/[A-Z]\w+\([^"]*\)/g);
    };
    const cut = "DiamondCut((address,uint8,bytes4[])[],address,bytes)";
    for (const address of [behind, diamond]) expect((await signed(address, "retired")).code).toBe(0);
    expect([await eventsOf(behind), await eventsOf(diamond)]).toEqual([
      ["BeaconUpgraded(address)", "Retired()"],
      [cut, "Retired()"],
    ]);
    // Another run of the program, which saw none of them before.
    expect((await signed(beacon, "upgradeTo", next)).code).toBe(0);
    expect((await signed(diamond, "cut", next)).code).toBe(0);
    for (const address of [behind, diamond]) expect((await signed(address, "charge")).code).toBe(0);
    expect([await eventsOf(behind), await eventsOf(diamond)]).toEqual([
      ["BeaconUpgraded(address)", "Retired()", "Charged(uint256)"],
      [cut, "Retired()", cut, "Charged(uint256)"],
    ]);
    const at = async (block: number) =>
      (await lookUpAbi(session, diamond, { block })).abi?.functions.map(({ name }) => name);
    expect(await at(1)).toEqual(expect.arrayContaining(["retired", "charge"]));
  });

  it("code of a block that no event tells is said to be unknown, and nothing is read by the code that runs now", async () => {
    const first = await deploy("V1.sol:Escrow");
    const next = await deploy("V3.sol:EscrowV3");
    const silent = await deploy("Proxies.sol:Silent", first);
    const namesAt = async (block?: number) => {
      const { abi, title } = await lookUpAbi(session, silent, { block });
      return { names: abi?.functions.map(({ name }) => name) ?? [], title };
    };
    // Before its first upgrade its storage alone tells what it runs, which this command doesn't read.
    const data = selectorOf(session.suite, "retired()");
    const sent = await chainside("send", silent, "--data", data, "--key", "dev0", "--yes");
    const block = sent.result["blockNumber"] as number;
    expect((await namesAt(block)).names).toContain("retired");
    const upgraded = await chainside("send", silent, "upgradeTo", next, "--key", "dev0", "--yes");
    const then = await namesAt(block);
    expect(then.names).toEqual(["upgradeTo"]);
    expect(then.title).toMatch(/\(proxy of code that isn't known\)$/);
    expect((await namesAt(upgraded.result["blockNumber"] as number)).names).toContain("charge");
    expect((await chainside("tx", "show", sent.result["transactionHash"] as string)).result["call"]).toBeUndefined();
  });

  it("the contract behind a proxy is verified, or the proxy itself, and both are named", async () => {
    const first = await deploy("V1.sol:Escrow");
    const plain = await deploy("Proxies.sol:Plain", first);
    const verified = await chainside("verify", plain, "contracts/V1.sol:Escrow");
    expect(verified).toMatchObject({
      code: 0,
      result: { address: plain, contract: "Escrow", implementation: first, proxy: "uups", identical: true },
    });
    expect(verified.result["title"]).toMatch(/\(proxy of Escrow\)$/);
    const itself = await chainside("contract", "verify", plain, "contracts/Proxies.sol:Plain");
    expect(itself).toMatchObject({ code: 0, result: { contract: "Plain", proxy: "uups" } });
    expect(itself.result).not.toHaveProperty("implementation");
    expect((await chainside("verify", plain, "contracts/V2.sol:EscrowV2")).code).toBe(1);
    const direct = await chainside("verify", first, "contracts/V1.sol:Escrow");
    expect([direct.code, "title" in direct.result]).toEqual([0, false]);
  });

  it("storage is shown by the variables of the code behind it, a beacon's as well", async () => {
    const first = await deploy("V1.sol:Escrow");
    const beacon = await deploy("Proxies.sol:Beacon", first, `0x${"7".repeat(40)}`);
    const behind = await deploy("Proxies.sol:Behind", beacon);
    expect((await chainside("send", behind, "setToken", first, "--key", "dev0", "--yes")).code).toBe(0);
    const { result } = await chainside("storage", behind, "--token", chain.devToken ?? "");
    expect(result).toMatchObject({ contract: "Behind → Escrow" });
    expect(JSON.stringify(result["variables"])).toContain(first);
    expect(JSON.stringify(result["notes"])).toContain(first);
  });

  it("a trace reads the call of a proxy by the code behind it, also where the proxy has no source here", async () => {
    const first = await deploy("V1.sol:Escrow");
    const cloner = await deploy("Proxies.sol:Cloner");
    await chainside("send", cloner, "make", first, "--key", "dev0", "--yes");
    const traced = async (proxy: Address) => {
      const sent = await chainside("send", proxy, "setToken", first, "--key", "dev0", "--yes");
      const hash = sent.result["transactionHash"] as string;
      return (await chainside("trace", hash, "--token", chain.devToken ?? "")).result;
    };
    const clone = await madeBy(cloner);
    const inner = { type: "DELEGATECALL", contract: "Escrow", call: expect.stringContaining("setToken(") };
    const call = expect.stringContaining("setToken(");
    const ofClone = await traced(clone);
    expect(ofClone["call"]).toMatchObject({ contract: `${clone} (proxy of Escrow)`, call, calls: [inner] });
    expect(JSON.stringify(ofClone["notes"] ?? [])).not.toContain("No source");
    const plain = await deploy("Proxies.sol:Plain", first);
    expect((await traced(plain))["call"]).toMatchObject({ contract: "Plain (proxy of Escrow)", call, calls: [inner] });
  });
});
