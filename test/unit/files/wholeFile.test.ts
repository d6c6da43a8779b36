import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { type FileMoves, replaceFile, streamWholeFile } from "../../../src/files/wholeFile";

/** A disk on which the place is held: `remove` tells whether it can be removed all the same. */
function heldDisk(removable: boolean): { moves: FileMoves; files: Map<string, string> } {
  const files = new Map([
    ["new", "new"],
    ["place", "old"],
  ]);
  const held = (): never => {
    throw Object.assign(new Error("held"), { code: "EPERM" });
  };
  return {
    files,
    moves: {
      rename: async (from, to) => {
        if (files.has(to)) held();
        files.set(to, files.get(from) ?? "");
        files.delete(from);
      },
      remove: async (path) => {
        if (path === "place" && !removable) held();
        files.delete(path);
      },
    },
  };
}

it("replaces a file that another program holds open, as Windows lets it", async () => {
  const { moves, files } = heldDisk(true);
  await replaceFile("new", "place", moves);
  expect([...files]).toEqual([["place", "new"]]);
});

it("leaves what can't be replaced, and says so", async () => {
  const { moves, files } = heldDisk(false);
  await expect(replaceFile("new", "place", moves)).rejects.toThrow("held");
  expect(files.get("place")).toBe("old");
});

it("leaves the file as it was, and nothing beside it, where what is written breaks off", async () => {
  const folder = mkdtempSync(join(tmpdir(), "chainside-whole-"));
  const place = join(folder, "rows.csv");
  try {
    await streamWholeFile(place, async (write) => void write("old"));
    const broken = streamWholeFile(place, async (write) => {
      write("new");
      throw new Error("broken off");
    });
    await expect(broken).rejects.toThrow("broken off");
    expect([readdirSync(folder), readFileSync(place, "utf8")]).toEqual([["rows.csv"], "old"]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it("says any other trouble", async () => {
  const full = async (): Promise<never> => Promise.reject(Object.assign(new Error("full"), { code: "ENOSPC" }));
  await expect(replaceFile("new", "place", { rename: full, remove: async () => undefined })).rejects.toThrow("full");
});
