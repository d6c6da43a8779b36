import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { listFiles } from "@vscode/vsce";
import { beforeAll, describe, expect, it } from "vitest";

const root = resolve(import.meta.dirname, "../..");
const staging = join(root, "out/package");

interface Metafile {
  outputs: Record<
    string,
    { bytes: number; imports: { path: string; kind: string }[]; inputs: Record<string, unknown> }
  >;
}

/** The entry and every chunk that its static imports reach: what the editor loads to start the extension. */
function startupFiles(meta: Metafile, entry: string): string[] {
  const seen = new Set<string>();
  const visit = (file: string): void => {
    if (seen.has(file)) return;
    seen.add(file);
    for (const { path, kind } of meta.outputs[file]?.imports ?? []) {
      if (kind === "import-statement" && path in meta.outputs) visit(path);
    }
  };
  visit(entry);
  return [...seen];
}

describe("the packaged extension", () => {
  let meta: Metafile;
  const entry = "out/package/dist/extension.js";

  beforeAll(() => {
    execFileSync(process.execPath, ["--import", "tsx", join(root, "scripts/package.ts"), "extension"], {
      cwd: root,
      stdio: "ignore",
    });
    meta = (JSON.parse(readFileSync(join(staging, "dist/meta.json"), "utf8")) as Metafile[])[0] as Metafile;
  });

  it("starts from at most 600 KB", () => {
    const bytes = startupFiles(meta, entry).reduce((sum, file) => sum + (meta.outputs[file]?.bytes ?? 0), 0);
    expect(bytes).toBeGreaterThan(0);
    expect(bytes).toBeLessThanOrEqual(600 * 1024);
  });

  it("leaves what only a connection or an open configuration file needs for later", () => {
    const inputs = startupFiles(meta, entry).flatMap((file) => Object.keys(meta.outputs[file]?.inputs ?? {}));
    const heavy = /node_modules\/(undici|ethers|ws|vscode-languageclient|@noble|@ethereumjs)\//;
    expect(inputs.filter((input) => heavy.test(input))).toEqual([]);
  });

  it("has the parts of the manifest in package.json alone", () => {
    const inputs = Object.values(meta.outputs).flatMap((output) => Object.keys(output.inputs));
    expect(inputs).toContain("src/extension/extension.ts");
    expect(inputs.filter((input) => /^src\/extension\/(?:.*\/)?manifest\.ts$/.test(input))).toEqual([]);
  });

  it("is at most 8 MB", () => {
    expect(statSync(join(root, "out/chainside.vsix")).size).toBeLessThanOrEqual(8 * 1024 * 1024);
  });

  it("holds everything its manifest names", () => {
    const manifest = JSON.parse(readFileSync(join(staging, "package.json"), "utf8")) as Record<"main" | "l10n", string>;
    expect(Object.keys(manifest)).not.toContain("private");
    expect(existsSync(join(staging, manifest.main))).toBe(true);
    expect(existsSync(join(staging, manifest.l10n, "bundle.l10n.zh-cn.json"))).toBe(true);
    for (const program of ["languageServer.js", "devchain.js", "cli.js", "secp256k1.wasm", "sqlite3.wasm"]) {
      expect(existsSync(join(staging, "dist", program)), program).toBe(true);
    }
  });

  it("brings the licence of every package that is in its bundles, with its terms", () => {
    const all = JSON.parse(readFileSync(join(staging, "dist/meta.json"), "utf8")) as Metafile[];
    const folders = new Set(
      all
        .flatMap(({ outputs }) =>
          Object.values(outputs).flatMap(({ inputs }) =>
            Object.entries(inputs as Record<string, { bytesInOutput: number }>),
          ),
        )
        // what only hands on another package gives no byte
        .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
        .flatMap(([input]) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input) ?? []),
    );
    expect(folders.size).toBeGreaterThan(20);
    const notices = readFileSync(join(staging, "ThirdPartyNotices.txt"), "utf8");
    for (const folder of folders) {
      const { name, license } = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8")) as {
        name: string;
        license: string;
      };
      expect(notices).toMatch(
        new RegExp(`^${name.replaceAll(/[./]/g, ".")} [^ ]+ \\(${license.replaceAll(/[().]/g, ".")}\\)$`, "m"),
      );
    }
    const sections = notices.split(/^-{80}$/m).slice(1);
    expect(sections.length).toBeGreaterThan(20);
    for (const section of sections) expect(section.length, section.slice(0, 80)).toBeGreaterThan(500);
  });

  it("holds no file that an installed extension does not use", async () => {
    const files = await listFiles({ cwd: staging, ignoreFile: join(staging, ".vscodeignore") });
    const known =
      /^(?:dist\/(?:[A-Za-z0-9]+|chunks\/[\w.@-]+)\.js|dist\/(?:secp256k1|sqlite3)\.wasm|dist\/webview\/\w+\.(?:js|css)|dist\/l10n\/bundle\.l10n\.zh-cn\.json|dist\/pages\/(?:lints|config-rules)(?:\.zh-cn)?\.md|media\/[\w/.-]+\.(?:svg|png|gif|md)|dist\/skills\/[\w-]+\/SKILL\.md|media\/contracts\/\w+\.sol|media\/contractTests\/\w+\.t\.sol|syntaxes\/[\w.-]+\.json|package(?:\.nls(?:\.zh-cn)?)?\.json|README\.md|CHANGELOG\.md|LICENSE|NOTICE|ThirdPartyNotices\.txt)$/;
    expect(files.length).toBeGreaterThan(50);
    expect(files.filter((file) => !known.test(file))).toEqual([]);
    const programs = files
      .filter((name) => name.endsWith(".js"))
      .map((file) => readFileSync(join(staging, file), "utf8"));
    // words of esbuild
    expect(programs.join("\n")).not.toContain("sourceMappingURL");
  });

  it("runs its command line from the bundle alone", () => {
    const help = execFileSync(process.execPath, [join(staging, "dist/cli.js"), "--help"], { encoding: "utf8" });
    expect(help).toContain("chainside <command>");
    // makes a key, with the WebAssembly that lies beside it
    const folder = mkdtempSync(join(tmpdir(), "chainside-package-"));
    const made = execFileSync(process.execPath, [join(staging, "dist/cli.js"), "account", "new", "--json"], {
      cwd: folder,
      encoding: "utf8",
      env: { ...process.env, CHAINSIDE_NEW_PASSWORD: "" },
    });
    rmSync(folder, { recursive: true });
    expect(made).toMatch(/0x[0-9a-f]{40}/);
  });
});
