import { describe, expect, it } from "vitest";
import { asNode, type Showing } from "../../../../src/chain/tlcp/handshake";
import { type SmCertificate, usages } from "../../../../src/chain/tlcp/smCertificate";
import { credentialsOf, encryptUse, signUse, smAuthority, smSide } from "../../../support/smChain";
import { TlcpPair } from "../../../support/tlcpPair";

const authority = smAuthority();
const [node, sdk] = [credentialsOf(smSide(authority, "node")), credentialsOf(smSide(authority, "sdk"))];

function orders<Item>(items: readonly Item[]): Item[][] {
  if (items.length <= 1) return [[...items]];
  return items.flatMap((first, i) => orders(items.filter((_, at) => at !== i)).map((rest) => [first, ...rest]));
}

/** What both sides take the other's certificates for, or why they refuse. */
function outcome(pair: TlcpPair): unknown {
  pair.carry();
  const { client, server } = pair;
  if (client.error || server.error) return [client.error?.code, server.error?.code];
  const named = (certificate: SmCertificate | undefined) => certificate?.subject.split(",")[0];
  const [ofNode, ofClient] = [client.established?.peer, server.established?.peer];
  return [ofNode?.sign, ofNode?.encrypt, ofClient?.sign, ofClient?.encrypt].map(named);
}

const both = ["CN=node", "CN=node encrypt", "CN=sdk", "CN=sdk encrypt"];
const parts: Showing = ({ sign, encrypt, trusted }) => [...sign.chain, ...encrypt.chain, ...trusted];

describe("certificates of TLCP in any order", () => {
  const places = orders([0, 1, 2]);
  const picked =
    (order: readonly number[]): Showing =>
    (credentials) =>
      order.flatMap((place) => parts(credentials)[place] ?? []);

  it.each(["ECC_SM4_CBC_SM3", "ECDHE_SM4_CBC_SM3"] as const)("of both sides, with %s", (suite) => {
    for (const server of places) {
      for (const client of places) {
        const showing = { server: picked(server), client: picked(client) };
        expect(outcome(new TlcpPair(sdk, node, [suite], showing)), `${server} ${client}`).toEqual(both);
      }
    }
  });

  it("as a node shows them: signing, authority, encryption", () => {
    expect(asNode(node).map(({ subject }) => subject.split(",")[0])).toEqual([
      "CN=node",
      "CN=SM CA",
      "CN=node encrypt",
    ]);
    expect(outcome(new TlcpPair(sdk, node, undefined, { server: asNode, client: asNode }))).toEqual(both);
  });

  it("with agencies between, an authority that says nothing of itself, and repeated certificates", () => {
    const root = smAuthority("old CA", { ca: undefined });
    const agency = smAuthority("agency", { ca: true, keyUsage: usages.keyCertSign }, root);
    const side = (label: string) => {
      const { sign, ...rest } = smSide({ ...agency, pem: root.pem }, label);
      return credentialsOf({ ...rest, sign: { ...sign, cert: sign.cert + agency.pem } });
    };
    const [ofNode, ofClient] = [side("node"), side("sdk")];
    for (const order of orders([0, 1, 2, 3])) {
      const server = picked(order);
      const twice: Showing = (credentials) => [...server(credentials), ...server(credentials)];
      expect(outcome(new TlcpPair(ofClient, ofNode, undefined, { server, client: server })), String(order)).toEqual(
        both,
      );
      expect(outcome(new TlcpPair(ofClient, ofNode, undefined, { server: twice })), String(order)).toEqual(both);
    }
  });

  it("with a certificate that may do both beside one that may do one", () => {
    const wide = signUse | encryptUse;
    for (const changes of [{ sign: { keyUsage: wide } }, { encrypt: { keyUsage: wide } }]) {
      const of = credentialsOf(smSide(authority, "node", changes));
      for (const order of places)
        expect(outcome(new TlcpPair(sdk, of, undefined, { server: picked(order) })), String(order)).toEqual(both);
    }
  });

  it("lets a client show its signing certificate alone, with the authority before or behind it", () => {
    for (const order of [[0], [0, 2], [2, 0]]) {
      const pair = new TlcpPair(sdk, node, ["ECC_SM4_CBC_SM3"], { client: picked(order) });
      expect(outcome(pair)).toEqual(["CN=node", "CN=node encrypt", "CN=sdk", undefined]);
    }
  });

  it("refuses a node without a certificate for encryption, whatever authority stands in its place", () => {
    for (const order of [[0], [0, 2], [2, 0], [2]]) {
      const pair = new TlcpPair(sdk, node, undefined, { server: picked(order) });
      expect(outcome(pair), String(order)).toEqual(["ERR_TLCP_BAD_CERTIFICATE", "ERR_TLCP_ALERT_BAD_CERTIFICATE"]);
    }
  });
});
