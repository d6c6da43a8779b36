// Proxies of other standards and projects, proxies of proxies, and what only looks like one: by storage, and by what a node shows.
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { selectorOf } from "../../../src/chain/abi/selector";
import { createClient } from "../../../src/chain/client/client";
import { openSession } from "../../../src/chain/openSession";
import { codeBehind } from "../../../src/chain/proxy/codeBehind";
import { recognizeProxy } from "../../../src/chain/proxy/recognizeProxy";
import { getLogs } from "../../../src/chain/rpc/logs";
import { lookUpAbi } from "../../../src/chain/services/contract/lookUpAbi";
import type { ChainSession } from "../../../src/chain/session";
import { createHttpTransport } from "../../../src/chain/transport/httpTransport";
import { runCommand } from "../../../src/cli/commands";
import type { Address } from "../../../src/crypto/bytes/hex";
import { type DevChain, startDevChain } from "../../../src/devchain/startDevChain";
import { useCatalogue } from "../../../src/text/catalogue";
import { withoutDevMethods } from "../../support/asNode";
import { writtenLines } from "../../support/commandLine";

const { out } = writtenLines();
const [kinds, modules] = [resolve("test/fixtures/proxies/Kinds.sol"), resolve("node_modules")];

const openZeppelin = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.22;
import "@openzeppelin/contracts/proxy/ERC1967/ERC1967Proxy.sol";
import "@openzeppelin/contracts/proxy/transparent/TransparentUpgradeableProxy.sol";
import "@openzeppelin/contracts/proxy/beacon/BeaconProxy.sol";
import "@openzeppelin/contracts/proxy/beacon/UpgradeableBeacon.sol";
contract Plain is ERC1967Proxy { constructor(address a) ERC1967Proxy(a, "") payable {} }
contract Transparent is TransparentUpgradeableProxy { constructor(address a, address o) TransparentUpgradeableProxy(a, o, "") payable {} }
contract Beacon is UpgradeableBeacon { constructor(address a, address o) UpgradeableBeacon(a, o) {} }
contract Behind is BeaconProxy { constructor(address b) BeaconProxy(b, "") payable {} }`;

/** Runtime code of minimal proxies: of EIP-1167, and what projects write instead of it. */
const clones = {
  "EIP-1167": "363d3d373d3d3d363d73IMPLEMENTATION5af43d82803e903d91602b57fd5bf3",
  "EIP-1167, optimized (0age)": "3d3d3d3d363d3d37363d73IMPLEMENTATION5af43d3d93803e602a57fd5bf3",
  "PUSH0 (Solady)": "5f5f365f5f37365f73IMPLEMENTATION5af43d5f5f3e6029573d5ffd5b3d5ff3",
  "Vyper before EIP-1167": "366000600037611000600036600073IMPLEMENTATION5af4602c57600080fd5b6110006000f3",
  "receives without the implementation (0xSplits)":
    "36603057343d52307f830d2d700a97af574b186c80d40429385d24241565b08a7c559ba283a964d9b160203da23d3df35b3d3d3d3d363d3d37363d73IMPLEMENTATION5af43d3d93803e605b57fd5bf3",
  "arguments behind the code (OpenZeppelin 5)":
    "363d3d373d3d3d363d73IMPLEMENTATION5af43d82803e903d91602b57fd5bf300112233445566778899",
};

describe.each(["standard", "sm"] as const)("other proxies on a chain of the suite %s", (suite) => {
  let chain: DevChain;
  let session: ChainSession;
  let folder: string;
  let counter: Address;
  let factory: Address;
  const owner: Address = `0x${"7".repeat(40)}`;

  beforeAll(async () => {
    chain = await startDevChain({ port: 0, suite, sealers: 1, observers: 0, blockIntervalMs: 0 });
    session = await openSession(
      createClient(createHttpTransport({ url: chain.url, devToken: chain.devToken }), "group0"),
    );
    folder = mkdtempSync(join(tmpdir(), "chainside-kinds-"));
    mkdirSync(join(folder, "contracts"));
    symlinkSync(modules, join(folder, "node_modules"), "dir");
    writeFileSync(join(folder, "foundry.toml"), "[profile.default]\n");
    copyFileSync(kinds, join(folder, "contracts", "Kinds.sol"));
    writeFileSync(join(folder, "contracts", "OpenZeppelin.sol"), openZeppelin);
  });
  beforeEach(async () => {
    counter ??= await deploy("Kinds.sol:Counter");
    factory ??= await deploy("Kinds.sol:CloneFactory", counter);
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
    const { result, error = {} } = JSON.parse(out.join("")) as Record<string, Record<string, unknown> | undefined>;
    return { code, result: result ?? error };
  }
  async function deploy(target: string, ...args: string[]): Promise<Address> {
    const { code, result } = await chainside("deploy", `contracts/${target}`, ...args, "--key", "dev0", "--yes");
    expect([target, code]).toEqual([target, 0]);
    return result["contractAddress"] as Address;
  }
  async function clone(implementation: Address, code = clones["EIP-1167"]): Promise<Address> {
    const runtime = `0x${code.replace("IMPLEMENTATION", implementation.slice(2))}`;
    expect((await chainside("send", factory, "make", runtime, "--key", "dev0", "--yes")).code).toBe(0);
    const logs = await getLogs(session.client, { fromBlock: 0, toBlock: 1000, addresses: [factory] });
    return `0x${logs.at(-1)?.data.slice(-40)}`;
  }
  /** As an embedded chain shows it, and as a node does, which shows no storage. */
  async function found(address: Address) {
    const clients = [session.client, withoutDevMethods(session.client)];
    const readings = await Promise.all(clients.map((client) => recognizeProxy(client, session.suite, address)));
    return readings.map((each) => (each.kind === "proxy" ? each.proxy : each.kind));
  }

  it("by where their code takes an address from, also from a word that no standard names", async () => {
    const implementations = [counter];
    const other = { kind: "other", implementations };
    for (const undecided of ["OldSafeLike", "Eip1822Like"]) {
      const read = await found(await deploy(`Kinds.sol:${undecided}`, counter));
      expect([undecided, ...read]).toEqual([undecided, { ...other, foundBy: "storage" }, "unreadable"]);
    }
    for (const telling of ["SafeLike", "Eip897Like", "UnitrollerLike"]) {
      const read = await found(await deploy(`Kinds.sol:${telling}`, counter));
      expect([telling, ...read]).toEqual([telling, { ...other, foundBy: "storage" }, { ...other, foundBy: "call" }]);
    }
    for (const looking of ["VersionedLike", "BySelectorLike"])
      expect([looking, ...(await found(await deploy(`Kinds.sol:${looking}`, counter)))]).toEqual([
        looking,
        "unreadable",
        "unreadable",
      ]);
    const apps = await deploy("Kinds.sol:AppsLike");
    const id = `0x${"5".repeat(64)}`;
    expect((await chainside("send", apps, "set", id, counter, "--key", "dev0", "--yes")).code).toBe(0);
    const told = { ...other, foundBy: "call" };
    expect(await found(await deploy("Kinds.sol:AppProxyLike", apps, id))).toEqual([told, told]);
    expect(await found(await deploy("Kinds.sol:AppProxyLike", apps, `0x${"6".repeat(64)}`))).toEqual([
      "unreadable",
      "unreadable",
    ]);
    const fixed = { kind: "clone", implementations, foundBy: "code" };
    expect(await found(await deploy("Kinds.sol:FixedLike", counter))).toEqual([fixed, fixed]);
    const old = await deploy("Kinds.sol:ZosLike", counter, owner);
    expect((await found(old))[0]).toEqual({ kind: "transparent", implementations, admin: owner, foundBy: "storage" });
  });

  it("where a node doesn't show whose code runs, that is said", async () => {
    const silent = await deploy("Kinds.sol:OldSafeLike", counter);
    expect((await chainside("call", silent, "total")).result).toMatchObject({ code: "noAbiOfProxy" });
    const old = await deploy("Kinds.sol:ZosLike", counter, owner);
    expect((await chainside("call", old, "total")).result).toMatchObject({ code: "unknownFunctionOfProxy" });
    const total = { type: "function", name: "total", inputs: [], outputs: [{ type: "uint256", name: "" }] };
    writeFileSync(join(folder, "Counter.abi"), JSON.stringify([total]));
    expect((await chainside("call", old, "total", "--abi", join(folder, "Counter.abi"))).code).toBe(0);
    const looking = await deploy("Kinds.sol:BySelectorLike", counter);
    const { notes } = (await chainside("storage", looking, "--token", chain.devToken ?? "")).result;
    expect(notes).toEqual([expect.stringContaining("nothing shows whose code it runs")]);
    for (const each of [silent, old, looking])
      expect((await chainside("contract", "show", each)).result).toMatchObject({ runsUnknownCode: true });
    expect((await chainside("contract", "show", counter)).result).not.toHaveProperty("runsUnknownCode");
  });

  it("minimal proxies of every make", async () => {
    const expected = { kind: "clone", implementations: [counter], foundBy: "code" };
    for (const [name, code] of Object.entries(clones))
      expect([name, ...(await found(await clone(counter, code)))]).toEqual([name, expected, expected]);
  });

  it("a transparent one with its administrator, also by events alone", async () => {
    const [stored, told] = await found(await deploy("OpenZeppelin.sol:Transparent", counter, owner));
    expect(stored).toMatchObject({ kind: "transparent", foundBy: "storage" });
    expect(told).toEqual({ ...(stored as object), foundBy: "events" });
  });

  it("diamonds by their loupe, also behind another proxy", async () => {
    const loupe = await deploy("Kinds.sol:LoupeFacet");
    const list = [selectorOf(session.suite, "add(uint256)"), selectorOf(session.suite, "total()")];
    const facets = selectorOf(session.suite, "facetAddresses()");
    const diamond = await deploy("Kinds.sol:DiamondLike", loupe, facets, counter, JSON.stringify(list));
    const expected = { kind: "diamond", implementations: [loupe, counter], foundBy: "call" };
    expect(await found(diamond)).toEqual([expected, expected]);
    expect((await lookUpAbi(session, diamond)).abi?.functions.map(({ name }) => name)).toContain("total");
    // Its loupe isn't cut into it yet.
    const before = await deploy("Kinds.sol:DiamondLike", loupe, "0x00000000", counter, JSON.stringify(list));
    const told = { kind: "diamond", implementations: [counter], foundBy: "events" };
    expect(await found(before)).toEqual([told, told]);
    const storage = await chainside("storage", before, "--token", chain.devToken ?? "");
    expect(JSON.stringify(storage.result["variables"])).toContain('"name":"total"');
    // Cuts tell of one facet, and others may be there.
    const layout = await chainside("layout", "contracts/Kinds.sol:Counter", "--against", before, "--suite", suite);
    expect(layout.result).toMatchObject({ code: "diamondLayout" });
    const shown = await chainside("contract", "show", before);
    expect(shown.result).toMatchObject({ cuts: [{ facet: counter, selectors: list }] });
    const upgraded = await chainside(
      "contract",
      "upgrade",
      before,
      counter,
      "contracts/Kinds.sol:Counter",
      "--key",
      "dev0",
    );
    expect(upgraded.result).toMatchObject({ code: "notUpgradable", message: expect.stringContaining("diamondCut") });
  });

  it("what runs behind a proxy behind a proxy, on the storage of the first", async () => {
    const minimal = await clone(counter);
    const beacon = await deploy("OpenZeppelin.sol:Beacon", counter, owner);
    const behind = await deploy("OpenZeppelin.sol:Behind", beacon);
    const end = { implementations: [counter] };
    const [ofBeacon] = await found(await clone(behind));
    expect(ofBeacon).toEqual({ ...end, kind: "beacon", beacon, foundBy: "code", through: [behind] });
    const plain = await deploy("OpenZeppelin.sol:Plain", minimal);
    expect((await found(plain))[1]).toEqual({ ...end, kind: "erc1967", foundBy: "events", through: [minimal] });
    const overClone = await deploy("OpenZeppelin.sol:Behind", await deploy("OpenZeppelin.sol:Beacon", minimal, owner));
    expect((await found(overClone))[0]).toMatchObject({ ...end, kind: "beacon", through: [minimal] });
    const { abi, title } = await lookUpAbi(session, plain);
    expect([abi?.functions.some(({ name }) => name === "total"), title]).toEqual([
      true,
      expect.stringContaining("(proxy of"),
    ]);
    expect((await codeBehind(session, plain)).address).toBe(counter);
    // Its code reads its own storage, which has nothing of the other's: it runs itself for ever.
    const circle = await deploy("OpenZeppelin.sol:Plain", await deploy("OpenZeppelin.sol:Plain", counter));
    expect((await found(circle))[0]).not.toHaveProperty("through");
  });

  it("a contract that passes on what it doesn't have stores for itself, also behind a proxy", async () => {
    const extension = await deploy("Kinds.sol:Extension");
    const extended = await deploy("Kinds.sol:Extended", extension);
    const own = { kind: "other", implementations: [extension], foundBy: "code" };
    expect(await found(extended)).toEqual([own, own]);
    const proxy = await deploy("OpenZeppelin.sol:Plain", extended);
    const behind = { kind: "erc1967", implementations: [extended], extensions: [extension] };
    expect(await found(proxy)).toEqual([
      { ...behind, foundBy: "storage" },
      { ...behind, foundBy: "events" },
    ]);
    const sent = await chainside("send", proxy, "add", "5", "--key", "dev0", "--yes");
    expect(sent.result).toMatchObject({ events: [{ event: { name: "Added" } }] });
    for (const [called, value] of [
      ["total", "5"],
      ["first", "0"],
    ] as const)
      expect((await chainside("call", proxy, called)).result).toMatchObject({ values: [{ value }] });
    const verified = await chainside("verify", proxy, "contracts/Kinds.sol:Extended");
    expect(verified.result).toMatchObject({ identical: true });
    // It is compared itself, and what it passes on to comes second.
    const itself = await chainside("verify", extended, "contracts/Kinds.sol:Extended");
    expect(itself.result).toMatchObject({ identical: true });
    expect(itself.result).not.toHaveProperty("implementation");
    const target = await deploy("Kinds.sol:Eip897Like", counter);
    const upgraded = await chainside(
      ...["contract", "upgrade", target, extended, "contracts/Kinds.sol:Extended", "--key", "dev0"],
    );
    expect(upgraded.result).toMatchObject({ code: "upgradeUnsafe" });
    const touched = await chainside("send", proxy, "touch", "7", "--key", "dev0", "--yes");
    expect(touched.result).toMatchObject({ events: [{ event: { name: "Touched" } }] });
    const storage = await chainside("storage", proxy, "--token", chain.devToken ?? "");
    expect(JSON.stringify(storage.result["variables"])).toContain('"name":"total"');
    for (const each of [proxy, extended]) {
      const args = ["layout", "contracts/Kinds.sol:ExtendedV2", "--against", each, "--suite", suite];
      expect((await chainside(...args)).result).toMatchObject({ verdict: "broken" });
      const same = ["layout", "contracts/Kinds.sol:Extended", "--against", each, "--suite", suite];
      expect((await chainside(...same)).result).toMatchObject({ verdict: "kept" });
    }
  });

  it("what an extension did is read when the proxy runs another code", async () => {
    const extended = await deploy("Kinds.sol:Extended", await deploy("Kinds.sol:Extension"));
    const dev0 = chain.accounts[0]?.address ?? "";
    const beacon = await deploy("OpenZeppelin.sol:Beacon", extended, dev0);
    const behind = await deploy("OpenZeppelin.sol:Behind", beacon);
    const touched = await chainside("send", behind, "touch", "7", "--key", "dev0", "--yes");
    expect((await chainside("send", beacon, "upgradeTo", counter, "--key", "dev0", "--yes")).code).toBe(0);
    const read = await chainside("tx", "show", String(touched.result["transactionHash"]));
    expect(read.result).toMatchObject({
      call: { name: "touch" },
      outcome: { events: [{ event: { name: "Touched" } }] },
    });
    const index = join(folder, "extended.db");
    expect((await chainside("index", "--to", index)).code).toBe(0);
    out.length = 0;
    const called = `SELECT method FROM transactions WHERE to_address = '${behind}'`;
    expect(await runCommand(["query", called, "--db", index, "--json"], () => useCatalogue("en"))).toBe(0);
    expect(JSON.parse(out.join(""))).toEqual([{ method: "touch(uint256)" }]);
  });

  it("an implementation may take no place where the proxy itself keeps something", async () => {
    const gapped = await deploy("Kinds.sol:Gapped");
    const judged = async (proxy: Address, to: string) => {
      const args = ["layout", `contracts/Kinds.sol:${to}`, "--against", proxy, "--suite", suite];
      const { verdict, changes } = (await chainside(...args)).result as { verdict: string; changes?: object[] };
      return [to, verdict, changes?.filter((each) => !("kind" in each && each.kind === "added"))];
    };
    const plain = await deploy("OpenZeppelin.sol:Plain", gapped);
    expect(await judged(plain, "GappedV2")).toEqual(["GappedV2", "kept", []]);
    for (const [kind, kept] of [
      ["UnitrollerLike", "admin"],
      ["SafeLike", "singleton"],
      ["Eip897Like", "paused"],
    ] as const) {
      const proxy = await deploy(`Kinds.sol:${kind}`, gapped);
      const message = `taken at slot 0 takes the place of ${kept}, which the proxy itself keeps there.`;
      const taken = { severity: "error", kind: "overwritten", name: "taken", message };
      expect([kind, ...(await judged(proxy, "GappedV2"))]).toEqual([kind, "GappedV2", "broken", [taken]]);
      expect([kind, ...(await judged(proxy, "Gapped"))]).toEqual([kind, "Gapped", "kept", []]);
    }
    // Also of one that stands between.
    const between = await deploy("OpenZeppelin.sol:Plain", await deploy("Kinds.sol:FixedLike", gapped));
    expect(await judged(between, "GappedV2")).toEqual(["GappedV2", "kept", []]);
    const aware = await judged(await deploy("Kinds.sol:UnitrollerLike", gapped), "GappedAware");
    expect(aware).toEqual(["GappedAware", "kept", []]);
  });

  it("a proxy whose implementation is gone is one, and nothing is said of what it runs", async () => {
    const gone = await clone(owner);
    expect((await found(gone))[0]).toMatchObject({ kind: "clone", implementations: [owner] });
    expect((await lookUpAbi(session, gone)).abi).toBeUndefined();
    await expect(codeBehind(session, gone)).rejects.toMatchObject({ code: "noCodeAt", details: { target: owner } });
  });

  it("nothing else: factories, what runs other code for itself", async () => {
    for (const each of ["CloneFactory", "RunsOthers"])
      expect([each, ...(await found(await deploy(`Kinds.sol:${each}`, counter)))]).toEqual([each, "none", "none"]);
  });
});
