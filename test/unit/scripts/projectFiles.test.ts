import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { projectFiles, root } from "../../../scripts/lint/sources";

test("what an installer writes is none of the project's files, and is not looked into", () => {
  mkdirSync(join(root, "out"), { recursive: true });
  const place = mkdtempSync(join(root, "out/files-"));
  try {
    for (const folder of ["a/node_modules/x", "target", "b"]) mkdirSync(join(place, folder), { recursive: true });
    for (const file of ["a/one.ts", "a/one.json", "a/node_modules/x/two.ts", "target/three.ts", "b/four.ts"])
      writeFileSync(join(place, file), "");
    // Reading the folder that it names would throw, as one would that an installer takes away meanwhile.
    symlinkSync(join(place, "gone"), join(place, "b/away"));
    const folder = `out/${basename(place)}`;
    expect(projectFiles(folder, ".ts")).toEqual([
      `${folder}/a/one.ts`,
      `${folder}/b/four.ts`,
      `${folder}/target/three.ts`,
    ]);
  } finally {
    rmSync(place, { recursive: true });
  }
});
