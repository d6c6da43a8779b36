import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { formatByForge, installedForge } from "../../../src/solidity/format/installedForge";
import { sayInEnglish } from "../../../src/text/catalogue";

const source = "contract A { uint x; }\n";

/** A program in the place of forge: what it is called with and given decides nothing of what forge itself would do. */
describe.skipIf(process.platform === "win32")("formatting by the forge that is installed", () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "chainside-forge-"));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const program = (script: string): string => {
    const path = join(folder, `forge-${Math.abs(script.length * 31 + script.charCodeAt(0))}`);
    writeFileSync(path, `#!/bin/sh\n${script}\n`);
    chmodSync(path, 0o755);
    return path;
  };
  const reasonOf = async (name: string): Promise<string> => {
    const made = await formatByForge(source, folder, name);
    return made.kind === "refused" ? sayInEnglish(made.reason) : `formatted: ${made.text}`;
  };

  it("gives what the program writes for the source, in the project's folder", async () => {
    const path = program(
      '[ "$*" = "fmt --raw -" ] && [ "$(pwd -P)" = "$(cd "$(dirname "$0")" && pwd -P)" ] && sed "s/uint x/uint256 x/"',
    );
    expect(await formatByForge(source, folder, path)).toEqual({
      kind: "formatted",
      text: "contract A { uint256 x; }\n",
    });
  });

  it("is found on the path, and in the home folder where Foundry's installer puts it", async () => {
    const home = join(folder, "home");
    const bin = join(home, ".foundry", "bin");
    mkdirSync(bin, { recursive: true });
    writeFileSync(join(bin, "forge"), "#!/bin/sh\n");
    chmodSync(join(bin, "forge"), 0o755);
    expect(await installedForge(home, "")).toBe(join(bin, "forge"));
    expect(await installedForge(folder, bin)).toBe(join(bin, "forge"));
    expect(await installedForge(folder, ".")).toBeUndefined();
  });

  it("ends when no one waits any longer", async () => {
    const path = program("exec sleep 1000");
    await expect(formatByForge(source, folder, path, AbortSignal.abort(new Error("enough")))).rejects.toThrow("enough");
  });

  it("changes nothing where it isn't there, fails, or gives what is no Solidity", async () => {
    expect(await reasonOf(join(folder, "nowhere"))).toContain("forge isn't installed");
    expect(await reasonOf(program("echo 'Error: bad config' >&2; exit 3"))).toBe(
      "forge fmt ended with an error: Error: bad config",
    );
    expect(await reasonOf(program("cat >/dev/null"))).toContain("isn't finished Solidity");
    expect(await reasonOf(program("cat >/dev/null; echo 'contract A {'"))).toContain("isn't finished Solidity");
  });
});
