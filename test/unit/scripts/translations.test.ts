import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { writeTranslations } from "../../../scripts/bundling/translations";

it("bundles the Chinese of texts that a program says, and not of those that only the manifest has", () => {
  const folder = mkdtempSync(join(tmpdir(), "chainside-translations-"));
  try {
    writeTranslations(folder);
    const bundle = JSON.parse(readFileSync(join(folder, "l10n/bundle.l10n.zh-cn.json"), "utf8")) as object;
    const nls = JSON.parse(readFileSync("package.nls.zh-cn.json", "utf8")) as Record<string, string>;
    expect(Object.keys(bundle).length).toBeGreaterThan(4000);
    expect(bundle).not.toHaveProperty(["Create Table…"]);
    expect(nls["command.createTable"]).toBe("创建表…");
    // A title that a question says, too.
    expect(bundle).toHaveProperty(["Call Contract"]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
