import * as assert from "node:assert/strict";
import * as vscode from "vscode";

/** Every door to the file system and the network that an extension could use while it starts. */
const hostCalls: [object: Record<string, unknown>, names: string[]][] = [
  [
    require("node:fs"),
    ["readFileSync", "readFile", "openSync", "open", "createReadStream", "readdirSync", "readdir", "statSync", "stat"],
  ],
  [require("node:fs/promises"), ["readFile", "open", "readdir", "stat", "access"]],
  [require("node:net"), ["connect", "createConnection", "createServer"]],
  [require("node:http"), ["request", "get", "createServer"]],
  [require("node:https"), ["request", "get"]],
  [require("node:tls"), ["connect"]],
  [require("node:dns"), ["lookup"]],
  [require("node:child_process"), ["spawn", "fork", "exec", "execFile"]],
];

describe("activation", () => {
  it("does no network and reads no file but its own bundle", async () => {
    const extension = vscode.extensions.getExtension("chainside.chainside");
    assert.ok(extension);
    assert.equal(extension.isActive, false, "nothing has activated it before this test");
    const seen: string[] = [];
    const restore: (() => void)[] = [];
    for (const [module, names] of hostCalls) {
      for (const name of names) {
        const original = module[name] as (...args: unknown[]) => unknown;
        const watched = (...args: unknown[]): unknown => {
          const ours = (new Error().stack ?? "").includes(`${extension.extensionPath}/dist/`);
          const ownBundle = String(args[0]).startsWith(`${extension.extensionPath}/dist/`);
          if (ours && !ownBundle) seen.push(`${name} ${String(args[0])}`);
          return original.apply(module, args);
        };
        module[name] = Object.assign(watched, original);
        restore.push(() => {
          module[name] = original;
        });
      }
    }
    (require("node:module") as { syncBuiltinESMExports(): void }).syncBuiltinESMExports();
    try {
      await extension.activate();
      await new Promise((resolve) => setTimeout(resolve, 300));
    } finally {
      for (const undo of restore) undo();
      (require("node:module") as { syncBuiltinESMExports(): void }).syncBuiltinESMExports();
    }
    assert.deepEqual(seen, []);
  });
});
