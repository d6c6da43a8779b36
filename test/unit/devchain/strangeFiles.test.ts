// A data directory that another process has prepared, or that is taken away while it is in use.
import {
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ChainInProcess } from "../../support/chainInProcess";
import { linkFolder, makesLinks } from "../../support/portable";

let folder: string;
let outside: string;
let data: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "chainside-strange-"));
  outside = join(folder, "outside");
  data = join(folder, "data");
  mkdirSync(outside);
  mkdirSync(join(data, "group-group0"), { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const words = "what somebody needs, long enough to see that nothing of it was cut or written over".repeat(40);

/** Runs a chain on the directory so that every file of it is written: blocks, signatures, states, what is archived. */
async function useAll(): Promise<void> {
  const chain = await ChainInProcess.start({ data, suite: "sm", sealers: 1, observers: 0 });
  try {
    await chain.rpc("dev_mine", "group0", 6);
    await chain.rpc("getBlockByNumber", "group0", "", 2, true, true);
    chain.group().archive.delete(1, 2, 6);
  } finally {
    chain.close();
  }
}

/** Files that are written in place, and those that are made and given their name. */
const inPlace = ["lock", "group-group0/blocks.log", "group-group0/index.log", "group-group0/signatures.log"];
const byName = [
  ...["chain.json", "chain.json.tmp", "group-group0/archived.json", "group-group0/archived.json.tmp"],
  ...["group-group0/blocks.cut", "group-group0/state-6.bin", "group-group0/state-6.bin.tmp", `lock.${process.pid}.tmp`],
];

describe.each([...inPlace, ...byName])("%s", (name) => {
  test.skipIf(!makesLinks)("as a symbolic link never changes what it leads to", async () => {
    const target = join(outside, "precious");
    writeFileSync(target, words);
    symlinkSync(target, join(data, name));
    const used = await useAll().then(
      () => "used",
      (error: { code?: string }) => error.code,
    );
    expect(readFileSync(target, "utf8")).toBe(words);
    if (inPlace.includes(name)) expect(used).toBe("strangeFile");
  });

  test.skipIf(!makesLinks)("as a link to nothing makes nothing there", async () => {
    symlinkSync(join(outside, "made"), join(data, name));
    await useAll().catch(() => undefined);
    expect(readdirSync(outside)).toEqual([]);
  });

  test("as a second name of a file leaves that as it is", async () => {
    const target = join(outside, "precious");
    writeFileSync(target, words);
    linkSync(target, join(data, name));
    await useAll().catch(() => undefined);
    expect(readFileSync(target, "utf8")).toBe(words);
  });

  test("as a folder is not taken away", async () => {
    mkdirSync(join(data, name));
    writeFileSync(join(data, name, "precious"), words);
    await useAll().catch(() => undefined);
    expect(readFileSync(join(data, name, "precious"), "utf8")).toBe(words);
  });
});

test.skipIf(!makesLinks)("blocks that are cut off do not go through a link", async () => {
  await useAll();
  const target = join(outside, "precious");
  writeFileSync(target, words);
  const log = join(data, "group-group0", "blocks.log");
  writeFileSync(log, Buffer.concat([readFileSync(log), Buffer.from("torn")]));
  symlinkSync(target, join(data, "group-group0", "blocks.cut"));
  await useAll();
  expect(readFileSync(target, "utf8")).toBe(words);
  expect(readFileSync(join(data, "group-group0", "blocks.cut"), "utf8")).toBe("torn");
});

test("a group's folder that is a link is refused, the directory itself may be one", async () => {
  rmSync(join(data, "group-group0"), { recursive: true });
  linkFolder(outside, join(data, "group-group0"));
  await expect(useAll()).rejects.toMatchObject({ code: "strangeFile" });
  expect(readdirSync(outside)).toEqual([]);
  rmSync(data, { recursive: true });
  linkFolder(outside, data);
  await useAll();
  expect(existsSync(join(outside, "chain.json"))).toBe(true);
});

// Windows lets no one remove or rename a file that is open and shared with no one.
describe.skipIf(process.platform === "win32")("a chain whose directory was taken away", () => {
  test.each([
    ["removed", () => rmSync(join(data, "lock"))],
    ["replaced by another chain's", () => renameSync(join(data, "lock"), join(data, "lock.old"))],
  ])("writes no more when its lock was %s, and says so", async (_what, takeAway) => {
    const warning = vi.spyOn(process, "emitWarning").mockReturnValue();
    const first = await ChainInProcess.start({ data, sealers: 1, observers: 0 });
    await first.rpc("dev_mine", "group0", 2);
    takeAway();
    const second = await ChainInProcess.start({ data, sealers: 1, observers: 0 });
    await second.rpc("dev_mine", "group0", 3);
    await expect(first.rpc("dev_mine", "group0", 1)).rejects.toThrow("lock of the data directory");
    await expect(first.rpc("dev_reset", "group0")).rejects.toThrow("lock of the data directory");
    first.close();
    second.close();
    const third = await ChainInProcess.start({ data, sealers: 1, observers: 0 });
    expect(await third.rpc("getBlockNumber", "group0", "")).toBe(5);
    third.close();
    warning.mockRestore();
  });
});
