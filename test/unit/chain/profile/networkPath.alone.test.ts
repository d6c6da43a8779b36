// Windows logs on to another computer with the user's account as soon as a program looks at \\server\share: what a file names is not looked
// at.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import * as fs from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { readProfile } from "../../../../src/chain/profile/checkedProfile";
import { importProfile } from "../../../../src/chain/profile/importProfile";
import { pathNamedIn } from "../../../../src/chain/profile/networkPath";
import type { ChainError } from "../../../../src/errors/chainError";
import { registerDocumentLinks } from "../../../../src/languageServer/configuration/documentLinks";
import type { ServerState } from "../../../../src/languageServer/documents/serverState";
import { parseDocument } from "../../../../src/nodeConfig/document/iniDocument";

vi.mock("node:fs/promises", { spy: true });

const elsewhere = [
  String.raw`\\evil\share\ca.crt`,
  "//evil/share/ca.crt",
  String.raw`/\evil\share\ca.crt`,
  String.raw`\\?\UNC\evil\share\ca.crt`,
  String.raw`\\.\pipe\ca.crt`,
  String.raw`\\evil@SSL@443\dav\ca.crt`,
];
const home = String.raw`C:\chain`;

const own = process.platform;
const pretend = (platform: string): void => void Object.defineProperty(process, "platform", { value: platform });
const folders: string[] = [];
afterEach(() => {
  pretend(own);
  vi.clearAllMocks();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** Every path that anyone looked at. */
function looked(): string[] {
  const spies = [fs.access, fs.stat, fs.readFile, fs.open, fs.readdir, fs.lstat].map((each) => vi.mocked(each));
  return spies.flatMap((spy) => (spy.mock.calls as unknown[][]).map(([path]) => String(path)));
}

const codeOf = (action: () => unknown): unknown => {
  try {
    action();
    return "done";
  } catch (error) {
    return (error as ChainError).code;
  }
};

describe("a path that a file names", () => {
  it.each(elsewhere)("%s is refused on Windows", (path) => {
    expect(codeOf(() => pathNamedIn(home, path, "win32"))).toBe("networkPath");
    expect(codeOf(() => pathNamedIn(undefined, path, "win32"))).toBe("networkPath");
    expect(codeOf(() => pathNamedIn(String.raw`\\wsl$\Ubuntu\home`, path, "win32"))).toBe("networkPath");
    expect(codeOf(() => pathNamedIn("/home/me", path, "linux"))).toBe("done");
  });

  it.each(["conf/ca.crt", String.raw`conf\ca.crt`, String.raw`C:\conf\ca.crt`, String.raw`..\ca.crt`, "/ca.crt"])(
    "%s is taken",
    (path) => {
      expect(codeOf(() => pathNamedIn(home, path, "win32"))).toBe("done");
    },
  );

  it("may lie on the share on which the file itself is", () => {
    const share = String.raw`\\wsl$\Ubuntu\home\me`;
    expect(codeOf(() => pathNamedIn(share, String.raw`\\WSL$\Ubuntu\home\me\ca.crt`, "win32"))).toBe("done");
    expect(codeOf(() => pathNamedIn(share, "//wsl$/ubuntu/ca.crt", "win32"))).toBe("done");
    expect(codeOf(() => pathNamedIn(share, String.raw`\\wsl$\Debian\ca.crt`, "win32"))).toBe("networkPath");
  });
});

describe("on Windows nothing on another computer is looked at", () => {
  const quoted = (text: string): string => text.replaceAll("\\", "\\\\");

  it.each(elsewhere)("for a connection of the settings: %s", (path) => {
    const files = { ca: "ca.crt", cert: "sdk.crt", key: "sdk.key" };
    for (const name of ["ca", "cert", "key"] as const) {
      const setting = { name: "c", endpoints: ["https://node:1"], tls: { ...files, [name]: path } };
      expect(codeOf(() => readProfile(setting, home, "win32"))).toBe("networkPath");
    }
    expect(looked()).toEqual([]);
  });

  it.each(elsewhere)("for an SDK's configuration: %s", async (path) => {
    const folder = mkdtempSync(join(tmpdir(), "network-"));
    folders.push(folder);
    mkdirSync(join(folder, "conf"));
    pretend("win32");
    const toml = (key: string): string => `[cryptoMaterial]\n${key} = "${quoted(path)}"\n[network]\npeers=["a:1"]\n`;
    const ini = (key: string): string => `[common]\n[cert]\n${key}=${quoted(path)}\n[peers]\nnode.0=a:1\n`;
    const contents: [string, string][] = [
      ...["certPath", "caCert", "sslCert", "sslKey"].map((key): [string, string] => ["config.toml", toml(key)]),
      ...["ca_path", "ca_cert", "sdk_cert", "sdk_key"].map((key): [string, string] => ["config.ini", ini(key)]),
    ];
    for (const [name, content] of contents) {
      writeFileSync(join(folder, "conf", name), content);
      const outcome = await importProfile(join(folder, "conf", name)).catch((error: ChainError) => error.code);
      expect([content, outcome]).toEqual([content, "networkPath"]);
    }
    expect(looked()).toContain(join(folder, "conf/config.ini"));
    expect(looked().filter((each) => /evil|UNC|pipe/.test(each))).toEqual([]);
  });

  it.each(elsewhere)("for links in a node's config.ini: %s", async (path) => {
    pretend("win32");
    const text = `[cert]\nca_path=${path}\nca_cert=ca.crt\n[p2p]\nnodes_path=${path}\nnodes_file=nodes.json\n[storage]\ndata_path=${path}\n`;
    const document = { ini: parseDocument(text), path: "/nodes/node0/config.ini" };
    let ask: (parameters: { textDocument: { uri: string } }) => unknown = () => expect.fail("nobody registered");
    registerDocumentLinks({
      connection: {
        onDocumentLinks: (handler: typeof ask) => {
          ask = handler;
        },
      },
      documents: { get: () => document },
      commands: new Set(["chainside.revealConfigFolder"]),
    } as unknown as ServerState);
    expect(await ask({ textDocument: { uri: "file:///nodes/node0/config.ini" } })).toEqual([]);
    expect(looked().filter((each) => /evil|UNC|pipe/.test(each))).toEqual([]);
  });
});
