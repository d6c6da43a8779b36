// The command line as npm installs it from the packed file, in an empty folder, with the files and the lines of its own page.
import { execFileSync, spawnSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { type DevChain, startDevChain } from "../../src/devchain/startDevChain";

const root = resolve(import.meta.dirname, "../..");
const packed = join(root, "out/chainside.tgz");
const page = readFileSync(join(root, "docs/command-line.md"), "utf8");

/** The code block of the page that follows these words. */
function block(words: string, language: string): string {
  const found = new RegExp(`\`\`\`${language}\n([^]*?)\n\`\`\``).exec(page.slice(page.indexOf(words)));
  if (!page.includes(words) || !found?.[1]) throw new Error(`docs/command-line.md has no block after "${words}"`);
  return `${found[1]}\n`;
}

interface Workflow {
  jobs: Record<string, { steps: { run?: string }[] }>;
}

describe("the command line's package", () => {
  let folder: string;
  let chain: DevChain | undefined;
  beforeAll(() => {
    execFileSync(process.execPath, ["--import", "tsx", join(root, "scripts/package.ts"), "command-line"], {
      cwd: root,
      stdio: ["ignore", "ignore", "inherit"],
    });
    folder = mkdtempSync(join(tmpdir(), "chainside-installed-"));
    copyFileSync(packed, join(folder, "chainside.tgz"));
    for (const name of ["Counter.sol", "Counter.t.sol"])
      writeFileSync(join(folder, name), block(`\`${name}\`:`, "solidity"));
    const workflow = join(folder, ".github/workflows/contracts.yml");
    mkdirSync(dirname(workflow), { recursive: true });
    writeFileSync(workflow, block(".github/workflows/contracts.yml", "yaml"));
  });
  afterAll(async () => {
    await chain?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** A line as a runner's shell gets it. npm reaches no registry; a compiler that this machine hasn't kept yet may be fetched. */
  function run(line: string): { code: number | null; out: string } {
    const { NODE_OPTIONS: _, ...environment } = process.env;
    const nowhere = line.startsWith("npm ") ? { npm_config_registry: "http://127.0.0.1:9/" } : {};
    const npm = {
      ...nowhere,
      npm_config_offline: "true",
      npm_config_cache: join(folder, ".npm"),
      npm_config_audit: "false",
      npm_config_update_notifier: "false",
    };
    const { status, stdout, stderr } = spawnSync(line, {
      cwd: folder,
      shell: true,
      encoding: "utf8",
      env: { ...environment, ...npm, LC_ALL: "C" },
    });
    return { code: status, out: stdout + stderr };
  }

  it("passes its page's workflow in an empty folder, without a registry", () => {
    const { jobs } = parse(readFileSync(join(folder, ".github/workflows/contracts.yml"), "utf8")) as Workflow;
    const lines = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ run: line }) => line ?? []));
    expect(lines[0]).toContain("npm install");
    const messages = lines.map((line) => {
      const { code, out } = run(line);
      expect(code, `${line}\n${out}`).toBe(0);
      return out;
    });
    expect(lines.length).toBeGreaterThan(2);
    expect(messages.at(-1)).toContain("passed 2, failed 0");
    expect(readFileSync(join(folder, "tests.xml"), "utf8")).toContain("testFuzz_Add");
    expect(existsSync(join(folder, "package.json"))).toBe(false);
  });

  it("says its version, and lints, by its bare name", () => {
    const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
    expect(run("npx chainside --version")).toEqual({
      code: 0,
      out: expect.stringMatching(new RegExp(`^${version}$`, "m")),
    });
    writeFileSync(join(folder, "config.ini"), "[p2p]\nlisten_port=x\n");
    expect(run("npx chainside lint config.ini").code).toBe(1);
  });

  it("deploys, sends and calls as its page says", async () => {
    chain = await startDevChain({ port: 0, sealers: 1, observers: 0, blockIntervalMs: 0 });
    const url = chain.url;
    const lines = block("In a second terminal", "sh").trim().split("\n");
    let address = "ADDRESS";
    const outputs = [];
    for (const line of lines) {
      const { code, out } = await inBackground(
        // the page's chain listens where commands ask
        line.replace(/^npx chainside \w+/, `$& --url ${url}`).replace("ADDRESS", address),
      );
      expect(code, `${line}\n${out}`).toBe(0);
      if (address === "ADDRESS") address = /0x[0-9a-f]{40}/i.exec(out)?.[0] ?? "";
      outputs.push(out);
    }
    expect(outputs).toHaveLength(3);
    expect(outputs[2]?.trim().split("\n").at(-1)).toBe("3");
  });

  /** The chain of this process has to answer meanwhile. */
  async function inBackground(line: string): Promise<{ code: number | null; out: string }> {
    const { spawn } = await import("node:child_process");
    const { NODE_OPTIONS: _, ...environment } = process.env;
    const child = spawn(line, {
      cwd: folder,
      shell: true,
      env: { ...environment, npm_config_offline: "true", LC_ALL: "C" },
    });
    let out = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk: Buffer) => {
        out += chunk.toString();
      });
    const code = await new Promise<number | null>((done) => child.on("close", done));
    return { code, out };
  }

  it("has a manifest that can be published, and nothing that it doesn't use", () => {
    const installed = join(folder, "node_modules/chainside");
    const manifest = JSON.parse(readFileSync(join(installed, "package.json"), "utf8")) as Record<string, unknown>;
    for (const absent of ["private", "dependencies", "scripts", "contributes", "main", "activationEvents"])
      expect(manifest, absent).not.toHaveProperty(absent);
    expect(manifest).toMatchObject({ name: "chainside", bin: { chainside: "dist/cli.js" }, license: "Apache-2.0" });
    const known =
      /^package\/(?:dist\/(?:\w+|chunks\/[\w.@-]+)\.js|dist\/(?:secp256k1|sqlite3)\.wasm|dist\/(?:scenario|watch)\.schema\.json|dist\/l10n\/bundle\.l10n\.zh-cn\.json|dist\/pages\/(?:lints|config-rules)(?:\.zh-cn)?\.md|dist\/webview\/\w+\.(?:js|css)|dist\/skills\/[\w-]+\/SKILL\.md|sdk\/(?:browser\/)?(?:(?:plain\/)?\w+|chunks\/[\w.@-]+)\.(?:js|cjs)|sdk\/\w+\.d\.c?ts|man\/chainside\.1|package\.json|README\.md|LICENSE|NOTICE|ThirdPartyNotices\.txt)$/;
    const files = execFileSync("tar", ["tzf", packed], { encoding: "utf8" }).trim().split(/\r?\n/);
    expect(files.filter((file) => !known.test(file))).toEqual([]);
    expect(files).toContain("package/ThirdPartyNotices.txt");
    expect(files).toContain("package/dist/watch.schema.json");
    expect(files).toContain("package/man/chainside.1");
    expect(statSync(packed).size).toBeLessThanOrEqual(6 * 1024 * 1024);
  });

  it("has a page whose links lead somewhere from the package too", () => {
    const links = [...page.matchAll(/\]\(([^)]+)\)/g)].map(([, target]) => target ?? "");
    const anchors = [...page.matchAll(/^#+ (.+)$/gm)].map(
      ([, title]) => `#${title?.toLowerCase().replaceAll(" ", "-")}`,
    );
    expect(links.length).toBeGreaterThan(0);
    for (const link of links) expect(anchors).toContain(link);
  });
});

it("keeps the project's own folder from being published", () => {
  expect(JSON.parse(readFileSync(join(root, "package.json"), "utf8"))).toMatchObject({ private: true });
});
