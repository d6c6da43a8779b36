import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, relative } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  type Analyzer,
  analyzers,
  foundAnalyzer,
  reportOf,
} from "../../../../../src/extension/features/analyzers/analyzers";

const named = (name: string): Analyzer => {
  const found = analyzers.find((each) => each.name === name);
  if (!found) throw new Error(`no ${name}`);
  return found;
};

describe("an analyzer that is installed", () => {
  let folder: string;
  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), "chainside-analyzers-")));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const write = (name: string, text: string): string => {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    chmodSync(path, 0o755);
    return path;
  };
  const at = (analyzer: string, file: string, home = folder, path = "", platform: NodeJS.Platform = "linux") =>
    foundAnalyzer(named(analyzer), file, home, path, platform);

  it("is a program in a folder of the PATH whose whole path stands there", async () => {
    const program = write("bin/slither", "");
    const file = write("w/A.sol", "");
    expect(await at("Slither", file, join(folder, "w"), `.${delimiter}bin${delimiter}${join(folder, "bin")}`)).toEqual({
      program,
    });
    const near = relative(process.cwd(), join(folder, "bin"));
    expect(await at("Slither", file, join(folder, "w"), `${near}${delimiter}./${near}${delimiter}`)).toBeUndefined();
  });

  it("is on Windows a program, no script of its shell", async () => {
    write("bin/slither.cmd", "");
    write("bin/slither", "");
    const file = write("w/A.sol", "");
    expect(await at("Slither", file, folder, join(folder, "bin"), "win32")).toBeUndefined();
    const program = write("bin/slither.exe", "");
    expect(await at("Slither", file, folder, join(folder, "bin"), "win32")).toEqual({ program });
  });

  it("is the script of the project's own package, within the open folder and the package", async () => {
    const file = write("w/sub/A.sol", "");
    const script = write("w/node_modules/solhint/solhint.js", "");
    write("w/node_modules/solhint/package.json", JSON.stringify({ bin: { solhint: "./solhint.js" } }));
    const own = { program: process.execPath, script };
    expect(await at("solhint", file, join(folder, "w"))).toEqual(own);
    expect(await at("solhint", file, join(folder, "w"), "", "win32")).toEqual(own);
    expect(await at("solhint", file, join(folder, "w/sub"))).toBeUndefined();
    // a folder whose name only begins like the open one
    write("w2/node_modules/solhint/solhint.js", "");
    write("w2/node_modules/solhint/package.json", JSON.stringify({ bin: "solhint.js" }));
    expect(await at("solhint", write("w2/A.sol", ""), join(folder, "w"))).toBeUndefined();
    write("w/node_modules/solhint/package.json", JSON.stringify({ bin: { solhint: "../../../bin/other.js" } }));
    write("bin/other.js", "");
    expect(await at("solhint", file, join(folder, "w"))).toBeUndefined();
  });

  it("is found from a folder whose name begins with two dots, and where a manifest is no file", async () => {
    const script = write("w/..lib/node_modules/solhint/solhint.js", "");
    write("w/..lib/node_modules/solhint/package.json", JSON.stringify({ bin: "solhint.js" }));
    const file = write("w/..lib/sub/A.sol", "");
    expect(await at("solhint", file, join(folder, "w"))).toEqual({ program: process.execPath, script });
    if (process.platform === "win32") return;
    mkdirSync(join(folder, "w/..lib/sub/node_modules/solhint"), { recursive: true });
    // no one ever writes into it
    execFileSync("mkfifo", [join(folder, "w/..lib/sub/node_modules/solhint/package.json")]);
    expect(await at("solhint", file, join(folder, "w"))).toEqual({ program: process.execPath, script });
  });

  it("gets the name of a file as one word, whatever is in it", async () => {
    const script = write("solhint.js", "console.log(JSON.stringify(process.argv.slice(2)))");
    const file = join(folder, "a&calc $(calc) `calc` ;calc.sol");
    const { signal } = new AbortController();
    const { report } = await reportOf(
      named("solhint"),
      { program: process.execPath, script },
      { file, folder, signal },
    );
    expect(JSON.parse(report)).toEqual(["-f", "json", file]);
  });

  it("may write its report, and says what went wrong where it has none", async () => {
    const script = write(
      "slither.js",
      'require("node:fs").writeFileSync(process.argv[4], "{}"); console.log("said"); process.exit(255)',
    );
    const installed = { program: process.execPath, script };
    const { signal } = new AbortController();
    const place = { file: join(folder, "A.sol"), folder, signal };
    expect((await reportOf(named("Slither"), installed, place)).report).toBe("{}");
    write("slither.js", 'console.error("no solc"); process.exit(1)');
    expect(await reportOf(named("Slither"), installed, place)).toEqual({ report: "", message: "no solc\n" });
  });
});
