import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import { englishAfterEach } from "../../support/chinese";
import { builtInTexts, fixtureContracts, type GeneratedText, generatedTexts } from "../../support/generatedTexts";

/** `UPDATE_GOLDEN=1` writes the hashes anew: only where a change of what is generated is meant. */
const golden = new URL("../../fixtures/generated/hashes.json", import.meta.url);

englishAfterEach();

/** A hash for each group: its paths with their texts. */
function hashes(texts: Iterable<GeneratedText>): Record<string, string> {
  const groups = new Map<string, { hash: ReturnType<typeof createHash>; files: number }>();
  for (const [group, path, text] of texts) {
    const found = groups.get(group) ?? { hash: createHash("sha256"), files: 0 };
    groups.set(group, found);
    found.hash.update(`${path}\0${text}\0`);
    found.files++;
  }
  return Object.fromEntries([...groups].map(([group, { hash, files }]) => [group, `${files} ${hash.digest("hex")}`]));
}

it("writes the same bytes for the same contracts", () => {
  const made = { ...hashes(builtInTexts()), ...hashes(generatedTexts(fixtureContracts(), "fixtures")) };
  if (process.env["UPDATE_GOLDEN"] === "1") writeFileSync(golden, `${JSON.stringify(made, undefined, 2)}\n`);
  expect(made).toEqual(JSON.parse(readFileSync(golden, "utf8")));
});
