import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { runCommand } from "../../../../src/cli/commands";
import { completionScripts } from "../../../../src/cli/commands/completion";
import { useCatalogue } from "../../../../src/text/catalogue";
import { englishAfterEach } from "../../../support/chinese";
import { listening } from "../../../support/listening";

englishAfterEach();

let folder: string;
const [older, newer] = [`0x${"1c".repeat(20)}`, `0x${"1d".repeat(20)}`];
const address = `0x${"ab".repeat(20)}`;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "chainside-completion-"));
  const connections = [{ name: "production", endpoints: ["http://127.0.0.1:1"] }];
  writeFileSync(join(folder, "connections.json"), JSON.stringify(connections));
  const deployed = [older, newer, older].map((each) => ({
    time: "2026-01-01T00:00:00.000Z",
    chain: "chain0",
    group: "group0",
    name: "Coin",
    address: each,
  }));
  writeFileSync(join(folder, "deployments"), deployed.map((each) => `${JSON.stringify(each)}\n`).join(""));
  mkdirSync(join(folder, "account/ecdsa"), { recursive: true });
  writeFileSync(join(folder, `account/ecdsa/${address}.pem`), "");
  writeFileSync(join(folder, "account/ecdsa/own.hex"), "");
});
afterAll(() => rmSync(folder, { recursive: true }));
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

const messageOf = (...args: string[]): Promise<string> => completionWith(join(folder, "connections.json"), args);
async function completionWith(connections: string, args: readonly string[]): Promise<string> {
  const words: string[] = [];
  vi.stubEnv("CHAINSIDE_CONNECTIONS", connections);
  vi.spyOn(process, "cwd").mockReturnValue(folder);
  vi.spyOn(console, "log").mockImplementation((line: unknown) => void words.push(String(line)));
  expect(await runCommand(args, () => useCatalogue("en"))).toBe(0);
  return words.join("\n");
}
const completeWith = async (connections: string, ...words: string[]): Promise<string[]> =>
  (await completionWith(connections, ["complete", "--", ...words])).split("\n").filter(Boolean);
const complete = (...words: string[]): Promise<string[]> => completeWith(join(folder, "connections.json"), ...words);

describe("what a command line may go on with", () => {
  it("takes the empty word of any PowerShell, which drops it, or hands over its quotes", async () => {
    expect(await complete("archive", '""')).toEqual(await complete("archive", ""));
    expect(completionScripts.powershell).toContain(`$words += '""'`);
  });

  it.each<[string[], string[]]>([
    [["nod"], ["node"]],
    [["conf"], ["config"]],
    [
      ["node", "add-"],
      ["add-sealer", "add-observer"],
    ],
    [["account", "ne"], ["new"]],
    [["node", "add-sealer", "--field"], ["--field-node"]],
    [["node", "add-sealer", "--wei"], ["--weight"]],
    [["node", "add-sealer", "--connection", "pro"], ["production"]],
    [["rpc", "--connection", ""], ["production"]],
    [["rpc", "--li"], ["--list"]],
    [["archive", "run", "--pd"], ["--pd"]],
    [["new", "project", "x", "--t"], ["--template"]],
    [["flatten", "A.sol", "--conn"], []],
    [["config", "set", "--key", "dev1"], ["dev1"]],
    [["config", "set", "--output", "y"], ["yaml"]],
    [["table", "create", "t", "--key-order", ""], []],
    [["nothing", "of", "ours"], []],
    [["node", "constructor", ""], []],
  ])("%j", async (words, found) => {
    expect(await complete(...words)).toEqual(found);
  });

  it("are the words of a field, by place", async () => {
    expect(await complete("bfs", "touch", "/apps/x", "")).toEqual(["directory", "link", "contract"]);
    expect(await complete("")).toEqual(expect.arrayContaining(["account", "shell", "node", "config"]));
  });

  it("are contracts that a shell deployed, the newest first, and folders", async () => {
    for (const words of [["contract", "code"], ["call"], ["contract", "abi", "--contract"]])
      expect(await complete(...words, "")).toEqual([older, newer, "/apps/"]);
    expect(await complete("send", "0x1d")).toEqual([newer]);
    expect(await complete("bfs", "ls", "/a")).toEqual(["/apps/"]);
  });

  it("asks no one", async () => {
    let asked = 0;
    const node = createServer((socket) => {
      asked++;
      socket.destroy();
    });
    const port = await listening(node);
    const url = `http://127.0.0.1:${port}`;
    const kept = join(folder, "asked.json");
    writeFileSync(kept, JSON.stringify([{ name: "asked", endpoints: [url] }]));
    expect(await completeWith(kept, "config", "set", "--connection", "ask")).toEqual(["asked"]);
    for (const words of [
      ["config", "s"],
      ["config", "set", ""],
      ["node", "add-sealer", "--connection", "asked", ""],
    ])
      await completeWith(kept, ...words);
    await completeWith(kept, "rpc", "--url", url, "");
    // Who knocked before this one has been heard.
    await new Promise<void>((heard) => connect(port, "127.0.0.1").once("close", () => heard()));
    expect(asked).toBe(1);
    await new Promise((closed) => node.close(closed));
  });
});

describe("scripts for shells", () => {
  const words = (script: string): string => script.replaceAll(/\s+/g, " ");

  it("are printed by name, and name no other", async () => {
    for (const [name, script] of Object.entries(completionScripts))
      expect(words(await messageOf("completion", name))).toBe(words(script).trimEnd());
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    expect(await runCommand(["completion", "csh"], () => useCatalogue("en"))).toBe(2);
  });

  it("complete in bash", () => {
    const program = resolve(import.meta.dirname, "../../../../src/cli/main.ts");
    const loader = import.meta.resolve("tsx");
    const chainside = join(folder, "chainside");
    writeFileSync(chainside, `#!/bin/sh\nexec "${process.execPath}" --import "${loader}" "${program}" "$@"\n`, {
      mode: 0o755,
    });
    writeFileSync(join(folder, "completion.bash"), completionScripts.bash);
    const asked = (...typed: string[]): string[] => {
      const line = typed.map((word) => `'${word}'`).join(" ");
      const script = `source ${folder}/completion.bash
COMP_WORDS=(${line}); COMP_CWORD=${typed.length - 1}
_chainside; printf '%s\\n' "\${COMPREPLY[@]}"; complete -p chainside`;
      const environment = { ...process.env, CHAINSIDE_CONNECTIONS: join(folder, "connections.json") };
      return execFileSync("bash", ["-c", script], { cwd: folder, encoding: "utf8", env: environment }).split("\n");
    };
    const registered = "complete -o default -F _chainside chainside";
    expect(asked(chainside, "node", "add-s")).toEqual(["add-sealer", registered, ""]);
    expect(asked(chainside, "rpc", "--connection", "")).toEqual(["production", registered, ""]);
    const keys = asked(chainside, "config", "set", "--key", "account");
    expect(keys[0]).toBe(`account/ecdsa/${address}.pem`);
    expect(keys).toContain("account/ecdsa/own.hex");
  });
});
