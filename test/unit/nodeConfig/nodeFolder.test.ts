import { describe, expect, it } from "vitest";
import { analyze } from "../../../src/nodeConfig/analysis/analyze";
import { listener, reachedAt, rpcSpeaksTls } from "../../../src/nodeConfig/analysis/listener";
import { parseDocument } from "../../../src/nodeConfig/document/iniDocument";
import { isNodeFolder, nodeIdentities, releaseStarted } from "../../../src/nodeConfig/nodeFolder";
import { findKey } from "../../../src/nodeConfig/schema/keySpec";
import { folderInMemory } from "../../support/folderInMemory";

const folder =
  (files: Readonly<Record<string, string>>) =>
  (name: string): Promise<string | undefined> =>
    Promise.resolve(files[name]);

describe("a node folder", () => {
  it.each([
    ["an identity", { "conf/node.nodeid": `${"a1".repeat(64)}\n` }],
    ["a TLS identity, whatever config.ini says", { "conf/ssl.nodeid": "B2".repeat(256), "config.ini": "[" }],
    ["a genesis that only a node reads", { "config.genesis": "[chain]\n    sm_crypto=false\n" }],
    ["a config.ini that only a node reads", { "config.ini": "[txpool]\n" }],
  ])("is known by %s", async (_, files) => {
    expect(await isNodeFolder(folder(files))).toBe(true);
  });

  it.each([
    ["nothing", {}],
    ["files of another program", { "config.ini": "[database]\nhost=x\n", "config.genesis": "{}" }],
    ["an identity file without an identity", { "conf/node.nodeid": "none", "conf/ssl.nodeid": "a1".repeat(64) }],
  ])("is not known by %s", async (_, files) => {
    expect(await isNodeFolder(folder(files))).toBe(false);
  });

  it("has the identities of the right length, in lower case", async () => {
    const files = {
      "conf/node.nodeid": `${"AB".repeat(64)}\n`,
      "conf/ssl.nodeid": "c".repeat(512),
      "conf/sm_ssl.nodeid": "d".repeat(512),
    };
    expect(await nodeIdentities(folder(files))).toEqual({ consensusId: "ab".repeat(64), tlsId: "c".repeat(512) });
  });

  it("ran the release that its last start printed", async () => {
    const printed = "FISCO BCOS Version : 3.15.0\nFISCO BCOS Version : v3.16.4\nmore\n";
    expect(await releaseStarted(folderInMemory({ "nohup.out": printed }))).toBe("3.16.4");
    expect(await releaseStarted(folderInMemory({}))).toBeUndefined();
  });
});

describe("where a node listens", () => {
  const tls = (rpc: string): boolean => rpcSpeaksTls(parseDocument(`[rpc]\n${rpc}\n`), "3.17.1");

  it("speaks TLS unless a valid value turns it off, enable_ssl before disable_ssl", () => {
    expect([tls(""), tls("enable_ssl=true\ndisable_ssl=true"), tls("enable_ssl=flase")]).toEqual([true, true, true]);
    expect([tls("disable_ssl=true"), tls("enable_ssl=0"), tls("enable_ssl=x\ndisable_ssl=1")]).toEqual([
      false,
      false,
      false,
    ]);
  });

  it("reads enable_ssl from the release on that the schema names", () => {
    const [text, since] = ["[rpc]\nenable_ssl=false\n", findKey("config", "rpc", "enable_ssl")?.since ?? ""];
    const document = parseDocument(text);
    for (const nodeVersion of ["3.0.0", "3.11.9", since, "3.16.4"]) {
      const found = analyze(document, { identityLength: "auto", nodeVersion });
      const isOff = found.some(({ rule }) => rule === "rpc.sslDisabled");
      expect([nodeVersion, rpcSpeaksTls(document, nodeVersion)]).toEqual([nodeVersion, !isOff]);
    }
    expect(rpcSpeaksTls(document, "3.11.9")).toBe(true);
  });

  it("is reached at its host where it listens everywhere", () => {
    expect(["", "0.0.0.0", "::", "10.0.0.1"].map((address) => reachedAt(address, "127.0.0.1"))).toEqual([
      "127.0.0.1",
      "127.0.0.1",
      "127.0.0.1",
      "10.0.0.1",
    ]);
  });

  it("names no port that the node cannot read", () => {
    const port = (value: string): number | undefined =>
      listener(parseDocument(`[p2p]\nlisten_port=${value}\n`), "p2p")[0]?.port;
    expect([port("30300"), port("30300 ; p2p"), port("70000"), port("0")]).toEqual([
      30300,
      undefined,
      undefined,
      undefined,
    ]);
  });
});
