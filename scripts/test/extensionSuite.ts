import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runTests } from "@vscode/test-electron";
import { build } from "esbuild";
import { keepWindowFiles } from "../../test/support/secretEvidence";
import { textFiles } from "../bundling/textModules.mjs";
import { inlineWasm } from "../bundling/wasm";
import { root } from "../lint/sources";
import type { SuiteResult } from "./process";

const source = join(root, "test/extension");
const bundled = join(root, "out/extension-tests");

/** The floor of `engines.vscode`, for a desktop run. */
function oldestVersion(): string {
  const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { engines: { vscode: string } };
  return manifest.engines.vscode.replace(/^\^/, "");
}

let bundling: Promise<void> | undefined;

/** Once for both VS Codes, which may run at the same time. */
function bundledTests(): Promise<void> {
  bundling ??= bundleTests();
  return bundling;
}

async function bundleTests(): Promise<void> {
  rmSync(bundled, { recursive: true, force: true });
  const files = readdirSync(source, { recursive: true }).map(String);
  await build({
    entryPoints: files
      .filter((file) => file.endsWith(".test.ts") || file === "index.ts")
      .map((file) => join(source, file)),
    outdir: bundled,
    outbase: source,
    outExtension: { ".js": ".cjs" },
    bundle: true,
    platform: "node",
    format: "cjs",
    target: "node20",
    external: ["vscode", "mocha"],
    loader: { ".wasm": "binary" },
    plugins: [textFiles, inlineWasm],
    sourcemap: "linked",
    logLevel: "warning",
    // Only programs that are run from their source ask where this is; here they are built.
    logOverride: { "empty-import-meta": "silent" },
  });
}

/** The suite inside a real extension host: desktop VS Code, or the workbench of `scripts/host`. */
export async function runExtensionSuite(options: {
  desktop: boolean;
  host: "newest" | "oldest";
  grep: string | undefined;
}): Promise<SuiteResult> {
  await bundledTests();
  const temporary = mkdtempSync(join(tmpdir(), "chainside-test-"));
  const workspace = join(temporary, "workspace");
  const report = join(temporary, "report.json");
  mkdirSync(workspace);
  const fixture = join(root, "test/fixtures/workspace");
  if (existsSync(fixture)) cpSync(fixture, workspace, { recursive: true });
  let failure: unknown;
  try {
    await runTests({
      ...(options.desktop
        ? { version: options.host === "oldest" ? oldestVersion() : "stable" }
        : { vscodeExecutablePath: join(root, "scripts/host/code.mjs") }),
      extensionDevelopmentPath: root,
      extensionTestsPath: join(bundled, "index.cjs"),
      extensionTestsEnv: {
        CHAINSIDE_TEST_REPORT: report,
        CHAINSIDE_TEST_GREP: options.grep,
        // What is written down for a user goes with the run.
        XDG_STATE_HOME: join(temporary, "state"),
        ...(options.host === "oldest" ? { VSCODE_HOST: "oldest" } : {}),
      },
      launchArgs: [
        workspace,
        `--user-data-dir=${join(temporary, "user")}`,
        `--extensions-dir=${join(temporary, "extensions")}`,
      ],
    });
  } catch (error) {
    failure = error;
  }
  try {
    const result = JSON.parse(readFileSync(report, "utf8")) as SuiteResult;
    return { ...result, failed: Math.max(result.failed, failure ? 1 : 0) };
  } catch {
    console.error(`the extension host gave no report: ${failure instanceof Error ? failure.message : failure}`);
    return { passed: 0, failed: 1 };
  } finally {
    keepWindowFiles(temporary);
    rmSync(temporary, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}
