// What a node folder needs for itself, and what it must not share: keys, databases, ports of its peers, a genesis block.
import { createPrivateKey, generateKeyPairSync, X509Certificate } from "node:crypto";
import { expect, it } from "vitest";
import { acrossFindings } from "../../../../src/nodeConfig/across/acrossFindings";
import { peerFindings } from "../../../../src/nodeConfig/across/besidePeers";
import { type FolderFacts, folderFacts } from "../../../../src/nodeConfig/across/folderFacts";

const tools = { X509Certificate, createPrivateKey } as never;
const pem = (): string =>
  generateKeyPairSync("ec", { namedCurve: "secp256k1" }).privateKey.export({ type: "pkcs8", format: "pem" }).toString();
/** An SM2 key: what a node writes, with the curve's own object identifier. */
const smKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqBHM9VAYItBG0wawIBAQQgAQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyChRANCAAQ=
-----END PRIVATE KEY-----
`;
const genesis = (sm: boolean, gas = "3000000000"): string =>
  `[chain]\nsm_crypto=${sm}\nchain_id=chain0\ngroup_id=group0\n[consensus]\nnode.0=${"a".repeat(128)}:1\n[version]\ncompatibility_version=3.2.0\n[tx]\ngas_limit=${gas}\n`;

const folder = (path: string, files: Readonly<Record<string, string>>): Promise<FolderFacts> =>
  folderFacts(path, async (name) => files[name], tools);
const report = (own: FolderFacts, all: readonly FolderFacts[] = [own]): string[] =>
  acrossFindings(own, all, 0)
    .config.filter(({ rule }) => !/^(?:cert|peers|genesis)\./.test(rule))
    .map(({ rule, key }) => `${rule} ${key ?? ""}`);

it("two nodes with one key are found also where their node.nodeid differ", async () => {
  const own = pem();
  const files = (key: string, digit: string) => ({
    ...{
      "config.ini": "[cert]\n[security]\nprivate_key_path=conf/node.pem\n",
      "ssl.key": "x",
      "config.genesis": genesis(false),
    },
    ...{ "conf/node.pem": key, "conf/node.nodeid": digit.repeat(128) },
  });
  const [one, copy, other] = [
    await folder("/c/h/node0", files(own, "a")),
    await folder("/c/h/node1", files(own, "b")),
    await folder("/c/h/node2", files(pem(), "c")),
  ];
  expect(one.consensusId).toMatch(/^[0-9a-f]{128}$/);
  expect(report(copy, [one, copy, other])).toEqual(["node.sameId private_key_path"]);
  // its node.nodeid isn't that of its key
  expect(report(other, [one, copy, other])).toEqual(["key.foreign private_key_path"]);
});

it("a key that the node names must be there, and of the chain's suite", async () => {
  const config = "[cert]\n[security]\nprivate_key_path=conf/own.pem\n";
  const files = { "config.ini": config, "ssl.key": "x", "config.genesis": genesis(false) };
  expect(report(await folder("/c/h/node0", files))).toEqual(["key.missing private_key_path"]);
  expect(report(await folder("/c/h/node0", { ...files, "conf/own.pem": pem() }))).toEqual([]);
  const sm = { ...files, "conf/own.pem": pem(), "config.genesis": genesis(true) };
  expect(report(await folder("/c/h/node0", sm))).toEqual(["key.otherSuite private_key_path"]);
  // A locked key, one of a kind that the host doesn't know, or one elsewhere says nothing.
  const locked = "-----BEGIN ENCRYPTED PRIVATE KEY-----\nAAAA\n-----END ENCRYPTED PRIVATE KEY-----\n";
  expect(report(await folder("/c/h/node0", { ...files, "conf/own.pem": locked }))).toEqual([]);
  expect(report(await folder("/c/h/node0", { ...files, "conf/own.pem": "no key" }))).toEqual([
    "key.unreadable private_key_path",
  ]);
  expect(
    report(await folder("/c/h/node0", { ...files, "config.ini": config.replace("conf/own", "/keys/own") })),
  ).toEqual([]);
  expect((await folder("/c/h/node0", { ...files, "conf/own.pem": smKey })).key?.sm).toBe(true);
});

it("two nodes don't keep their data in one folder", async () => {
  const node = (path: string, data: string) =>
    folder(path, {
      "config.ini": `[cert]\n[security]\nprivate_key_path=conf/node.pem\n[storage]\ndata_path=${data}\n`,
      "ssl.key": "x",
      "conf/node.pem": pem(),
    });
  const [one, two, three] = [
    await node("/c/h/node0", "../shared/data"),
    await node("/c/h/node1", "/c/h/shared/./data"),
    await node("/c/h/node2", "data"),
  ];
  expect(report(one, [one, two, three])).toEqual(["data.shared data_path"]);
  expect(report(three, [one, two, three])).toEqual([]);
});

it("an address of nodes.json that is another node's RPC port is none of a peer", async () => {
  const node = (path: string, p2p: number, peers: string) =>
    folder(path, {
      "config.ini": `[p2p]\nlisten_port=${p2p}\n[rpc]\nlisten_port=${p2p - 10_000}\n[cert]\n`,
      "ssl.key": "x",
      "nodes.json": peers,
    });
  const one = await node("/c/h/node0", 30300, '{"nodes":["127.0.0.1:30301","127.0.0.1:20301","10.0.0.1:20301"]}');
  const two = await node("/c/h/node1", 30301, '{"nodes":["127.0.0.1:30300"]}');
  expect(peerFindings(one, [one, two]).map(({ peer }) => peer)).toEqual(["127.0.0.1:20301"]);
  expect(peerFindings(two, [one, two])).toEqual([]);
});

it("another genesis block is told by the key that makes it another", async () => {
  const node = (name: string, gas: string, sealer = "a") =>
    folder(`/c/h/${name}`, { "config.genesis": genesis(false, gas).replaceAll("a".repeat(128), sealer.repeat(128)) });
  const nodes = [
    await node("node0", "3000000000"),
    await node("node1", "3000000000"),
    await node("node2", "30000000000"),
  ];
  const [finding] = acrossFindings(nodes[2] as FolderFacts, nodes, 0).genesis;
  expect(finding).toMatchObject({ rule: "genesis.differs", section: "tx", key: "gas_limit" });
  expect(finding?.message.args).toEqual(["gas_limit", "30000000000", "3000000000", "node0"]);
  const others = [
    await node("node0", "3000000000"),
    await node("node1", "3000000000"),
    await node("node2", "3000000000", "b"),
  ];
  expect(acrossFindings(others[2] as FolderFacts, others, 0).genesis[0]?.message.args).toEqual([
    "node.N",
    "bbbbbbbb…:1",
    "aaaaaaaa…:1",
    "node0",
  ]);
});
