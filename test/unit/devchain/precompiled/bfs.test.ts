import { describe, expect, it } from "vitest";
import { isValidPath } from "../../../../src/devchain/precompiled/bfs/fileTree";
import { versionNumber } from "../../../../src/text/versions";
import { MemoryHost, type MemoryHostOptions } from "./memoryHost";

const bfs = "100e".padStart(40, "0");
const contract = "6849f21d1e455e9f0712b1e99fa4fcd23758e8f1";
const files = "(string,string,string[])[]";

function tree(options: MemoryHostOptions = {}) {
  const host = new MemoryHost(options);
  const one = async (signature: string, values: readonly string[]) => {
    const answer = await host.invoke(bfs, signature, values, "int256");
    return typeof answer === "string" ? answer : Number(answer[0]);
  };
  const names = async (path: string) => {
    const [code, list] = (await host.invoke(bfs, "list(string)", [path], `int32,${files}`)) as [bigint, [string][]];
    return code === 0n ? list.map(([name]) => name).join(" ") : Number(code);
  };
  const page = (path: string, offset: bigint, count: bigint) =>
    host.invoke(bfs, "list(string,uint256,uint256)", [path, offset, count], `int256,${files}`);
  return { host, one, names, page };
}

describe("the form of a link that names a version", () => {
  const link = "link(string,string,string,string)";

  it("wants something of that name below /apps, be it no contract", async () => {
    const { host, one } = tree();
    expect(await one(link, ["Hello", "v1", contract, ""])).toBe(-51202);
    host.addContract(contract);
    expect(await one(link, [" Hello\t", "v1", `0x${contract}`, ""])).toBe(0);
    expect(await one(link, ["Hello", "v2", contract.toUpperCase(), ""])).toBe(-51202);
    await one("mkdir(string)", ["/apps/lab"]);
    expect(await one(link, ["Lab", "v1", "lab", ""])).toBe(0);
  });

  it("and a text of 39 digits is an address", async () => {
    const { host, one } = tree();
    await one("link(string,string,string)", ["short", "1".repeat(39), ""]);
    expect(await host.invoke(bfs, "readlink(string)", ["/apps/short"], "address")).toEqual([`0${"1".repeat(39)}`]);
  });
});

describe("paths", () => {
  it.each([
    ["/apps/a-b#c@d.e", "3.16.0", true],
    ["apps/x", "3.16.0", true],
    ["/apps//x/", "3.16.0", true],
    ["/apps/-x", "3.16.0", false],
    ["/apps/.x", "3.16.0", false],
    ["/a/b/c/d/e/f", "3.16.0", true],
    ["/a/b/c/d/e/f/g", "3.16.0", false],
    [`/apps/${"x".repeat(122)}`, "3.16.0", true],
    [`/apps/${"x".repeat(123)}`, "3.16.0", false],
    [`/apps/${"x".repeat(51)}`, "3.2.0", false],
    ["/apps/a~b c", "3.1.0", true],
    ["/apps/a=b", "3.1.0", false],
    ["", "3.16.0", false],
    ["/", "3.16.0", true],
  ])("%s on a %s chain: %s", (path, version, valid) => {
    expect(isValidPath(path, { version: versionNumber(version), hasFeature: () => false })).toBe(valid);
  });
});

describe("the file tree", () => {
  it("counts a trailing slash as another text", async () => {
    const { one, names } = tree();
    expect(await one("mkdir(string)", ["/apps/x/y"])).toBe(0);
    expect(await one("mkdir(string)", ["/apps/x/y"])).toBe(-53002);
    expect(await one("mkdir(string)", ["/apps/x/y/"])).toBe(0);
    expect(await names("/apps/x")).toBe("y");
    expect(await names("/apps/x/")).toBe(-53001);
  });

  it("lists a touched link in its folder without knowing more of it", async () => {
    const { one, names, host } = tree();
    expect(await one("touch(string,string)", ["/apps/x/l", "link"])).toBe(0);
    expect(await one("touch(string,string)", ["/apps/x/l", "socket"])).toBe(-53006);
    expect(await one("touch(string,string)", ["/apps/x/l/d", "directory"])).toBe("15: Recursive build bfs dir error.");
    expect(await one("mkdir(string)", ["/apps/x/l/d"])).toBe(-53003);
    expect(await names("/apps/x")).toBe("l");
    expect(await names("/apps/x/l")).toBe(-53001);
    expect(await host.invoke(bfs, "readlink(string)", ["/apps/x/l"], "address")).toEqual(["0".repeat(40)]);
  });

  it("links names and versions to contracts that are there", async () => {
    const { host, one, names } = tree();
    const link = "link(string,string,string,string)";
    expect(await one(link, ["Hello", "1", contract, "[]"])).toBe(-51202);
    host.addContract(contract);
    expect(await one(link, [" Hello ", "1", `0x${contract}`, "[]"])).toBe(0);
    expect(await names("/apps/Hello")).toBe("1");
    expect(await host.invoke(bfs, "readlink(string)", ["/apps/Hello/1"], "address")).toEqual([contract]);
    expect(await one("mkdir(string)", [`/apps/${contract}`])).toBe(-53002);
    expect(await names(`/apps/${contract}`)).toBe(-53001);
  });

  it("keeps shards for the contract of shards", async () => {
    const { one } = tree();
    expect(await one("mkdir(string)", ["/shards/s"])).toBe(-53003);
    expect(await one("link(string,string,string)", ["/shards/s", contract, ""])).toBe(-53005);
    expect(await one("rebuildBfs(uint256,uint256)", [])).toBe(-50000);
  });

  it("pages a folder under the classic executor", async () => {
    const { one, page } = tree({ executorVersion: 0 });
    for (const name of ["a", "b", "c"]) await one("mkdir(string)", [`/apps/${name}`]);
    const details = ["0", "0", "", "", ""];
    expect(await page("/apps", 1n, 1n)).toEqual([1n, [["b", "directory", details]]]);
    expect(await page("/apps", 1n, 9n)).toEqual([
      0n,
      [
        ["b", "directory", details],
        ["c", "directory", details],
      ],
    ]);
  });

  it("fails for a full page and finds nothing behind an offset under the baseline executor", async () => {
    const { one, page } = tree();
    for (const name of ["a", "b", "c"]) await one("mkdir(string)", [`/apps/${name}`]);
    expect(await page("/apps", 0n, 2n)).toBe("15: InternalPrecompiledFailed");
    expect(await page("/apps", 1n, 2n)).toEqual([0n, []]);
  });
});
