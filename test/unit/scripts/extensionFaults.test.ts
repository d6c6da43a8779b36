import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";
import { extensionFaults } from "../../ui/extensionFaults";

const ours = resolve(import.meta.dirname, "../../../dist/chunks/ABC.js").replaceAll("\\", "/");
const log = `2026-01-02 03:04:05.678 [info] Extension host started
2026-01-02 03:04:05.679 [error] TypeError: Cannot delete property
	at take (file://${ours}:1:2)
2026-01-02 03:04:05.680 [error] Error: of another extension
	at get (/elsewhere/dist/extension.js:3:4)
2026-01-02 03:04:05.681 [warning] [chainside.chainside] Accessing a resource scoped configuration
2026-01-02 03:04:05.682 [warning] [vscode.git] Something else
`;

it("tells what our code threw in a window, and what VS Code warned of, alone", () => {
  const userData = mkdtempSync(join(tmpdir(), "chainside-faults-"));
  try {
    const folder = join(userData, "data/logs/20260102/exthost1");
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "remoteexthost.log"), log);
    writeFileSync(join(folder, "other.log"), log);
    expect(extensionFaults(userData).map((entry) => entry.split("\n")[0]?.slice(24, 60))).toEqual([
      "[error] TypeError: Cannot delete pro",
      "[warning] [chainside.chainside] Acce",
    ]);
    expect(extensionFaults(join(userData, "none"))).toEqual([]);
  } finally {
    rmSync(userData, { recursive: true });
  }
});
