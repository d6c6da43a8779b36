import { createPrivateKey, X509Certificate } from "node:crypto";
import { describe, expect, it } from "vitest";
import { folderFacts } from "../../../src/nodeConfig/across/folderFacts";
import { parseDocument } from "../../../src/nodeConfig/document/iniDocument";
import { accessMatrix, type MatrixNode } from "../../../src/nodeConfig/lists/accessMatrix";
import { explainDecision } from "../../../src/nodeConfig/lists/decideConnection";
import { say } from "../../../src/text/catalogue";
import { createAuthority, createCertificate } from "../../support/certificates";
import { folderInMemory } from "../../support/folderInMemory";

const [chain, other] = [createAuthority("chain"), createAuthority("other")];
const config = "[p2p]\n[cert]\n    ca_path=./conf\n    ca_cert=ca.crt\n    node_key=ssl.key\n    node_cert=ssl.crt\n";

async function matrixNode(
  index: number,
  change: Readonly<Record<string, string | undefined>> = {},
  nodeVersion = "3.16.4",
): Promise<MatrixNode> {
  const own = createCertificate(chain, `node${index}`);
  const content: Readonly<Record<string, string | undefined>> = {
    "config.ini": config,
    "conf/node.pem": "a key",
    "conf/ca.crt": chain.pem,
    "conf/ssl.crt": own.pem,
    "conf/ssl.key": own.keyPem,
    ...change,
  };
  const { certificates } = await folderFacts(`/w/node${index}`, folderInMemory(content), {
    X509Certificate,
    createPrivateKey,
  });
  return {
    node: { name: `node${index}`, tlsId: String(index).repeat(512) },
    document: parseDocument(content["config.ini"] ?? ""),
    context: { identityLength: 512, nodeVersion },
    ...(certificates ? { certificates } : {}),
  };
}

/** How the first reaches the second, what either says and where. */
async function pair(
  one: Readonly<Record<string, string | undefined>>,
  two: Readonly<Record<string, string | undefined>> = {},
  now = Date.now(),
): Promise<readonly unknown[]> {
  const rows = accessMatrix([await matrixNode(1, one), await matrixNode(2, two)], now);
  const cell = rows[0]?.cells[1];
  const reported = [cell?.decision, cell?.reverse].map((decision) => decision && say(explainDecision(decision)));
  return [cell?.reach, ...reported.map((text) => text?.split(":")[0]), cell?.decision?.reason, cell?.decision?.line];
}

describe("certificates in the access matrix", () => {
  it("let nodes connect that have what they need", async () => {
    expect(await pair({})).toEqual(["direct", "Accepted", "Accepted", "noWhitelist", undefined]);
  });

  it.each([
    ["conf/ca.crt", 3],
    ["conf/ssl.key", 4],
    ["conf/ssl.crt", 5],
  ])("keep a node from starting that lacks %s", async (name, line) => {
    expect(await pair({ [name]: undefined })).toEqual([
      "cannotStart",
      "No connection",
      "Accepted",
      "fileMissing",
      line,
    ]);
  });

  it("keep a node from starting with the key of another one", async () => {
    const { keyPem } = createCertificate(chain, "strange");
    expect(await pair({ "conf/ssl.key": keyPem })).toEqual([
      "cannotStart",
      "No connection",
      "Accepted",
      "foreignKey",
      4,
    ]);
  });

  it("are refused when another authority issued them, unless the node trusts that one too", async () => {
    const strange = createCertificate(other, "node2");
    const foreign = { "conf/ca.crt": other.pem, "conf/ssl.crt": strange.pem, "conf/ssl.key": strange.keyPem };
    expect(await pair({}, foreign)).toEqual(["none", "Refused", "Refused", "otherAuthority", 3]);
    const trusting = { "conf/multiCaPath/5ad8a5d6.0": other.pem, "conf/multiCaPath/notes.txt": "x" };
    expect(await pair(trusting, foreign)).toEqual(["none", "Accepted", "Refused", "noWhitelist", undefined]);
    const both = { ...foreign, "conf/multiCaPath/5ad8a5d6.0": chain.pem };
    expect((await pair(trusting, both))[0]).toBe("direct");
  });

  it("are not looked at by a node that doesn't verify peers, from the release on that knows it", async () => {
    const strange = createCertificate(other, "node2");
    const foreign = { "conf/ca.crt": other.pem, "conf/ssl.crt": strange.pem, "conf/ssl.key": strange.keyPem };
    const trusting = { "config.ini": config.replace("[p2p]", "[p2p]\nenable_ssl_verify=false") };
    const way = async (version: string): Promise<readonly unknown[]> => {
      const [row] = accessMatrix([await matrixNode(1, trusting, version), await matrixNode(2, foreign, version)]);
      const cell = row?.cells[1];
      return [cell?.reach, cell?.decision?.reason, cell?.reverse?.reason];
    };
    expect(await way("3.16.4")).toEqual(["none", "noWhitelist", "otherAuthority"]);
    expect(await way("3.13.0")).toEqual(["none", "otherAuthority", "otherAuthority"]);
    expect((await pair(trusting, { ...foreign, ...trusting }))[0]).toBe("direct");
  });

  it("are refused once they, or the authority, have expired", async () => {
    const end = Date.parse(new X509Certificate(createCertificate(chain, "x").pem).validTo);
    expect((await pair({}, {}, end + 86_400_000)).slice(0, 4)).toEqual(["none", "Refused", "Refused", "expired"]);
    const authorityEnd = Date.parse(new X509Certificate(chain.pem).validTo);
    const later = await pair({}, {}, authorityEnd + 86_400_000);
    expect(later[0]).toBe("none");
  });
});
