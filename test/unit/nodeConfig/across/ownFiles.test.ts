// What a node folder needs for itself, and what it must not share: keys, databases, ports of its peers, a genesis block.
import { createPrivateKey, generateKeyPairSync, X509Certificate } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { smTlsMaterial } from "../../../../src/devchain/tls/smTlsMaterial";
import { acrossFindings } from "../../../../src/nodeConfig/across/acrossFindings";
import { peerFindings } from "../../../../src/nodeConfig/across/besidePeers";
import { type FolderFacts, folderFacts } from "../../../../src/nodeConfig/across/folderFacts";
import { folderInMemory } from "../../../support/folderInMemory";

const tools = { X509Certificate, createPrivateKey } as never;
const pem = (namedCurve = "secp256k1"): string =>
  generateKeyPairSync("ec", { namedCurve }).privateKey.export({ type: "pkcs8", format: "pem" }).toString();
/** An SM2 key: what a node writes, with the curve's own object identifier. */
const smKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqBHM9VAYItBG0wawIBAQQgAQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyChRANCAAQBAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4fICEiIyQlJicoKSorLC0uLzAxMjM0NTY3ODk6Ozw9Pj9A
-----END PRIVATE KEY-----
`;
const genesis = (sm: boolean, gas = "3000000000"): string =>
  `[chain]\nsm_crypto=${sm}\nchain_id=chain0\ngroup_id=group0\n[consensus]\nnode.0=${"a".repeat(128)}:1\n[version]\ncompatibility_version=3.2.0\n[tx]\ngas_limit=${gas}\n`;

const folder = (path: string, files: Readonly<Record<string, string>>): Promise<FolderFacts> =>
  folderFacts(path, folderInMemory(files), tools);
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
  const locked = "-----BEGIN ENCRYPTED PRIVATE KEY-----\nAAAA\n-----END ENCRYPTED PRIVATE KEY-----\n";
  expect(report(await folder("/c/h/node0", { ...files, "conf/own.pem": locked }))).toEqual([
    "key.unreadable private_key_path",
  ]);
  // OpenSSL finds no first line of a block behind a byte order mark
  expect(report(await folder("/c/h/node0", { ...files, "conf/own.pem": `\uFEFF${pem()}` }))).toEqual([
    "key.unreadable private_key_path",
  ]);
  expect(report(await folder("/c/h/node0", { ...files, "conf/own.pem": "no key" }))).toEqual([
    "key.unreadable private_key_path",
  ]);
  expect(
    report(await folder("/c/h/node0", { ...files, "config.ini": config.replace("conf/own", "/keys/own") })),
  ).toEqual([]);
  expect((await folder("/c/h/node0", { ...files, "conf/own.pem": smKey })).key?.sm).toBe(true);
});

it("only an SM chain's key can be in a hardware security module", async () => {
  const files = { "ssl.key": "x", "conf/node.pem": "x" };
  const node = (security: string, sm: boolean) =>
    folder("/c/h/node0", {
      ...files,
      "config.ini": `[cert]\n[security]\n${security}\nkey_index=1\n`,
      "config.genesis": genesis(sm),
    });
  expect(report(await node("enable_hsm=true", false))).toEqual(["key.otherSuite enable_hsm"]);
  expect(report(await node("kms_type=hsm", false))).toEqual(["key.otherSuite kms_type"]);
  expect(report(await node("enable_hsm=true", true))).toEqual([]);
  // a key service goes before the old switch
  expect(report(await node("kms_type=CLOUDKMS\nenable_hsm=true", false))).toEqual([]);
});

it("what rPBFT alone reads makes no other block 0 with PBFT", async () => {
  const text = (type: string, sealers: number): string =>
    genesis(false)
      .replace("[consensus]\n", `[consensus]\nconsensus_type=${type}\nepoch_sealer_num=${sealers}\n`)
      .replace("3.2.0", "3.16.0\n[executor]\nauth_admin_account=0x7a1f3c5e9b2d4860a1c3e5f708192a3b4c5d6e7f");
  const genesisOf = async (type: string, sealers: number) =>
    (await folder("/c/h/node0", { "config.genesis": text(type, sealers) })).genesis;
  expect(await genesisOf("pbft", 4)).toBe(await genesisOf("pbft", 5));
  expect(await genesisOf("rpbft", 4)).not.toBe(await genesisOf("rpbft", 5));
});

it("a node keeps as many sessions as it has peers, in all and on one host", async () => {
  const sealers = genesis(false).replace("3.2.0", "3.16.0");
  const chain = (p2p: string, first = "h", version = "3.17.1") =>
    Promise.all(
      [0, 1, 2, 3].map((node) =>
        folder(`/c/${node === 0 ? first : "h"}/node${node}`, {
          "config.ini": `[p2p]\nlisten_port=${30300 + node}\n${node === 0 ? p2p : ""}\n[cert]\n[security]\nprivate_key_path=conf/node.pem\n`,
          "config.genesis": sealers,
          "conf/node.pem": "x",
          "nohup.out": `FISCO BCOS Version : ${version}\n`,
          "nodes.json": '{"nodes":["h:30301","h:30302","h:30303"]}',
        }),
      ),
    );
  const reported = async (...how: Parameters<typeof chain>): Promise<string[]> => {
    const all = await chain(...how);
    return report(all[0] as FolderFacts, all).filter((each) => each.startsWith("p2p.sessions"));
  };
  expect(await reported("max_sessions_per_ip=2", "other")).toEqual(["p2p.sessions max_sessions_per_ip"]);
  expect(await reported("max_concurrent_sessions=2", "other")).toEqual(["p2p.sessions max_concurrent_sessions"]);
  expect(await reported("max_sessions_per_ip=3\nmax_concurrent_sessions=3", "other")).toEqual([]);
  // a release that doesn't know these keys keeps to none of them
  expect(await reported("max_sessions_per_ip=2", "other", "3.16.4")).toEqual([]);
  // the default holds, and of 0 and texts other rules speak
  for (const right of ["", "max_sessions_per_ip=two", "max_sessions_per_ip=0", "max_sessions_per_ip=-1"])
    expect(await reported(right, "other")).toEqual([]);
});

it("a bandwidth limit is for the group that the node serves", async () => {
  const node = (limits: string) =>
    folder("/c/h/node0", {
      "config.ini": `[cert]\n[security]\nprivate_key_path=conf/node.pem\n[flow_control]\n${limits}\n`,
      "config.genesis": genesis(false),
      "conf/node.pem": pem(),
    });
  const limits = "group_outgoing_bw_limit_group0=2\ngroup_outgoing_bw_limit_group1=2";
  expect(report(await node(`enable=true\n${limits}`))).toEqual(["flow.noGroup group_outgoing_bw_limit_group1"]);
  // without a limit that applies, another rule says so
  expect(report(await node(limits))).toEqual([]);
});

it("the script that starts a node has the line ends of Linux", async () => {
  const node = (script: string) =>
    folder("/c/h/node0", {
      "config.ini": "[cert]\n[security]\nprivate_key_path=conf/node.pem\n",
      "config.genesis": genesis(false),
      "conf/node.pem": pem(),
      "start.sh": script,
    });
  expect(report(await node("#!/bin/bash\r\nnohup fisco-bcos &\r\n"))).toEqual(["start.lineEnds "]);
  expect(report(await node("#!/bin/bash\nnohup fisco-bcos &\n"))).toEqual([]);
});

it("of the content of the other file nothing else is said", async () => {
  const own = await folder("/c/h/node0", {
    "config.ini": genesis(false),
    "config.genesis": genesis(false),
    "conf/node.pem": pem(),
  });
  expect(acrossFindings(own, [own], 0).config).toEqual([]);
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
    "bbbbbbbb…:1",
    "aaaaaaaa…:1",
    "node0",
  ]);
});

/** A node of a chain of two, with what config.ini and config.genesis have besides. */
const member = (
  name: string,
  { p2p = "", more = "", genesisMore = "", peers = '{"nodes":["10.0.0.9:30300"]}' } = {},
  rest: Readonly<Record<string, string>> = {},
): Promise<FolderFacts> =>
  folder(`/c/h/${name}`, {
    "config.ini": `[p2p]\nlisten_port=3030${name.at(-1)}\n${p2p}[cert]\n[security]\nprivate_key_path=conf/node.pem\n${more}`,
    "ssl.key": "x",
    "conf/node.pem": pem(),
    "config.genesis": genesis(false).replace("[version]", `node.1=${"b".repeat(128)}:1\n[version]`) + genesisMore,
    "nodes.json": peers,
    ...rest,
  });
const without = (found: string[], ...rules: string[]): string[] =>
  found.filter((each) => !rules.some((rule) => each.startsWith(rule)));
const reported = (own: FolderFacts, all: readonly FolderFacts[]): string[] =>
  without(report(own, all), "key.notSealer");

it("what all nodes of a chain must have alike is told where it differs from most of them", async () => {
  const alike = [await member("node0"), await member("node1"), await member("node2")];
  for (const own of alike) expect(reported(own, alike)).toEqual([]);
  const odd = await member("node3", { p2p: "sm_ssl=true\nenable_rip_protocol=false\n" });
  const all = [...alike, odd];
  expect(reported(odd, all)).toEqual(["p2p.differs enable_rip_protocol"]);
  expect(reported(alike[0] as FolderFacts, all)).toEqual([]);
  const web3 = await member("node4", { genesisMore: "[web3]\nchain_id=7\n" });
  expect(acrossFindings(web3, [...alike, web3], 0).genesis).toMatchObject([
    { rule: "genesis.differs", severity: "warning", section: "web3", key: "chain_id" },
  ]);
});

it("a key of the suite of its chain that is no sealer's is told where a sealer has no folder", async () => {
  const all = [await member("node0"), await member("node1")];
  expect(report(all[0] as FolderFacts, all)).toContain("key.notSealer private_key_path");
  expect(report(all[0] as FolderFacts, all.slice(0, 1))).not.toContain("key.notSealer private_key_path");
});

/** A node of a chain of two with a real key, and what else its files have. */
async function realSealer(other: string, { sm = false, key = pem(), p2p = "" } = {}): Promise<FolderFacts> {
  const files = { "config.ini": `[p2p]\n${p2p}[cert]\n[security]\nprivate_key_path=conf/node.pem\n`, "ssl.key": "x" };
  const keys = { "conf/node.pem": key };
  const { consensusId = "" } = await folder("/c/h/node0", { ...files, ...keys });
  const ofBoth = genesis(sm).replace("a".repeat(128), consensusId).replace("[version]", `node.1=${other}:1\n[version]`);
  return folder("/c/h/node0", { ...files, ...keys, "config.genesis": ofBoth });
}
const idOf = async (key: string): Promise<string> =>
  (await folder("/c/h/n", { "config.ini": "[security]\nprivate_key_path=k\n", k: key })).consensusId ?? "";

it("a sealer's ID that no key has is told beside real folders, on the chain's curve", async () => {
  const genesisOf = (own: FolderFacts) => acrossFindings(own, [own], 0).genesis;
  const real = await idOf(pem());
  expect(genesisOf(await realSealer(real))).toEqual([]);
  const mistyped = `${real.slice(0, -1)}${real.endsWith("0") ? "1" : "0"}`;
  expect(genesisOf(await realSealer(mistyped))).toMatchObject([
    { rule: "sealer.noKey", section: "consensus", value: mistyped, message: { args: ["secp256k1"] } },
  ]);
  // an ID of the other curve, and samples with made-up IDs alone
  const realSmKey = pem("SM2");
  const smId = await idOf(realSmKey);
  expect(genesisOf(await realSealer(smId))).toMatchObject([{ rule: "sealer.noKey" }]);
  expect(genesisOf(await realSealer(smId, { sm: true, key: realSmKey }))).toEqual([]);
  expect(genesisOf(await realSealer(real, { sm: true, key: realSmKey }))).toMatchObject([
    { rule: "sealer.noKey", message: { args: ["SM2"] } },
  ]);
  expect(genesisOf(await member("node0"))).toEqual([]);
});

it("a sealer that receives blocks alone is told, where its release knows the key", async () => {
  const real = await idOf(pem());
  const found = async (p2p: string) => without(report(await realSealer(real, { p2p })), "key.notSealer");
  expect(await found("readonly=true\n")).toEqual(["sealer.readonly readonly"]);
  expect(await found("readonly=false\n")).toEqual([]);
  // an observer can have it
  expect(reported(await member("node0", { p2p: "readonly=true\n" }), [])).toEqual([]);
});

it("what config.ini has outside of the folder is another node's, or isn't there", async () => {
  const other = await member("node1");
  const config = "[cert]\nca_path=../node1/conf\n[security]\nprivate_key_path=../node1/conf/node.pem\n";
  const own = await folder("/c/h/node0", { "config.ini": config, "start.sh": "", "nodes.json": '{"nodes":[]}' });
  const found = acrossFindings(own, [own, other], 0).config.map(({ rule, key }) => `${rule} ${key ?? ""}`);
  expect(found).toEqual(expect.arrayContaining(["key.foreign private_key_path", "cert.shared ca_path"]));
  const looked: string[] = [];
  const files: Readonly<Record<string, string>> = {
    "config.ini": "[cert]\nca_path=/opt/conf\n[security]\nprivate_key_path=/keys/own.pem\n",
    "start.sh": "",
    "nodes.json": '{"nodes":[]}',
  };
  const absolute = await folderFacts("/c/h/node0", folderInMemory(files), tools, undefined, async (path) => {
    looked.push(path);
    return path === "/opt/conf";
  });
  expect(looked).toEqual(["/keys/own.pem", "/opt/conf"]);
  expect(report(absolute)).toEqual(["key.missing private_key_path"]);
});

it("[chain] of config.ini counts for nothing where config.genesis says otherwise", async () => {
  const own = await member("node0", { more: "[chain]\nsm_crypto=true\ngroup_id=group0\nchain_id=other\n" });
  expect(reported(own, [own])).toEqual(["chain.differs sm_crypto", "chain.differs chain_id"]);
  // where config.genesis says nothing, the node has its defaults
  const without = await folder("/c/h/node0", {
    "config.ini":
      "[cert]\n[security]\nprivate_key_path=conf/node.pem\n[chain]\nsm_crypto=false\ngroup_id=group0\nchain_id=chain\n",
    ...{ "ssl.key": "x", "conf/node.pem": pem() },
    "config.genesis": genesis(false).replace(/^\[chain\][\s\S]*(?=\[consensus\])/, ""),
  });
  expect(reported(without, [without])).toEqual(["chain.differs group_id"]);
});

it("a node whom no one knows and that knows no one stays alone", async () => {
  const peers = (own: FolderFacts, all: readonly FolderFacts[]) =>
    peerFindings(own, all).map(({ rule, severity }) => [rule, severity]);
  const alone = await member("node0", { peers: '{"nodes":["127.0.0.1:30300"]}' });
  const knows = await member("node1", { peers: '{"nodes":["127.0.0.1:30300"]}' });
  const others = await member("node1", { peers: '{"nodes":[]}' });
  expect(peers(alone, [alone, others])).toEqual([["peers.none", "error"]]);
  expect(peers(alone, [alone, knows])).toEqual([["peers.none", undefined]]);
  // the others aren't here
  expect(peers(alone, [alone])).toEqual([["peers.none", undefined]]);
});

it("a chain whose nodes fall into parts that have no address of each other is told, unless something else may join them", async () => {
  const chain = (lists: readonly (readonly number[])[]): Promise<FolderFacts[]> =>
    Promise.all(
      lists.map((ports, node) =>
        member(`node${node}`, { peers: JSON.stringify({ nodes: ports.map((port) => `127.0.0.1:3030${port}`) }) }),
      ),
    );
  const told = async (lists: readonly (readonly number[])[]): Promise<string[][]> => {
    const all = await chain(lists);
    return all.map((own) => peerFindings(own, all).map(({ rule, severity }) => `${rule} ${severity}`));
  };
  const split = ["peers.none error"];
  expect(await told([[0, 1], [0], [3], [2, 3]])).toEqual([split, split, split, split]);
  // one address is enough, in any of the folders
  expect(await told([[0, 1], [0], [3], [1]])).toEqual([[], [], [], []]);
  const all = await chain([[0, 1], [0], [3], [2]]);
  const [, second] = all;
  const elsewhere = await member("node3", { peers: '{"nodes":["127.0.0.1:30302","10.0.0.9:30300"]}' });
  const others = [...all.slice(0, 3), elsewhere];
  expect(peerFindings(second as FolderFacts, others)).toEqual([]);
  // a port of this machine that no node has may be a tunnel to another one
  const tunnel = await member("node3", { peers: '{"nodes":["127.0.0.1:30302","127.0.0.1:40000"]}' });
  expect(peerFindings(second as FolderFacts, [...all.slice(0, 3), tunnel])).toEqual([]);
});

it("a node that listens on its own machine alone is told where others have it by another address", async () => {
  const node = (name: string, address: string, ip = "0.0.0.0"): Promise<FolderFacts> =>
    folder(`/c/10.0.0.1/${name}`, {
      "config.ini": `[p2p]\nlisten_ip=${ip}\nlisten_port=3030${name.at(-1)}\n[cert]\n[security]\nprivate_key_path=conf/node.pem\n`,
      "ssl.key": "x",
      "conf/node.pem": pem(),
      "nodes.json": JSON.stringify({ nodes: [`${address}:30300`, `${address}:30301`] }),
    });
  const told = async (address: string, ip: string): Promise<string[]> => {
    const all = [await node("node0", address, ip), await node("node1", address)];
    return report(all[0] as FolderFacts, all).concat(
      acrossFindings(all[0] as FolderFacts, all, 0)
        .config.filter(({ rule }) => rule === "peers.loopback")
        .map(({ rule, key }) => `${rule} ${key}`),
    );
  };
  expect(await told("10.0.0.1", "127.0.0.1")).toEqual(["peers.loopback listen_ip"]);
  expect(await told("10.0.0.1", "0.0.0.0")).toEqual([]);
  expect(await told("127.0.0.1", "127.0.0.1")).toEqual([]);
});

it("features in another order, and a sealer more often than elsewhere, make another genesis block", async () => {
  const node = (name: string, more: string, sealers = ""): Promise<FolderFacts> =>
    folder(`/c/h/${name}`, {
      "config.genesis": `${genesis(false).replace("[version]", `${sealers}[version]`)}${more}`,
    });
  const [balance, sharding] = ["feature_balance=true\n", "feature_sharding=true\n"];
  const some = `[features]\n${balance}${sharding}`;
  const nodes = [
    await node("node0", some),
    await node("node1", some),
    await node("node2", `[features]\n${sharding}${balance}`),
    await node("node3", some, `node.1=${"a".repeat(128)}:1\n`),
  ];
  expect(acrossFindings(nodes[0] as FolderFacts, nodes, 0).genesis).toEqual([]);
  const [moved] = acrossFindings(nodes[2] as FolderFacts, nodes, 0).genesis;
  expect([moved?.section, moved?.key, moved?.message.args]).toEqual([
    "features",
    "feature_sharding",
    ["feature_sharding", "node0"],
  ]);
  const [twice] = acrossFindings(nodes[3] as FolderFacts, nodes, 0).genesis;
  expect([twice?.key, twice?.message.args]).toEqual(["node.", ["aaaaaaaa…:1", "node0"]]);
});

it("an entry that has only its first digits of a peer is told before the next reload takes the peer away", async () => {
  const id = "ab".repeat(256);
  const peer = { peers: '{"nodes":["127.0.0.1:30300"]}' };
  const told = async (entry: string): Promise<string[]> => {
    const all = [
      await member(
        "node0",
        { more: `[certificate_whitelist]\ncal.0=${entry}\n`, peers: '{"nodes":["127.0.0.1:30301"]}' },
        { "conf/ssl.nodeid": "cd".repeat(256) },
      ),
      await member("node1", peer, { "conf/ssl.nodeid": id }),
    ];
    return reported(all[0] as FolderFacts, all).filter((each) => each.startsWith("list."));
  };
  expect(await told(id)).toEqual([]);
  expect(await told(`${id.slice(0, -1)}0`)).toEqual(["list.refusesPeer cal.0"]);
  expect(await told(`0${id.slice(1)}`)).toEqual(["list.refusesPeer "]);
});

it("the two certificates of SM TLS are for what their key usage says", async () => {
  const place = mkdtempSync(join(tmpdir(), "chainside-usage-"));
  const { ca, sign, encrypt } = smTlsMaterial(place);
  rmSync(place, { recursive: true });
  const told = async (signing: typeof sign, encryption: typeof sign): Promise<string[]> => {
    const own = await folder("/c/h/node0", {
      "config.ini":
        "[p2p]\nsm_ssl=true\n[rpc]\nsm_ssl=true\n[cert]\nca_path=conf\n[security]\nprivate_key_path=conf/node.pem\n",
      "conf/node.pem": smKey,
      "conf/sm_ca.crt": ca,
      "conf/sm_ssl.crt": signing.cert,
      "conf/sm_ssl.key": signing.key,
      "conf/sm_enssl.crt": encryption.cert,
      "conf/sm_enssl.key": encryption.key,
    });
    return acrossFindings(own, [own], Date.now())
      .config.filter(({ rule }) => rule.startsWith("cert."))
      .map(({ rule, key, message }) => `${rule} ${key} ${message.args?.[0]}`);
  };
  expect(await told(sign, encrypt)).toEqual([]);
  expect(await told(encrypt, sign)).toEqual(["cert.otherUsage sm_node_cert sm_ssl.crt"]);
  expect(await told(sign, sign)).toEqual(["cert.otherUsage sm_ennode_cert sm_enssl.crt"]);
  expect(await told(encrypt, encrypt)).toEqual(["cert.otherUsage sm_node_cert sm_ssl.crt"]);
});

it("a file that is a folder, half a file, or a public key is no key", async () => {
  const files: Readonly<Record<string, string>> = {
    "config.ini": "[cert]\n[security]\nprivate_key_path=conf/own.pem\n",
    "ssl.key": "x",
    "nodes.json": '{"nodes":[]}',
    "config.genesis": genesis(false),
  };
  const withKey = async (key: string | undefined): Promise<string[]> => {
    const content: Readonly<Record<string, string | undefined>> = { ...files, "conf/own.pem": key };
    const list = async (name: string): Promise<string[]> => (name === "conf" ? ["own.pem"] : []);
    const own = { ...folderInMemory(content), list };
    return without(report(await folderFacts("/c/h/node0", own, tools)), "cert.");
  };
  const whole = pem();
  expect(await withKey(whole)).toEqual([]);
  for (const key of [
    undefined,
    whole.slice(0, 100),
    whole.replaceAll("PRIVATE", "PUBLIC"),
    whole.replace(/\n.{40}/, "\n"),
  ])
    expect(await withKey(key)).toEqual(["key.unreadable private_key_path"]);
});

it("two chains that lie side by side don't differ, and collected files of a chain do", async () => {
  const collected = (name: string, sealer: string): Promise<FolderFacts> =>
    folder(`/c/h/${name}`, { "config.genesis": genesis(false).replace("a".repeat(128), sealer.repeat(128)) });
  const [air, sm, auth] = [await collected("air", "a"), await collected("sm", "b"), await collected("auth", "c")];
  for (const own of [air, sm, auth]) expect(acrossFindings(own, [air, sm, auth], 0).genesis).toEqual([]);
  const again = await collected("air1", "a");
  expect(acrossFindings(sm, [air, sm, again], 0).genesis).toMatchObject([
    { rule: "genesis.differs", value: "b".repeat(128) },
  ]);
});
