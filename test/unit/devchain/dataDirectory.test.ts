import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { signTransaction } from "../../../src/chain/transaction/signTransaction";
import { bytesToHexDigits, hexToBytes } from "../../../src/crypto/bytes/hex";
import { privateKeySigner } from "../../../src/crypto/privateKeySigner";
import { standardSuite } from "../../../src/crypto/suites";
import type { Group } from "../../../src/devchain/ledger/group";
import { receivedTransaction } from "../../../src/devchain/ledger/poolAdmission";
import type { Network } from "../../../src/devchain/nodes/network";
import { type DevChainOptions, devChainSettings } from "../../../src/devchain/settings/options";
import { createNetwork, startDevChain } from "../../../src/devchain/startDevChain";
import { newestRelease } from "../../../src/facts/releases/releases";
import { versionText } from "../../../src/text/versions";
import helloWorld from "../../fixtures/devchain/helloWorld.json";
import { ask } from "../../support/askNode";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "chainside-data-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const open = (data: string): Promise<Network> => createNetwork(devChainSettings({ data, sealers: 1, observers: 0 }));
const groupOf = (network: Network): Group => network.groups.get("group0") as Group;

const signer = privateKeySigner(standardSuite, new Uint8Array(32).fill(1));
let nonce = 0;
async function send(group: Group, to: string, input: string): Promise<string> {
  const { signed } = await signTransaction({
    suite: standardSuite,
    signer,
    data: {
      chainId: "chainside",
      groupId: "group0",
      blockLimit: 500n,
      nonce: `t${nonce++}`,
      to,
      input: hexToBytes(input),
    },
  });
  return (await group.submit(receivedTransaction(group.suite, signed))).receipt.contractAddress;
}

async function read(group: Group, to: string): Promise<string> {
  const input = hexToBytes(helloWorld.get);
  const call = { sender: "", to, input, abi: "", value: 0n, ethereumNonce: undefined };
  return bytesToHexDigits((await group.dryRuns.call(call)).result.output);
}

const hashes = (group: Group): string[] =>
  Array.from({ length: group.blocks.head + 1 }, (_, n) => bytesToHexDigits(group.blocks.hashOf(n) as Uint8Array));

test("a kept chain goes on as what it is where no version is named, under another program where one is", async () => {
  const versions = async (options: DevChainOptions): Promise<unknown[]> => {
    const chain = await startDevChain({ data: folder, sealers: 1, observers: 0, ...options });
    try {
      const [node] = (
        await ask<{ nodeList: { iniConfig: string; protocol: { compatibilityVersion: number } }[] }>(
          chain.url,
          "getGroupInfo",
          ["group0"],
        )
      ).nodeList;
      const { binaryInfo } = JSON.parse(node?.iniConfig ?? "") as { binaryInfo: { version: string } };
      return [binaryInfo.version, versionText(node?.protocol.compatibilityVersion ?? 0)];
    } finally {
      await chain.close();
    }
  };
  const file = join(folder, "chain.json");
  expect(await versions({ nodeVersion: "3.16.4" })).toEqual(["3.16.4", "3.16.0"]);
  expect(await versions({})).toEqual(["3.16.4", "3.16.0"]);
  // a directory of an earlier version of this program tells no release
  const message = readFileSync(file, "utf8");
  writeFileSync(file, message.replace(',\n  "nodeVersion": "3.16.4"', ""));
  expect(readFileSync(file, "utf8")).not.toContain("nodeVersion");
  expect(await versions({})).toEqual(["3.16.4", "3.16.0"]);
  expect(readFileSync(file, "utf8")).toBe(message);
  // what is cut off is written again
  truncateSync(file, message.length - 5);
  expect(await versions({ nodeVersion: "3.16.4" })).toEqual(["3.16.4", "3.16.0"]);
  expect(await versions({ nodeVersion: newestRelease })).toEqual([newestRelease, "3.16.0"]);
  expect(await versions({})).toEqual([newestRelease, "3.16.0"]);
  await expect(versions({ compatibilityVersion: newestRelease })).rejects.toMatchObject({ code: "otherChain" });
});

test("a chain that is closed twice leaves the files of the next alone, which have the same numbers", async () => {
  const first = await open(join(folder, "first"));
  first.close();
  const second = await open(join(folder, "second"));
  first.close();
  const address = await send(groupOf(second), "", helloWorld.init);
  const before = hashes(groupOf(second));
  second.close();
  const third = await open(join(folder, "second"));
  expect([hashes(groupOf(third)), await read(groupOf(third), address)]).toEqual([before, expect.any(String)]);
  third.close();
});

test.runIf(existsSync("/usr/bin/flock"))("a lock that nobody stands in is waited for a moment", async () => {
  const first = await open(folder);
  first.close();
  const holder = spawn("/usr/bin/flock", [join(folder, "lock"), "sh", "-c", "echo held; sleep 0.3"]);
  await once(holder.stdout, "data");
  const second = await open(folder);
  second.close();
});

/** Files below a folder that this process has open. */
function openBelow(path: string): string[] {
  if (!existsSync("/proc/self/fd")) return [];
  return readdirSync("/proc/self/fd").flatMap((number) => {
    try {
      const name = readlinkSync(`/proc/self/fd/${number}`);
      return name.startsWith(path) ? [name] : [];
    } catch {
      return []; // closed meanwhile
    }
  });
}

test("a chain that can't be opened leaves no file of its own open", async () => {
  const data = join(folder, "data");
  const network = await open(data);
  await send(groupOf(network), "", helloWorld.init);
  network.close();
  // as the state's file, the cut end, what was archived: each is found out at another moment of the opening
  for (const name of ["state-1.bin.tmp", "state-1.bin", "archived.json", "blocks.cut"]) {
    const strange = join(folder, `strange-${name}`);
    cpSync(data, strange, { recursive: true });
    const path = join(strange, "group-group0", name);
    rmSync(path, { force: true });
    mkdirSync(path);
    if (name === "blocks.cut") appendFileSync(join(strange, "group-group0/blocks.log"), "torn");
    await open(strange).then(
      (opened) => opened.close(),
      () => undefined,
    );
    expect([name, openBelow(strange)]).toEqual([name, []]);
  }
});

test("a chain goes on where it was stopped", async () => {
  const first = await open(folder);
  const address = await send(groupOf(first), "", helloWorld.init);
  await send(groupOf(first), `0x${address}`, helloWorld.set);
  const [before, value] = [hashes(groupOf(first)), await read(groupOf(first), address)];
  first.close();
  const second = await open(folder);
  const group = groupOf(second);
  expect(hashes(group)).toEqual(before);
  expect(await read(group, address)).toBe(value);
  expect(group.blocks.block(2).transactionCount).toBe(2);
  await send(group, `0x${address}`, helloWorld.set);
  expect(group.blocks.head).toBe(3);
  second.close();
});

test("one process at a time, and always the same chain", async () => {
  const first = await open(folder);
  await expect(open(folder)).rejects.toMatchObject({ code: "dataDirectoryInUse" });
  first.close();
  await expect(createNetwork(devChainSettings({ data: folder, seed: "other" }))).rejects.toMatchObject({
    code: "otherChain",
  });
});

test("blocks that follow lost ones are not archived because those were", async () => {
  const first = await open(folder);
  await groupOf(first).mineTo(3);
  const log = join(folder, "group-group0", "blocks.log");
  const { size } = statSync(log);
  await groupOf(first).mineTo(6);
  expect(groupOf(first).archive.delete(1, 5, 6)).toBe("success");
  first.close();
  truncateSync(log, size);
  const second = await open(folder);
  expect([groupOf(second).blocks.head, groupOf(second).archive.number]).toEqual([3, 3]);
  await groupOf(second).mineTo(6);
  second.close();
  const third = await open(folder);
  expect([2, 3, 4].map((number) => groupOf(third).archive.has(number))).toEqual([true, false, false]);
  third.close();
});

test("the state of blocks that a loss of power took is not taken for that of the blocks which follow", async () => {
  const first = await open(folder);
  const address = await send(groupOf(first), "", helloWorld.init);
  const other = await send(groupOf(first), "", helloWorld.init);
  await send(groupOf(first), `0x${address}`, helloWorld.set);
  const { size } = statSync(join(folder, "group-group0", "blocks.log"));
  first.close(); // leaves the state after block 3
  truncateSync(join(folder, "group-group0", "blocks.log"), size - 1);
  const second = await open(folder);
  expect(groupOf(second).blocks.head).toBe(2);
  await send(groupOf(second), `0x${other}`, helloWorld.set);
  const values = [await read(groupOf(second), address), await read(groupOf(second), other)];
  const copy = mkdtempSync(join(tmpdir(), "chainside-cut-")); // as a killed process leaves it
  cpSync(folder, copy, { recursive: true });
  rmSync(join(copy, "lock"));
  const third = await open(copy);
  expect([await read(groupOf(third), address), await read(groupOf(third), other)]).toEqual(values);
  third.close();
  rmSync(copy, { recursive: true });
  second.close();
});

test("a block waits for the disk where that is asked for", async () => {
  const settings = devChainSettings({ data: folder, sealers: 1, observers: 0, durability: "disk" });
  const first = await createNetwork(settings);
  await send(groupOf(first), "", helloWorld.init);
  const before = hashes(groupOf(first));
  first.close();
  const second = await open(folder);
  expect(hashes(groupOf(second))).toEqual(before);
  second.close();
  expect(() => devChainSettings({ durability: "cloud" as "disk" })).toThrow("durability");
});

test("whatever byte the log is cut at, the whole blocks before it are there", async () => {
  const first = await open(folder);
  const group = groupOf(first);
  const address = await send(group, "", helloWorld.init);
  for (let i = 0; i < 4; i++) await send(group, `0x${address}`, helloWorld.set);
  const all = hashes(group);
  const log = join(folder, "group-group0", "blocks.log");
  const size = statSync(log).size;
  // copied while it runs, as a machine that loses power leaves it
  for (let cut = 0; cut < 12; cut++) {
    const copy = mkdtempSync(join(tmpdir(), "chainside-cut-"));
    cpSync(folder, copy, { recursive: true });
    rmSync(join(copy, "lock"));
    truncateSync(join(copy, "group-group0", "blocks.log"), Math.floor((size * (cut + 1)) / 13));
    const network = await open(copy);
    const reopened = groupOf(network);
    // a start at height 0 gives block 0 another hash
    if (reopened.blocks.head > 0) expect(hashes(reopened)).toEqual(all.slice(0, reopened.blocks.head + 1));
    for (let n = 1; n <= reopened.blocks.head; n++) {
      expect(bytesToHexDigits(reopened.blocks.block(n).header.parentHash)).toBe(all[n - 1]);
    }
    await reopened.mineTo(reopened.blocks.head + 1);
    network.close();
    rmSync(copy, { recursive: true });
  }
  first.close();
});

/** Changes one byte of a file; the place counts from the end when it is negative. */
function damage(path: string, at: number): void {
  const bytes = readFileSync(path);
  const place = at < 0 ? bytes.length + at : at;
  bytes[place] = (bytes[place] ?? 0) ^ 0x10;
  writeFileSync(path, bytes);
}

test("a damaged byte costs the block it stands in and those behind it, which are kept aside", async () => {
  const warning = vi.spyOn(process, "emitWarning").mockReturnValue();
  const first = await open(folder);
  const address = await send(groupOf(first), "", helloWorld.init);
  for (let i = 0; i < 3; i++) await send(groupOf(first), `0x${address}`, helloWorld.set);
  const all = hashes(groupOf(first));
  first.close();
  const log = join(folder, "group-group0", "blocks.log");
  const { size } = statSync(log);
  damage(log, -10);
  const second = await open(folder);
  expect(hashes(groupOf(second))).toEqual(all.slice(0, -1));
  expect(warning.mock.calls[0]?.[0]).toMatch(/^group-group0: block 4 is damaged on disk/);
  expect(statSync(join(folder, "group-group0", "blocks.cut")).size).toBe(size - statSync(log).size);
  expect(await read(groupOf(second), address)).not.toBe("");
  second.close();
  warning.mockRestore();
});

test("damaged side files are made again", async () => {
  const warning = vi.spyOn(process, "emitWarning").mockReturnValue();
  const first = await open(folder);
  const address = await send(groupOf(first), "", helloWorld.init);
  await send(groupOf(first), `0x${address}`, helloWorld.set);
  const [all, value] = [hashes(groupOf(first)), await read(groupOf(first), address)];
  first.close();
  const group = join(folder, "group-group0");
  damage(join(group, "index.log"), 60);
  damage(join(group, "state-2.bin"), 100);
  writeFileSync(join(group, "archived.json"), '{"from":1,');
  truncateSync(join(folder, "chain.json"), 40);
  writeFileSync(join(folder, "lock"), `${process.pid} 1`); // of an earlier process that had this one's number
  const second = await open(folder);
  expect(hashes(groupOf(second))).toEqual(all);
  expect(await read(groupOf(second), address)).toBe(value);
  expect(groupOf(second).archive.number).toBe(0);
  second.close();
  expect(warning.mock.calls.map(([words]) => String(words))).toEqual([expect.stringContaining("archived.json")]);
  warning.mockRestore();
});

test("a block that cannot be written never was, and is tried again", async () => {
  const warning = vi.spyOn(process, "emitWarning").mockReturnValue();
  const network = await open(folder);
  const group = groupOf(network);
  const address = await send(group, "", helloWorld.init);
  const append = vi.spyOn(group.blocks.log, "append").mockImplementationOnce(() => {
    throw new Error("ENOSPC: no space left on device");
  });
  const before = await read(group, address);
  const sent = send(group, `0x${address}`, helloWorld.set);
  await expect.poll(() => warning.mock.calls.length).toBeGreaterThan(0);
  expect(await read(group, address)).toBe(before);
  expect(group.blocks.head).toBe(1);
  group.schedule();
  await sent;
  expect(append).toHaveBeenCalledTimes(2);
  expect(group.blocks.head).toBe(2);
  expect(await read(group, address)).not.toBe(before);
  network.close();
  warning.mockRestore();
});
