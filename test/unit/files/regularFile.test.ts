import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { toChainError } from "../../../src/errors/dictionary";
import { givenPath, type NamedPath } from "../../../src/files/namedPath";
import {
  readGivenFile,
  readGivenText,
  readRegularEnd,
  readRegularFile,
  readRegularFileSync,
  readRegularText,
} from "../../../src/files/regularFile";

const folder = mkdtempSync(join(tmpdir(), "chainside-files-"));
const at = (name: string): NamedPath => givenPath(join(folder, name));
const socket = createServer();

beforeAll(async () => {
  writeFileSync(at("plain"), "x".repeat(100));
  writeFileSync(at("marked"), "\uFEFFtext");
  mkdirSync(at("folder"));
  if (process.platform === "win32") return;
  symlinkSync(at("plain"), at("link"));
  symlinkSync("/dev/zero", at("device"));
  execFileSync("mkfifo", [at("pipe")]);
  await new Promise<void>((ready) => socket.listen(at("socket"), ready));
});

afterAll(() => {
  socket.close();
  rmSync(folder, { recursive: true });
});

/** Both ways of reading say the same. */
async function codeOf(path: NamedPath, max: number): Promise<string> {
  const later = await readRegularFile(path, max).then(String, (error: unknown) => String(toChainError(error).code));
  let now: string;
  try {
    now = String(readRegularFileSync(path, max));
  } catch (error) {
    now = String(toChainError(error).code);
  }
  expect(now).toBe(later);
  return later;
}

describe("a file that something foreign names", () => {
  it("is read whole up to its limit", async () => {
    expect(await codeOf(at("plain"), 100)).toBe("x".repeat(100));
    expect(await codeOf(at("plain"), 99)).toBe("fileTooLarge");
    expect(await readRegularText(at("marked"), 100)).toBe("text");
    expect(await codeOf(at("folder"), 100)).toBe("notRegularFile");
    expect(await codeOf(at("missing"), 100)).toBe("fileMissing");
  });

  it("gives its end", async () => {
    expect(await readRegularEnd(at("plain"), 30)).toBe("x".repeat(30));
    expect(await readRegularEnd(at("plain"), 300)).toBe("x".repeat(100));
    await expect(readRegularEnd(at("folder"), 30)).rejects.toMatchObject({ excess: "notRegularFile" });
  });

  it.skipIf(process.platform === "win32")("is no device, pipe or socket, and may be a link to a file", async () => {
    expect(await codeOf(at("link"), 100)).toBe("x".repeat(100));
    for (const name of ["device", "pipe", "socket"]) expect(await codeOf(at(name), 100)).toBe("notRegularFile");
    expect(await codeOf(givenPath("/dev/zero"), 100)).toBe("notRegularFile");
  });

  it.skipIf(process.platform !== "linux")("is found out when it doesn't say how large it is", async () => {
    expect(await codeOf(givenPath("/proc/self/maps"), 100)).toBe("fileTooLarge");
    expect(await codeOf(givenPath("/proc/version"), 100_000)).toContain("Linux");
  });

  it.skipIf(process.platform !== "linux")("is named when the system can't go on reading it", async () => {
    expect(await codeOf(givenPath("/proc/self/mem"), 100)).toBe("fileTrouble");
    const broken = await readGivenFile("/proc/self/mem", 100).catch(toChainError);
    expect(String(broken)).toContain('The system can\'t read or write "/proc/self/mem": i/o error (EIO).');
  });

  it("says in both languages what is wrong", async () => {
    const error = toChainError(await readRegularFile(at("folder"), 100).catch((thrown: unknown) => thrown));
    expect(error.message).toBe(`${at("folder")} isn't a regular file.`);
  });
});

describe("what a person named", () => {
  const read = (name: string, max: number): Promise<string> =>
    readGivenText(name, max).catch((error: unknown) => String(toChainError(error).code));

  it("is read whole up to its limit, and is no folder", async () => {
    expect(await read(at("plain"), 100)).toBe("x".repeat(100));
    expect(await read(at("marked"), 100)).toBe("text");
    expect(await read(at("plain"), 99)).toBe("fileTooLarge");
    expect(await read(at("folder"), 100)).toBe("notRegularFile");
  });

  it.skipIf(process.platform === "win32")(
    "can be a pipe, as shells make it, and nothing gives more than the limit",
    async () => {
      const given = read(at("pipe"), 100);
      execFileSync("sh", ["-c", 'printf given > "$0"', at("pipe")]);
      expect(await given).toBe("given");
      for (const endless of ["/dev/zero", "/dev/urandom"]) expect(await read(endless, 100)).toBe("fileTooLarge");
    },
  );
});
