import { expect, it } from "vitest";
import { manPage } from "../../../scripts/publish/manPage";
import { commandNames } from "../../../src/cli/commands";
import { allOperations, nouns } from "../../../src/operations/catalogue";
import { englishAfterEach } from "../../support/chinese";

englishAfterEach();

it("the manual page tells every command and noun, and nothing in it is taken for roff", async () => {
  const lines = (await manPage("1.2.3")).split("\n");
  expect(lines[0]).toBe('.TH CHAINSIDE 1 "" "chainside 1.2.3" "User Commands"');
  for (const name of [...commandNames, ...Object.keys(nouns)])
    expect(lines).toContain(`.SS chainside ${name.replaceAll("-", "\\-")}`);
  const page = lines.join("\n");
  for (const { noun, verb } of await allOperations()) expect(page).toContain(`${noun} ${verb}`.replaceAll("-", "\\-"));
  const requests = new Set(lines.filter((line) => /^[.']/.test(line)).map((line) => line.split(" ")[0]));
  expect([...requests].sort()).toEqual([".SH", ".SS", ".TH", ".fi", ".nf"]);
  expect(page).toMatch(/^[\n -~]*$/);
  // each backslash of ours stands before something that roff knows
  expect(page.match(/\\(?![-e&]|f[BIR]|\[u[0-9A-F]{4,6}\])/g)).toBeNull();
});
