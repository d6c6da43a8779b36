import { expect, it } from "vitest";
import { type FileMoves, replaceFile } from "../../../src/solidity/compilers/replaceFile";

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
  expect(await replaceFile("new", "place", moves)).toBe(true);
  expect([...files]).toEqual([["place", "new"]]);
});

it("leaves what can't be replaced, and nothing unfinished beside it", async () => {
  const { moves, files } = heldDisk(false);
  expect(await replaceFile("new", "place", moves)).toBe(false);
  expect([...files]).toEqual([["place", "old"]]);
});

it("says any other trouble", async () => {
  const full = async (): Promise<never> => Promise.reject(Object.assign(new Error("full"), { code: "ENOSPC" }));
  await expect(replaceFile("new", "place", { rename: full, remove: async () => undefined })).rejects.toThrow("full");
});
