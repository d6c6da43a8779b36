import { describe, expect, test } from "vitest";
import { precompiledInterface } from "../../../../src/chain/abi/precompiledContracts";
import { createClient, type Transport } from "../../../../src/chain/client/client";
import { absoluteBfsPath } from "../../../../src/chain/services/bfs/bfsPath";
import { fixBfs, mkdir, touch } from "../../../../src/chain/services/bfs/directories";
import { link } from "../../../../src/chain/services/bfs/link";
import { listDirectory } from "../../../../src/chain/services/bfs/listDirectory";
import { readLink, readLinkWithAbi, resolveTarget } from "../../../../src/chain/services/bfs/readLink";
import { standardSuite } from "../../../../src/crypto/suites";
import { failure } from "../../../support/failure";
import { replay } from "./replayNode";

/** The recording holds lists without paging: what a chain before 3.1 is asked. */
const before31 = { compatibilityVersion: "3.0.0" };

describe.each(["air4-bfs", "sm1-bfs"])("the file system of %s", (file) => {
  test("directories and links", async () => {
    const { session, node } = replay(file, before31);
    const root = await listDirectory(session, "/");
    const found = root.entries.map((entry) => `${entry.path} ${entry.type}`);
    expect(found).toEqual(["/apps directory", "/sys directory", "/tables directory", "/usr directory"]);
    const sys = await listDirectory(session, "/sys");
    expect(sys.entries).toHaveLength(15);
    expect(sys.entries.find((entry) => entry.name === "bfs")).toEqual({ name: "bfs", path: "/sys/bfs", type: "link" });
    const part = await listDirectory(session, "/sys", { offset: 3, limit: 2 });
    expect(part).toEqual({ entries: sys.entries.slice(3, 5), more: true });
    const [crypto] = (await listDirectory(session, "/sys/crypto_tools")).entries;
    expect(crypto?.address).toBe(`0x${"100a".padStart(40, "0")}`);
    node.after("BFS initBfs");
    expect((await listDirectory(session, "/apps")).entries.map((entry) => entry.name)).toContain("lab");
  });

  test("paths that are not there", async () => {
    const { session } = replay(file, before31);
    expect(await failure(listDirectory(session, "/nope"))).toContain("precompiled -53001");
    expect(await failure(listDirectory(session, ""))).toContain("precompiled -53005");
  });

  test("a chain of 3.1 and newer is asked for one more than wanted", async () => {
    const { session } = replay(file);
    expect(await listDirectory(session, "/sys")).toMatchObject({ more: false, entries: { length: 15 } });
  });

  test("links lead to their target", async () => {
    const { session, node } = replay(file, before31);
    node.after("BFS initBfs");
    const target = await readLink(session, "/apps/lab/v9");
    expect(target).toMatch(/^0x[0-9a-f]{40}$/);
    expect(await readLink(session, "/apps/lab/v2")).toBeUndefined();
    expect(await resolveTarget(session, "~/lab/v9")).toBe(target);
    expect(await resolveTarget(session, ` ${target?.toUpperCase().replace("0X", "0x")} `)).toBe(target);
    expect(await failure(resolveTarget(session, "/apps/zzz"))).toContain("usage notALink");
    expect(await failure(resolveTarget(session, "hello"))).toContain("usage badTarget");
    const linked = await readLinkWithAbi(session, "/apps/lab/v9");
    expect(linked?.address).toBe(target);
    expect(JSON.parse(linked?.abi ?? "")).toBeInstanceOf(Array);
  });

  test("what was written, and what the node refused by a return code", async () => {
    const { session, signer } = replay(file, { extra: { getCode: "0x6080" } });
    expect((await mkdir(session, signer, "/apps/lab")).code).toBe(0);
    expect(await failure(mkdir(session, signer, "/apps/lab"))).toContain("precompiled -53002");
    expect((await touch(session, signer, "/apps/lab/t", "directory")).code).toBe(0);
  });
});

test("the official form of a link is sent", async () => {
  const { session, signer, node } = replay("air4-bfs", { extra: { getCode: "0x6080" } });
  const address = "0x6849f21d1e455e9f0712b1e99fa4fcd23758e8f1";
  // The recording has the call for /apps/lab as the node's own caller sent it: below /apps by its own rule.
  expect(await failure(link(session, signer, { path: "/apps/apps/lab", address, abi: "[]" }))).toContain("-53002");
  expect(node.asked).toEqual(["getCode", "getBlockNumber", "transaction 0x000000000000000000000000000000000000100e"]);
});

test("what a node would take wrongly is not signed", async () => {
  const { session, signer, node } = replay("air4-bfs", { extra: { getCode: "" } });
  const address = `0x${"ab".repeat(20)}`;
  const refused = [
    mkdir(session, signer, "/x"),
    mkdir(session, signer, "/apps/中文"),
    mkdir(session, signer, "/apps/a b"),
    mkdir(session, signer, "/apps/1/2/3/4/5/6/7"),
    mkdir(session, signer, `/apps/${"l".repeat(130)}`),
    link(session, signer, { path: "/tables/t", address }),
    link(session, signer, { path: "/apps/a/b", address: "xyz" }),
    link(session, signer, { path: "/apps/a/b", address }),
  ];
  const codes = await Promise.all(refused.map(async (action) => (await failure(action)).split(":")[0]));
  expect(codes).toEqual([
    "usage bfsPathNotAllowed",
    "usage bfsPathCharacter",
    "usage bfsPathCharacter",
    "usage bfsPathTooDeep",
    "usage bfsPathTooLong",
    "usage linkOutsideApps",
    "usage badTarget",
    "usage linkTargetMissing",
  ]);
  expect(node.asked.filter((what) => what.startsWith("transaction"))).toEqual([]);
});

/** A node that fails when the page is full and forgets what is behind an offset, as 3.16 does. */
function fullPagesFail(size: number): Transport {
  const abi = precompiledInterface("BFS", standardSuite);
  const names = Array.from({ length: size }, (_, index) => `n${String(index).padStart(4, "0")}`);
  return {
    label: "full pages fail",
    async request(_method, params) {
      const [path, offset, limit] =
        abi.decodeCall(params[3] as `0x${string}`)?.arguments.map(({ value }) => value) ?? [];
      expect([path, offset]).toEqual(["/apps", "0"]);
      if (size >= Number(limit)) {
        const text = abi.encodeCall("mkdir", ["InternalPrecompiledFailed"]).slice(10);
        return { blockNumber: 1, status: 15, output: `0x08c379a0${text}` };
      }
      const entries = names.map((name) => [name, "directory", ["0", "0", "", "", ""]]);
      return { blockNumber: 1, status: 0, output: abi.encodeOutput("list(string,uint256,uint256)", [0, entries]) };
    },
    close: async () => undefined,
  };
}

test.each([0, 1, 4, 5, 6, 200])("a directory of %i entries is read whole and in parts", async (size) => {
  const { session } = replay("air4-bfs");
  const here = { ...session, client: createClient(fullPagesFail(size), "group0") };
  const all = await listDirectory(here, "/apps", { limit: 500 });
  expect([all.entries.length, all.more]).toEqual([size, false]);
  const part = await listDirectory(here, "/apps", { offset: 2, limit: 3 });
  expect(part).toEqual({ entries: all.entries.slice(2, 5), more: size > 5 });
});

test("paths as people type them", () => {
  const typed = ["x", "./x/../y/", "/", "~", "~/a//b", "..", "../../..", "/a/./b", ""];
  expect(typed.map((text) => absoluteBfsPath(text, "/apps/lab"))).toEqual([
    "/apps/lab/x",
    "/apps/lab/y",
    "/",
    "/apps",
    "/apps/a/b",
    "/apps",
    "/",
    "/a/b",
    "/apps/lab",
  ]);
});

test("the repair of directories from before 3.3", async () => {
  const { session, signer } = replay("air4-bfs");
  expect(await failure(fixBfs({ ...session, compatibilityVersion: "3.2.0" }, signer))).toContain(
    "usage needsCompatibility",
  );
  await expect(fixBfs(session, signer)).rejects.toThrow(/100e with 0x3d84c6d30{56}03030000$/);
});
