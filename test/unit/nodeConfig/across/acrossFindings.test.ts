import { createPrivateKey, generateKeyPairSync, X509Certificate } from "node:crypto";
import { describe, expect, it } from "vitest";
import { acrossFindings, placed } from "../../../../src/nodeConfig/across/acrossFindings";
import { type FolderFacts, folderFacts } from "../../../../src/nodeConfig/across/folderFacts";
import { parseDocument } from "../../../../src/nodeConfig/document/iniDocument";
import { createAuthority, createCertificate } from "../../../support/certificates";
import { folderInMemory } from "../../../support/folderInMemory";

const chain = createAuthority("chain");
const other = createAuthority("other");
const day = 86_400_000;

/** A key of a node that encrypts what it writes: it says nothing. */
const encrypted = "c2VjcmV0";
/** A certificate of which the host knows nothing. */
const unknown = "-----BEGIN CERTIFICATE-----\nMAA=\n-----END CERTIFICATE-----\n";

type Files = Readonly<Record<string, string | undefined>>;

/** Keys of 2048 bits take their time: one for each node. */
const pairs = new Map<number, ReturnType<typeof rsaPair>>();
const rsaPair = () => generateKeyPairSync("rsa", { modulusLength: 2048 });
function pairOf(node: number): ReturnType<typeof rsaPair> {
  const pair = pairs.get(node) ?? rsaPair();
  pairs.set(node, pair);
  return pair;
}

function files(node: number, change: Files = {}): Files {
  const own = createCertificate(chain, `node${node}`, 365, [], pairOf(node));
  return {
    "config.ini": `[p2p]\n    listen_ip=0.0.0.0\n    listen_port=${30300 + node}\n[rpc]\n    listen_port=${20200 + node}\n[cert]\n    ca_path=./conf\n    ca_cert=ca.crt\n    node_key=ssl.key\n    node_cert=ssl.crt\n[security]\n    private_key_path=conf/node.pem\n[storage_security]\n    enable=true\n`,
    "nodes.json": '{"nodes":[]}',
    "config.genesis": "[chain]\n    group_id=group0\n    chain_id=chain0\n[consensus]\n    leader_period=1\n",
    "conf/node.nodeid": String(node).repeat(128),
    "conf/node.pem": encrypted,
    "conf/ca.crt": chain.pem,
    "conf/ssl.crt": own.pem,
    "conf/ssl.key": own.keyPem,
    ...change,
  };
}

const facts = (path: string, content: Files): Promise<FolderFacts> =>
  folderFacts(path, folderInMemory(content), { X509Certificate, createPrivateKey });

/** What is found in each folder: rules of config.ini, then of config.genesis. */
async function found(folders: Readonly<Record<string, Files>>, now = Date.now()): Promise<Record<string, string[]>> {
  const all = await Promise.all(Object.entries(folders).map(([path, content]) => facts(path, content)));
  return Object.fromEntries(
    all.map((own) => {
      const { config, genesis } = acrossFindings(own, all, now);
      return [own.name, [...config, ...genesis].map(({ rule }) => rule)];
    }),
  );
}

const at = (node: number): string => `/w/nodes/127.0.0.1/node${node}`;

describe("a node folder beside the others", () => {
  it("is said nothing of when all is as the builder made it", async () => {
    expect(await found({ [at(0)]: files(0), [at(1)]: files(1) })).toEqual({ node0: [], node1: [] });
  });

  it("has a light node, which a later release doesn't", async () => {
    expect(await found({ [at(0)]: files(0, { "fisco-bcos-lightnode": "" }) })).toEqual({
      node0: ["release.lightNode"],
    });
  });

  it.each(["conf/ssl.key", "conf/ssl.crt", "conf/ca.crt"])("lacks %s", async (name) => {
    expect((await found({ [at(0)]: files(0, { [name]: undefined }) }))["node0"]).toEqual(["cert.missing"]);
  });

  it("needs files for the RPC port where its release reads that this port has TLS", async () => {
    const config = `${files(0)["config.ini"]}[rpc]\n    sm_ssl=true\n    enable_ssl=false\n`;
    const reported = async (release: string): Promise<unknown> =>
      (
        await found({
          [at(0)]: files(0, { "config.ini": config, "nohup.out": `FISCO BCOS Version : ${release}\n` }),
        })
      )["node0"];
    expect(await reported("3.12.0")).toEqual([]);
    // earlier ones don't know enable_ssl
    expect(await reported("3.11.0")).toEqual(["cert.missing"]);
  });

  it.each(["true", "1"])("has the files of SM TLS where sm_ssl=%s says so", async (value) => {
    const names = ["ca.crt", "ssl.crt", "ssl.key", "enssl.crt", "enssl.key"];
    const sm = Object.fromEntries(
      names.map((name) => [
        `conf/sm_${name}`,
        name.endsWith(".key") ? unknown.replaceAll("CERTIFICATE", "PRIVATE KEY") : unknown,
      ]),
    );
    const standard = { "conf/ca.crt": undefined, "conf/ssl.crt": undefined, "conf/ssl.key": undefined };
    const content = files(0, {
      "config.ini": `[p2p]\nsm_ssl=${value}\n[rpc]\nsm_ssl=true\n[cert]\nca_path=conf\n[security]\nprivate_key_path=conf/node.pem\n[storage_security]\nenable=true\n`,
      ...standard,
      ...sm,
    });
    expect((await found({ [at(0)]: content }))["node0"]).toEqual([]);
    for (const name of ["conf/sm_enssl.crt", "conf/sm_enssl.key"])
      expect((await found({ [at(0)]: { ...content, [name]: undefined } }))["node0"]).toEqual(["cert.missing"]);
  });

  it("has its TLS files beside config.ini where no ca_path says another folder", async () => {
    const config = (files(0)["config.ini"] ?? "").replace("    ca_path=./conf\n", "");
    expect((await found({ [at(0)]: files(0, { "config.ini": config }) }))["node0"]).toEqual(["cert.missing"]);
    const beside = Object.fromEntries(
      Object.entries(files(0)).map(([name, text]) => [name.replace(/^conf\/(?=ca|ssl)/, ""), text]),
    );
    expect((await found({ [at(0)]: { ...beside, "config.ini": config } }))["node0"]).toEqual([]);
  });

  it("is not asked for certificates when it is a collection of files", async () => {
    const collected = { "conf/ssl.key": undefined, "conf/ssl.crt": undefined, "conf/ca.crt": undefined };
    expect((await found({ [at(0)]: files(0, { ...collected, "conf/node.pem": undefined }) }))["node0"]).toEqual([]);
    expect((await found({ [at(0)]: files(0, collected) }))["node0"]).toEqual(["cert.missing"]);
  });

  it("has a key or an authority that is another's", async () => {
    const strange = createCertificate(chain, "strange");
    expect((await found({ [at(0)]: files(0, { "conf/ssl.key": strange.keyPem }) }))["node0"]).toEqual(["cert.foreign"]);
    expect((await found({ [at(0)]: files(0, { "conf/ca.crt": other.pem }) }))["node0"]).toEqual(["cert.foreign"]);
  });

  it("ends in less than 30 days, has ended, or hasn't begun to be valid", async () => {
    const content = files(0);
    const end = Date.parse(new X509Certificate(content["conf/ssl.crt"] ?? "").validTo);
    const rules = async (now: number): Promise<string[]> => [
      ...new Set((await found({ [at(0)]: content }, now))["node0"]),
    ];
    expect(await rules(end - 31 * day)).not.toContain("cert.expires");
    expect(await rules(end - 29 * day)).toContain("cert.expires");
    expect(await rules(end + day)).toContain("cert.expired");
    const begin = Date.parse(new X509Certificate(content["conf/ssl.crt"] ?? "").validFrom);
    expect(await rules(begin + day)).not.toContain("cert.expired");
    expect(await rules(begin - day)).toContain("cert.expired");
  });

  it.each([
    [2048, []],
    [1024, ["cert.idLength"]],
    [3072, ["cert.idLength"]],
  ])("has an RSA key of %d bits", async (modulusLength, rules) => {
    const own = createCertificate(chain, "rsa", 365, [], generateKeyPairSync("rsa", { modulusLength }));
    const content = files(0, { "conf/ssl.crt": own.pem, "conf/ssl.key": own.keyPem });
    expect((await found({ [at(0)]: content }))["node0"]).toEqual(rules);
  });

  it("has a key of an elliptic curve where SM TLS is off", async () => {
    const own = createCertificate(chain, "curve");
    const content = files(0, { "conf/ssl.crt": own.pem, "conf/ssl.key": own.keyPem });
    expect((await found({ [at(0)]: content }))["node0"]).toEqual(["cert.idLength"]);
  });

  it("has a certificate of an agency, which it sends along, or doesn't", async () => {
    const agency = createCertificate(chain, "agency");
    const authority = { ...agency, name: "agency", key: createPrivateKey(agency.keyPem) };
    const own = createCertificate(authority, "node0", 365, [], pairOf(0));
    const rules = async (certificate: string, trusted = chain.pem): Promise<string[] | undefined> => {
      const content = { "conf/ssl.crt": certificate, "conf/ssl.key": own.keyPem, "conf/ca.crt": trusted };
      return (await found({ [at(0)]: files(0, content) }))["node0"];
    };
    expect(await rules(own.pem + agency.pem)).toEqual([]);
    expect(await rules(own.pem + agency.pem + chain.pem)).toEqual([]);
    expect(await rules(own.pem + chain.pem + agency.pem)).toEqual([]);
    expect(await rules(own.pem, chain.pem + agency.pem)).toEqual([]);
    expect(await rules(own.pem)).toEqual(["cert.foreign"]);
    expect(await rules(own.pem.trimEnd() + agency.pem)).toEqual(["cert.unreadable"]);
    // OpenSSL isn't content with an authority that another one issued (`openssl verify`: unable to get issuer certificate)
    expect(await rules(own.pem, agency.pem)).toEqual(["cert.foreign"]);
    expect(await rules(own.pem + agency.pem, other.pem)).toEqual(["cert.foreign"]);
    const wrongOrder = await facts(
      at(0),
      files(0, { "conf/ssl.crt": agency.pem + own.pem, "conf/ssl.key": own.keyPem }),
    );
    expect(acrossFindings(wrongOrder, [], 0).config[0]?.message.text).toContain("must come first");
  });

  it("has the certificate or the ID of another", async () => {
    const first = files(0);
    const copy = files(1, { "conf/ssl.crt": first["conf/ssl.crt"], "conf/ssl.key": first["conf/ssl.key"] });
    expect(await found({ [at(0)]: first, [at(1)]: copy })).toEqual({ node0: ["cert.shared"], node1: ["cert.shared"] });
    const sameId = files(1, { "conf/node.nodeid": first["conf/node.nodeid"] });
    expect(await found({ [at(0)]: first, [at(1)]: sameId })).toEqual({
      node0: ["node.sameId"],
      node1: ["node.sameId"],
    });
  });

  it("opens a port that another of its host opens, whatever it is for", async () => {
    const taken = files(1, { "config.ini": (files(1)["config.ini"] ?? "").replace("20201", "30300") });
    expect(await found({ [at(0)]: files(0), [at(1)]: taken })).toEqual({
      node0: ["port.shared"],
      node1: ["port.shared"],
    });
    expect(await found({ [at(0)]: files(0), "/w/nodes/10.0.0.2/node1": taken })).toEqual({ node0: [], node1: [] });
  });

  it("has another genesis than most of its chain, whatever the order and the remarks", async () => {
    const reordered = "# remark\n[consensus]\nleader_period = 1\n[chain]\nchain_id=chain0\ngroup_id=group0\n";
    const changed = "[chain]\n    group_id=group0\n    chain_id=chain0\n[consensus]\n    leader_period=2\n";
    const three = (last: string): Record<string, Files> => ({
      [at(0)]: files(0),
      [at(1)]: files(1),
      "/w/nodes/10.0.0.2/node2": files(2, { "config.genesis": last }),
    });
    expect(await found(three(reordered))).toEqual({ node0: [], node1: [], node2: [] });
    expect(await found(three(changed))).toEqual({ node0: [], node1: [], node2: ["genesis.differs"] });
    const [two] = await Promise.all([found({ [at(0)]: files(0), [at(1)]: files(1, { "config.genesis": changed }) })]);
    expect(two).toEqual({ node0: ["genesis.differs"], node1: ["genesis.differs"] });
    expect(
      await found({ [at(0)]: files(0), "/w/others/127.0.0.1/node1": files(1, { "config.genesis": changed }) }),
    ).toEqual({
      node0: [],
      node1: [],
    });
  });

  it("has the same genesis where only what doesn't settle block 0 differs", async () => {
    const genesis = (sealers: string, more = "") =>
      `[chain]\ngroup_id=group0\nchain_id=chain0\n[consensus]\n${sealers}[version]\ncompatibility_version=3.16.4\n${more}`;
    const [one, two] = ["1".repeat(128), "ab".repeat(64)];
    const first = genesis(`node.0=${one}: 1\nnode.1=${two}: 1\n`);
    const rules = async (second: string): Promise<string[] | undefined> =>
      (
        await found({
          [at(0)]: files(0, { "config.genesis": first }),
          [at(1)]: files(1, { "config.genesis": second }),
        })
      )["node1"];
    const numbered = `node.7=${two.toUpperCase()}\nnode.3=${one}:1:5\n`;
    expect(await rules(genesis(numbered))).toEqual([]);
    const unread = "[web3]\nchain_id=0\n[tx]\ngas_limit=3000000000\n[consensus_x]\nconsensus_timeout=3000\n";
    expect(await rules(genesis(`leader_period=9\n${numbered}`, unread))).toEqual([]);
    expect(await rules(genesis(`node.0=${one}: 1\n`))).toEqual(["genesis.differs"]);
    expect(await rules(genesis(`node.0=${one}: 1\nnode.1=${two}: 2\n`))).toEqual(["genesis.differs"]);
    expect(await rules(first.replace("chain0", "Chain0"))).toEqual(["genesis.differs"]);
    expect(await rules(genesis(numbered, "[executor]\nversion=1\n"))).toEqual(["genesis.differs"]);
  });

  it("looks at nothing outside of the folder", async () => {
    const asked: string[] = [];
    const config = "[cert]\n    ca_path=//evil/share\n    ca_cert=../../x\n";
    await folderFacts("/w/node0", folderInMemory({ "config.ini": config }, asked), {
      X509Certificate,
      createPrivateKey,
    });
    expect(asked.filter((name) => name.includes("evil") || name.includes(".."))).toEqual([]);
  });

  it("is told on the line of the key, or of its section", () => {
    const document = parseDocument("[p2p]\nlisten_port=1\n[cert]\nca_cert=ca.crt\n");
    const message = { text: "x", args: [] };
    const line = (key: string): number =>
      placed(document, { rule: "cert.missing", section: "cert", key, message }).range.startLine;
    expect(line("ca_cert")).toBe(3);
    expect(line("node_key")).toBe(2);
  });
});
