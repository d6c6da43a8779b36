// Locks as other systems take them, tried here: by flags of opening a file, with what their file systems tell.
import * as fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { lockFile } from "../../../src/processes/exclusive/systemLock";

vi.mock("node:fs", { spy: true });

let folder: string;
const own = process.platform;
beforeEach(() => {
  folder = fs.mkdtempSync(join(tmpdir(), "system-lock-"));
});
afterEach(() => {
  Object.defineProperty(process, "platform", { value: own });
  vi.mocked(fs.statSync).mockReset();
  fs.rmSync(folder, { recursive: true });
});

describe.each(["win32", "darwin", own] as const)("on %s", (platform) => {
  beforeEach(() => void Object.defineProperty(process, "platform", { value: platform }));

  it("a second name of another file is refused, and that file stays as it is", () => {
    fs.writeFileSync(join(folder, "precious"), "words");
    fs.linkSync(join(folder, "precious"), join(folder, "lock"));
    expect(() => lockFile(join(folder, "lock"))).toThrow(expect.objectContaining({ code: "strangeFile" }));
    expect(fs.readFileSync(join(folder, "precious"), "utf8")).toBe("words");
  });

  it("volumes may be numbered differently for a name and for an open file", () => {
    vi.mocked(fs.statSync).mockImplementation(((path: string) => {
      const { dev, ino } = fs.lstatSync(path, { bigint: true });
      return { dev: dev + 1n, ino };
    }) as never);
    const locked = lockFile(join(folder, "lock"));
    expect(locked).toMatchObject({ file: expect.any(Number) });
    if (typeof locked === "object") fs.closeSync(locked.file);
  });

  it("who never finds the file again that it has opened gives up", () => {
    vi.mocked(fs.statSync).mockReturnValue(undefined as never);
    expect(lockFile(join(folder, "lock"))).toBe("busy");
  });
});

it("a name that stands for another file by now is told", () => {
  const locked = lockFile(join(folder, "lock"));
  if (typeof locked !== "object") return expect.fail(locked);
  expect(locked.isOurs()).toBe(true);
  fs.renameSync(join(folder, "lock"), join(folder, "old"));
  expect(locked.isOurs()).toBe(false);
  fs.writeFileSync(join(folder, "lock"), "");
  expect(locked.isOurs()).toBe(false);
  fs.closeSync(locked.file);
});
