import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";
import { readRemoteHosts, remoteCommand, shellWord, WrongHosts } from "../../../src/processes/nodes/remoteNodes";

const host = (folder: string, more: object = {}) => {
  const [found] = readRemoteHosts({ hosts: [{ name: "a", ssh: "ops@10.0.0.1", nodes: { node0: folder }, ...more }] });
  if (!found) throw new Error("no host");
  return found;
};

it("gives ssh its words as they are, and the shell of the host a folder that stays one word", () => {
  const folder = `/data/it's "$(reboot)"; x`;
  const { program, args, shown } = remoteCommand(host(folder, { port: 2222, identity: "/k" }), folder, "stop");
  expect(program).toBe("ssh");
  expect(args.slice(0, -1)).toEqual([
    ...["-o", "BatchMode=yes", "-o", "ConnectTimeout=10", "-o", "StrictHostKeyChecking=yes"],
    ...["-p", "2222", "-i", "/k", "--", "ops@10.0.0.1"],
  ]);
  const script = String(args.at(-1));
  // what a shell makes of it: one word for the folder
  const words = execFileSync("sh", ["-c", `cd() { printf '%s' "$1"; return 1; }; ${script}; true`]).toString();
  expect(words).toBe(folder);
  expect(
    execFileSync("sh", ["-c", `ssh() { for each in "$@"; do printf '%s\\n' "$each"; done; }; ${shown}`]).toString(),
  ).toBe(`${args.join("\n")}\n`);
});

it("takes no host that ssh could read as an option, and no folder that isn't one", () => {
  const entry = (value: unknown): string => {
    try {
      readRemoteHosts(value);
    } catch (error) {
      if (error instanceof WrongHosts) return error.entry;
    }
    return "";
  };
  const hosts = (more: object) => ({ hosts: [{ name: "a", ssh: "x", nodes: {}, ...more }] });
  expect(entry(hosts({}))).toBe("");
  expect(entry({})).toBe("hosts");
  expect(entry(hosts({ ssh: "-oProxyCommand=reboot" }))).toBe("hosts[0].ssh");
  expect(entry(hosts({ ssh: "a b" }))).toBe("hosts[0].ssh");
  expect(entry(hosts({ identity: "-x" }))).toBe("hosts[0].identity");
  expect(entry(hosts({ port: "22" }))).toBe("hosts[0].port");
  expect(entry(hosts({ nodes: { n: "relative" } }))).toBe("hosts[0].nodes.n");
  expect(entry(hosts({ nodes: { n: "/a\nb" } }))).toBe("hosts[0].nodes.n");
  expect(shellWord("a b")).toBe("'a b'");
});
