import { describe, expect, it } from "vitest";
import { examineScenario } from "../../../src/scenarios/language/readScenario";
import { say } from "../../../src/text/catalogue";
import { readParts } from "../../../src/yaml/readYaml";

describe("files that a scenario includes", () => {
  const text = (includes: string): string => `scenario: S\ninclude: [${includes}]\nsteps: [{wait: {blocks: 1}}]\n`;

  it.each([
    ["each two others", (path: string) => text(`${path}a.chain.yaml, ${path}b.chain.yaml`)],
    [
      "hundreds of others",
      (path: string) => text(Array.from({ length: 400 }, (_, i) => `${path.length}-${i}.chain.yaml`).join(", ")),
    ],
    ["one many times", () => text("c.chain.yaml, ".repeat(600))],
  ])("are counted where they name %s", async (_kind, content) => {
    const read: string[] = [];
    const outcome = await examineScenario("s.chain.yaml", async (path) => {
      read.push(path);
      return content(path.replace(/\.chain\.yaml$/, "-"));
    }).catch((error: unknown) => error);
    expect(read.length).toBeLessThanOrEqual(101);
    expect(JSON.stringify(outcome)).toMatch(/More than \{0\} files are included|included too deeply/);
  });

  it("are refused when they are larger than one file may be, all of them together", async () => {
    const content = (path: string): string => text(`${path}-a.chain.yaml, ${path}-b.chain.yaml`) + "#".repeat(100_000);
    let read = 0;
    const outcome = await examineScenario("s.chain.yaml", async (path) => {
      read += 1;
      return content(path.replace(/\.chain\.yaml$/, ""));
    }).catch((error: unknown) => error);
    expect(read).toBeLessThan(12);
    expect(JSON.stringify(outcome)).toContain("The scenario and what it includes are larger than 1 MB.");
  });

  it("are refused in words, at their place", () => {
    const [complaint] = readParts(`a: b\nc: ${"[".repeat(1000)}`, "s").complaints;
    expect(complaint && say(complaint.message)).toBe("This is nested too deeply.");
    expect(complaint?.place).toEqual({ file: "s", line: 2, column: 43 });
    expect(readParts("- a\n".repeat(150_000), "s").complaints.map(({ message }) => say(message))).toEqual([
      "The file has more than 100000 words.",
    ]);
    expect(readParts("x".repeat(2 ** 20 + 1), "s").complaints.map(({ message }) => say(message))).toEqual([
      "The file is larger than 1 MB.",
    ]);
  });
});
