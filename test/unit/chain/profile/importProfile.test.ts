import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  clientMaterial,
  importNodeFolder,
  importProfile,
  importSdkConfig,
  importSdkFolder,
} from "../../../../src/chain/profile/importProfile";
import { tlsOf } from "../../../../src/cli/connection/connectionOptions";

let home: string;
const put = (path: string, content = ""): string => {
  mkdirSync(dirname(join(home, path)), { recursive: true });
  writeFileSync(join(home, path), content);
  return join(home, path);
};

beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), "profiles-"));
  for (const name of ["ca.crt", "sdk.crt", "sdk.key"]) put(`nodes/10.1.2.3/sdk/${name}`);
  put("nodes/10.1.2.3/node0/config.ini", "[rpc]\n  listen_ip=0.0.0.0\n  listen_port=20210\n  enable_ssl=true\n");
  put("nodes/10.1.2.3/node0/config.genesis", "[chain]\n  group_id=trade\n");
  put("nodes/10.1.2.3/node10/config.ini", "[rpc]\nlisten_ip=::1\nlisten_port=20211\ndisable_ssl=true\n");
  put("nodes/10.1.2.3/node2/config.ini", "[rpc]\nlisten_port=20212\n");
  for (const name of ["sm_ca.crt", "sm_sdk.crt", "sm_sdk.key"]) put(`smchain/sdk/${name}`);
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

describe("importing a connection profile", () => {
  it("reads an sdk folder and the node folders beside it, in their order", async () => {
    const folder = join(home, "nodes/10.1.2.3/sdk");
    expect(await importSdkFolder(folder)).toEqual({
      name: "10.1.2.3",
      endpoints: ["https://10.1.2.3:20210", "https://10.1.2.3:20212", "http://[::1]:20211"],
      group: "",
      tls: { ca: join(folder, "ca.crt"), cert: join(folder, "sdk.crt"), key: join(folder, "sdk.key") },
    });
  });

  it("puts addresses with TLS before plain ones where there are certificates, and keeps the order without", async () => {
    const plain = "[rpc]\n  listen_ip=127.0.0.1\n  listen_port=20300\n  enable_ssl=false\n";
    put("mixed/node0/config.ini", plain);
    put("mixed/node1/config.ini", plain.replace("20300", "20301").replace("false", "true"));
    const without = await importNodeFolder(join(home, "mixed/node0"));
    expect(without.endpoints).toEqual(["http://127.0.0.1:20300", "https://127.0.0.1:20301"]);
    for (const name of ["ca.crt", "sdk.crt", "sdk.key"]) put(`mixed/sdk/${name}`);
    const secure = ["https://127.0.0.1:20301", "http://127.0.0.1:20300"];
    put("mixed/node2/config.ini", plain.replace("20300", "20302"));
    const chosen = await importNodeFolder(join(home, "mixed/node2"));
    expect(chosen.endpoints).toEqual(["http://127.0.0.1:20302", ...secure]);
    rmSync(join(home, "mixed/node2"), { recursive: true });
    expect((await importSdkFolder(join(home, "mixed/sdk"))).endpoints).toEqual(secure);
  });

  it("a folder for SM TLS that isn't whole is not taken for one of standard TLS", async () => {
    for (const name of ["sm_ca.crt", "sm_sdk.crt", "sm_sdk.key", "sm_ensdk.crt"])
      put(`halfsm/sdk/${name}`, "-----BEGIN CERTIFICATE-----\n");
    const sdk = join(home, "halfsm/sdk");
    const given = { sdk, ca: undefined, cert: undefined, key: undefined, "en-cert": undefined, "en-key": undefined };
    const thrown = await tlsOf(given as never).catch((error: unknown) => error);
    expect(thrown).toMatchObject({ code: "unreadableFile" });
    expect(String(thrown)).toContain("sm_ensdk.key");
    expect(String(thrown)).not.toContain("/ca.crt");
    // a key that lies elsewhere is enough
    const elsewhere = put("halfsm/elsewhere.key", "x");
    await expect(tlsOf({ ...given, "en-key": elsewhere } as never)).resolves.toMatchObject({ enKey: "x" });
  });

  it("takes the five files of an SM chain, and asks for the address that is not there", async () => {
    const folder = join(home, "smchain/sdk");
    await expect(importSdkFolder(folder)).rejects.toMatchObject({
      code: "sdkFileMissing",
      details: { missing: ["sm_ensdk.crt", "sm_ensdk.key"] },
    });
    await expect(clientMaterial(join(home, "smchain"))).rejects.toMatchObject({ code: "sdkFileMissing" });
    for (const name of ["sm_ensdk.crt", "sm_ensdk.key"]) put(`smchain/sdk/${name}`);
    const profile = await importSdkFolder(folder);
    expect(profile.tls).toEqual({
      ca: join(folder, "sm_ca.crt"),
      cert: join(folder, "sm_sdk.crt"),
      key: join(folder, "sm_sdk.key"),
      enCert: join(folder, "sm_ensdk.crt"),
      enKey: join(folder, "sm_ensdk.key"),
    });
    expect(await clientMaterial(join(home, "smchain"))).toEqual(profile.tls);
  });

  it("refuses a folder that is none", async () => {
    await expect(importSdkFolder(home)).rejects.toMatchObject({ kind: "usage", code: "notAnSdkFolder" });
    await expect(importNodeFolder(join(home, "nowhere"))).rejects.toMatchObject({
      kind: "usage",
      code: "notANodeFolder",
    });
  });

  it("takes those whose config.genesis settles the same, and TLS as their release reads it", async () => {
    const genesis = (sealers: string): string =>
      `[chain]\nchain_id=chain0\ngroup_id=group0\n[consensus]\n${sealers}[version]\ncompatibility_version=3.2.0\n`;
    const [one, two] = ["1".repeat(128), "2".repeat(128)];
    const node = (name: string, port: number, text: string, release: string): void => {
      put(`mixed/127.0.0.1/${name}/config.ini`, `[rpc]\nlisten_port=${port}\nenable_ssl=false\n`);
      put(`mixed/127.0.0.1/${name}/config.genesis`, text);
      put(`mixed/127.0.0.1/${name}/nohup.out`, `FISCO BCOS Version : ${release}\n`);
    };
    node("node0", 20200, genesis(`node.0=${one}: 1\nnode.1=${two}: 1\n`), "3.16.4");
    node("node1", 20201, `; copied\r\n${genesis(`node.0=${two}\nnode.1=${one}\n`)}`, "3.11.0");
    node("node2", 20202, genesis(`node.0=${one}: 1\n`), "3.16.4");
    const { endpoints } = await importNodeFolder(join(home, "mixed/127.0.0.1/node0"));
    // a release before 3.12 doesn't read enable_ssl
    expect(endpoints).toEqual(["http://127.0.0.1:20200", "https://127.0.0.1:20201"]);
  });

  it("takes the nodes of the same chain on other hosts, and no node of another chain", async () => {
    const node = (path: string, port: number, genesis: string): void => {
      put(`wide/${path}/config.ini`, `[rpc]\nlisten_port=${port}\n`);
      put(`wide/${path}/config.genesis`, genesis);
    };
    node("10.0.0.1/node0", 20200, "one\n");
    node("10.0.0.1/node1", 20201, "one");
    node("10.0.0.1/other", 20209, "two");
    node("10.0.0.2/node0", 20200, "one");
    node("10.0.0.3/node0", 20200, "two");
    const own = ["https://10.0.0.1:20201", "https://10.0.0.1:20200", "https://10.0.0.2:20200"];
    expect((await importNodeFolder(join(home, "wide/10.0.0.1/node1"))).endpoints).toEqual(own);
    for (const name of ["ca.crt", "sdk.crt", "sdk.key"]) put(`wide/10.0.0.1/sdk/${name}`);
    expect((await importSdkFolder(join(home, "wide/10.0.0.1/sdk"))).endpoints).toEqual([own[1], own[0], own[2]]);
  });

  it("reads a node folder and the nodes beside it, its own first", async () => {
    const profile = await importNodeFolder(join(home, "nodes/10.1.2.3/node0"));
    const endpoints = ["https://10.1.2.3:20210", "https://10.1.2.3:20212", "http://[::1]:20211"];
    expect(profile).toMatchObject({ name: "node0", endpoints, group: "trade" });
    expect(profile.tls?.key).toBe(join(home, "nodes/10.1.2.3/sdk/sdk.key"));
  });

  it("takes the port for one with TLS where the node can't read enable_ssl", async () => {
    put("odd/127.0.0.1/node0/config.ini", "[rpc]\n  listen_port=20300\n  enable_ssl=flase\n");
    const profile = await importNodeFolder(join(home, "odd/127.0.0.1/node0"));
    expect(profile.endpoints).toEqual(["https://127.0.0.1:20300"]);
  });

  it("reads a console's config.toml, whose values are quoted", async () => {
    const path = put(
      "console/conf/config.toml",
      '[cryptoMaterial]\ncertPath = "conf"\ndisableSsl = "false"\nuseSMCrypto = "false"\n[network]\nmessageTimeout = "15000"\ndefaultGroup = "group0"\npeers = ["127.0.0.1:20200", "[::1]:20201"]\n',
    );
    for (const name of ["ca.crt", "sdk.crt"]) put(`console/conf/${name}`);
    const profile = await importSdkConfig(path);
    expect(profile).toEqual({
      name: "console",
      endpoints: ["https://127.0.0.1:20200", "https://[::1]:20201"],
      group: "group0",
      tls: {
        ca: join(home, "console/conf/ca.crt"),
        cert: join(home, "console/conf/sdk.crt"),
        key: join(home, "console/conf/sdk.key"),
      },
      timeoutMs: 15000,
    });
  });

  it("takes bare booleans and lets enableSsl win", async () => {
    const path = put(
      "java/config.toml",
      '[cryptoMaterial]\ndisableSsl = false\nenableSsl = false\n[network]\npeers = ["h:1"]\n',
    );
    expect((await importSdkConfig(path)).endpoints).toEqual(["http://h:1"]);
  });

  it("reads a C SDK's config.ini", async () => {
    const path = put(
      "c/config.ini",
      "[common]\n  disable_ssl=false\n  message_timeout_ms=8000\n[cert]\n  ssl_type=ssl\n  ca_path=./certs\n  ca_cert=my-ca.crt\n[peers]\n  node.0=127.0.0.1:20200\n  node.1=[::1]:20201\n",
    );
    const profile = await importSdkConfig(path);
    expect(profile.endpoints).toEqual(["https://127.0.0.1:20200", "https://[::1]:20201"]);
    expect(profile.timeoutMs).toBe(8000);
    expect(profile.tls?.ca).toBe(join(home, "c/certs/my-ca.crt"));
  });

  it("tells by what is there what a path is", async () => {
    const file = (path: string): string => join(home, path);
    const name = async (path: string): Promise<unknown> => (await importProfile(file(path))).endpoints;
    const nodes = ["https://10.1.2.3:20210", "https://10.1.2.3:20212", "http://[::1]:20211"];
    expect(await name("nodes/10.1.2.3/sdk")).toEqual(nodes);
    expect(await name("nodes/10.1.2.3/sdk/sdk.key")).toEqual(nodes);
    expect(await name("nodes/10.1.2.3")).toEqual(nodes);
    const second = [nodes[1], nodes[0], nodes[2]];
    expect(await name("nodes/10.1.2.3/node2")).toEqual(second);
    expect(await name("nodes/10.1.2.3/node2/config.ini")).toEqual(second);
    put("desk/conf/config.toml", '[network]\npeers = ["h:1"]\n');
    expect(await name("desk")).toEqual(["https://h:1"]);
    put("native/config.ini", "[common]\n[peers]\nnode.0=h:2\n");
    expect(await name("native")).toEqual(["https://h:2"]);
  });

  it("takes a node's own certificates where no sdk folder is", async () => {
    put("alone/node0/config.ini", "[rpc]\nlisten_port=20200\n");
    for (const name of ["ca.crt", "ssl.crt", "ssl.key"]) put(`alone/node0/conf/${name}`);
    const profile = await importProfile(join(home, "alone/node0"));
    expect(profile.tls?.cert).toBe(join(home, "alone/node0/conf/ssl.crt"));
  });

  it("names the file that an sdk folder lacks", async () => {
    put("part/ca.crt");
    put("part/sdk.crt");
    await expect(importProfile(join(home, "part"))).rejects.toMatchObject({
      code: "sdkFileMissing",
      details: { present: ["ca.crt", "sdk.crt"], missing: ["sdk.key"] },
    });
  });

  it("finds certificates where a person may point to", async () => {
    expect((await clientMaterial(join(home, "nodes/10.1.2.3"))).ca).toBe(join(home, "nodes/10.1.2.3/sdk/ca.crt"));
    await expect(clientMaterial(join(home, "part"))).rejects.toMatchObject({ code: "sdkFileMissing" });
    await expect(clientMaterial(home)).rejects.toMatchObject({ code: "notAnSdkFolder" });
  });

  it("looks beside a config.toml when its certPath is not there", async () => {
    put("moved/config.toml", '[cryptoMaterial]\ncertPath = "conf"\n[network]\npeers = ["h:1"]\n');
    put("moved/ca.crt");
    const profile = await importSdkConfig(join(home, "moved/config.toml"));
    expect(profile.tls?.ca).toBe(join(home, "moved/ca.crt"));
  });

  it("refuses a file that is no SDK configuration", async () => {
    const path = put("other/config.ini", "[p2p]\nlisten_port=1\n");
    await expect(importSdkConfig(path)).rejects.toMatchObject({ kind: "usage", code: "notAnSdkConfig" });
    await expect(importSdkConfig(put("other/config.toml", "[network\n"))).rejects.toMatchObject({
      code: "notAnSdkConfig",
    });
  });
});
