import { linkSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { workspaceFiles } from "../../../../src/cli/assistants/workspaceFiles";
import { makesLinks } from "../../../support/portable";

const abi = [
  { type: "function", name: "pay", inputs: [{ name: "to", type: "address" }], outputs: [], stateMutability: "payable" },
  {
    type: "event",
    name: "Paid",
    inputs: [{ name: "entry", type: "tuple", indexed: false, components: [{ name: "a", type: "uint256[2][]" }] }],
    anonymous: false,
  },
];
const code = `0x${"60".repeat(200)}`;
const pem = "-----BEGIN EC PRIVATE KEY-----\nhush\n-----END EC PRIVATE KEY-----\n";
const keystore = { version: 3, id: "hush", crypto: { ciphertext: "hush" } };

const given: Record<string, string> = {
  "contracts/A.sol": "// SPDX-License-Identifier: MIT\n/* hush? no */\npragma solidity ^0.8.0;\ncontract A {}\n",
  "contracts/Free.sol": "\ufefffunction f() pure {}",
  "contracts/A.abi": JSON.stringify(abi),
  "out/A.sol/A.json": JSON.stringify({
    contractName: "A",
    abi,
    bytecode: { object: code },
    hush: "hush",
    crypto: keystore,
  }),
  "artifacts/A.json": JSON.stringify({ abi, bytecode: code, sourceName: "contracts/A.sol" }),
};
const refused: Record<string, string> = {
  ".env": "KEY=hush\n",
  "contracts/Env.sol": "KEY=hush\n",
  "contracts/Hash.sol": "# contract\nKEY=hush\n",
  "contracts/Word.sol": "contract=hush\n",
  "contracts/Key.sol": pem,
  "contracts/Mixed.sol": `contract A {}\n${pem}`,
  "contracts/Empty.sol": "// hush",
  "contracts/Key.abi": JSON.stringify(keystore),
  "contracts/Text.abi": "hush",
  "out/key.json": JSON.stringify(keystore),
  "build/keys.json": JSON.stringify([{ type: "key", value: "hush" }]),
  "out/credentials.json": JSON.stringify({ type: "service_account", private_key: "hush", abi: [{ type: "hush" }] }),
  "out/short.json": JSON.stringify({ bytecode: code }),
  "artifacts/name.json": JSON.stringify({ abi: [{ type: "function", name: "hu sh", inputs: [] }] }),
  "package.json": JSON.stringify({ abi }),
  "conf/A.sol": "contract A {}",
  "node_modules/x/A.sol": "contract A {}",
  ".git/A.sol": "contract A {}",
};

describe("files of a workspace that an assistant is given", () => {
  let folder: string;
  const read = (path: string) => workspaceFiles(folder).read(path);
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "chainside-workspace-"));
    for (const [path, text] of Object.entries({ ...given, ...refused })) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each(Object.keys(given))("are sources, ABIs and artifacts, without what else stands in them: %s", async (path) => {
    const text = await read(path);
    if (path.endsWith(".sol"))
      expect(text).toBe(given[path]?.replace("\ufeff", text.startsWith("\ufeff") ? "\ufeff" : ""));
    else expect(text).not.toContain("hush");
    if (path.endsWith("A.json")) expect(JSON.parse(text)).toMatchObject({ abi, bytecode: code });
  });

  it.each(Object.keys(refused))("are nothing else, whatever it is called: %s", async (path) => {
    await expect(read(path)).rejects.toThrow();
  });

  it.runIf(makesLinks)("are judged by what a link leads to, a second name by what it holds", async () => {
    const link = (target: string, name: string) => symlinkSync(join(folder, target), join(folder, name));
    link(".env", "contracts/ToEnv.sol");
    link(".env", "out/env.json");
    link("conf", "contracts/conf2");
    link("node_modules/x/A.sol", "contracts/Package.sol");
    link(".env", "config.ini");
    link("contracts/A.sol", "contracts/Same.sol");
    linkSync(join(folder, ".env"), join(folder, "contracts/Second.sol"));
    for (const path of [
      "contracts/ToEnv.sol",
      "out/env.json",
      "contracts/conf2/A.sol",
      "contracts/Package.sol",
      "config.ini",
      "contracts/Second.sol",
    ])
      await expect(read(path), path).rejects.toThrow();
    expect(await read("contracts/Same.sol")).toContain("contract A");
  });

  it("a config.ini has values of keys that nodes know, where these can't be secrets, and no other word", async () => {
    const shown = {
      p2p: [
        "listen_ip=0.0.0.0",
        "listen_port=30300",
        "enable_ssl_verify=true",
        "nodes_path=./",
        "nodes_file=nodes.json",
      ],
      rpc: ["thread_count=4"],
      storage: ["data_path=data", "type=RocksDB", "key_page_size=10240"],
      certificate_whitelist: [`cal.0=${"ab".repeat(64)}`],
    };
    const words = [
      "password",
      "passwd",
      "pwd",
      "pass",
      "secret",
      "api_key",
      "apikey",
      "access_key",
      "ak",
      "sk",
      "token",
      "auth",
      "credential",
      "cipher",
      "pin",
      "license",
      "seed",
      "mnemonic",
      "private_key",
      "data_key",
      "encryption_key",
      "key",
      "user",
      "x",
    ];
    const secrets = [
      ...words.flatMap((word) => [
        `${word}=hush`,
        `; ${word} = hush`,
        `#${word}=hush`,
        `${word}: hush`,
        `${word} hush`,
      ]),
      "; the password is hush",
      "# hush",
      "hush",
      "\thush",
      "= hush",
      "[hush pass",
      "[p2p] hush",
      `data_path=${"0123456789abcdef".repeat(4)}hush`,
      "listen_ip=hush",
      "enable=hush",
      "thread_count=4 ; hush",
      "kms_connection_str=hush",
      "cipher_data_key=hush",
      "key_center_url=http://me:hush@host",
      "cluster_url=http://host?token=hush",
      "type=hush",
      "password=\\\nhush",
      "data_path=data\rpassword=hush",
      "data_path=data\u2028hush",
      pem,
      "data_path=hushHush1hushHush1hushHush1hush",
    ];
    const sections = Object.entries(shown).map(([section, lines]) => [`[${section}]`, ...lines, ...secrets].join("\n"));
    writeFileSync(
      join(folder, "contracts/config.ini"),
      `\ufeff${[...secrets, ...sections, "[unknown]", ...secrets].join("\n")}`,
    );
    const text = await read("contracts/config.ini");
    expect(text).not.toContain("hush");
    for (const line of Object.values(shown).flat()) expect(text.split("\n")).toContain(line);
  });
});
