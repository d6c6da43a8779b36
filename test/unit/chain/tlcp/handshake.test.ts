import { describe, expect, it } from "vitest";
import { alerts } from "../../../../src/chain/tlcp/alert";
import { type CipherSuiteName, cipherSuites } from "../../../../src/chain/tlcp/cipherSuites";
import { handshakeMessage, messageTypes, writeClientHello } from "../../../../src/chain/tlcp/messages";
import { contentTypes, RecordLayer } from "../../../../src/chain/tlcp/recordLayer";
import { purposeIds, readSmCertificates, usages } from "../../../../src/chain/tlcp/smCertificate";
import { credentialsOf, encryptUse, signUse, smAuthority, smSide } from "../../../support/smChain";
import { TlcpPair } from "../../../support/tlcpPair";

const authority = smAuthority();
const [node, sdk] = [credentialsOf(smSide(authority, "node")), credentialsOf(smSide(authority, "sdk"))];
const suites = cipherSuites.map(({ name }) => name);
const day = 86_400_000;

describe("a TLCP handshake", () => {
  it.each(suites)("agrees on keys and proves both sides with %s", (suite) => {
    const pair = new TlcpPair(sdk, node, [suite]);
    pair.carry();
    for (const side of [pair.client, pair.server]) {
      expect(side.error).toBeUndefined();
      expect(side.established?.suite.name).toBe(suite);
    }
    expect(pair.client.established?.peer.sign.subject).toBe("CN=node, O=fisco-bcos, OU=agency");
    expect(pair.server.established?.peer.encrypt?.subject).toBe("CN=sdk encrypt, O=fisco-bcos, OU=agency");
    pair.say(pair.client, "from the client");
    pair.say(pair.server, "x".repeat(70_000));
    pair.carry();
    expect(Buffer.concat(pair.server.received).toString()).toBe("from the client");
    expect(Buffer.concat(pair.client.received).toString()).toBe("x".repeat(70_000));
    expect(pair.client.received.length).toBe(5); // records of at most 2^14 bytes
    pair.client.connection.close();
    pair.carry();
    expect([pair.server.ended, pair.server.error]).toEqual([true, undefined]);
  });

  it("shows what is unseen in the other side's name", () => {
    const [certificate] = readSmCertificates(smSide(authority, "node\u200b\u202e\n").sign.cert);
    expect(certificate?.subject).toBe("CN=node\\u200b\\u202e\\n, O=fisco-bcos, OU=agency");
  });

  it("comes through in single bytes and all at once", () => {
    const pair = new TlcpPair(sdk, node);
    const queues = { client: pair.client.sent, server: pair.server.sent };
    expect(queues.server).toEqual([]);
    for (;;) {
      const [from, to] = pair.client.sent.length > 0 ? [pair.client, pair.server] : [pair.server, pair.client];
      const bytes = Buffer.concat(from.sent);
      if (bytes.length === 0) break;
      from.sent = [];
      for (const byte of bytes) pair.give(to, Buffer.from([byte]));
    }
    expect(pair.client.established?.suite.name).toBe("ECC_SM4_CBC_SM3");
  });

  it("takes the suite that the node wants most", () => {
    const names: CipherSuiteName[] = ["ECC_SM4_GCM_SM3", "ECC_SM4_CBC_SM3", "ECDHE_SM4_GCM_SM3"];
    const pair = new TlcpPair(sdk, node, names);
    pair.carry();
    expect(pair.client.established?.suite.name).toBe("ECC_SM4_CBC_SM3");
    const none = new TlcpPair(sdk, node, []);
    none.carry();
    expect([none.server.error?.code, none.client.error?.code]).toEqual([
      "ERR_TLCP_HANDSHAKE_FAILURE",
      "ERR_TLCP_ALERT_HANDSHAKE_FAILURE",
    ]);
  });

  const other = smAuthority("another CA");
  const past = { notBefore: new Date(Date.now() - 3 * day), notAfter: new Date(Date.now() - day) };
  const future = { notBefore: new Date(Date.now() + day), notAfter: new Date(Date.now() + 2 * day) };
  const wrong: [string, Parameters<typeof smSide>, string][] = [
    ["of another authority", [{ ...other, pem: authority.pem }, "x"], "UNKNOWN_CA"],
    ["expired for signing", [authority, "x", { sign: past }], "CERTIFICATE_EXPIRED"],
    ["expired for encryption", [authority, "x", { encrypt: past }], "CERTIFICATE_EXPIRED"],
    ["not valid yet", [authority, "x", { sign: future }], "CERTIFICATE_EXPIRED"],
    [
      "for encryption where it should sign",
      [authority, "x", { sign: { keyUsage: encryptUse } }],
      "UNSUPPORTED_CERTIFICATE",
    ],
    ["that may only certify", [authority, "x", { sign: { keyUsage: usages.keyCertSign } }], "UNSUPPORTED_CERTIFICATE"],
  ];
  it.each(wrong)("refuses certificates %s on either side", (_name, side, code) => {
    const bad = credentialsOf(smSide(...side));
    const byClient = new TlcpPair(sdk, bad, ["ECDHE_SM4_CBC_SM3"]);
    byClient.carry();
    expect([byClient.client.error?.code, byClient.server.error?.code]).toEqual([
      `ERR_TLCP_${code}`,
      `ERR_TLCP_ALERT_${code}`,
    ]);
    const byServer = new TlcpPair(bad, node, ["ECDHE_SM4_CBC_SM3"]);
    byServer.carry();
    expect([byServer.server.error?.code, byServer.client.error?.code]).toEqual([
      `ERR_TLCP_${code}`,
      `ERR_TLCP_ALERT_${code}`,
    ]);
    for (const side of [byClient.client, byServer.server]) expect(side.established).toBeUndefined();
  });

  it("refuses an encryption certificate that is for signing", () => {
    const bad = credentialsOf(smSide(authority, "x", { encrypt: { keyUsage: signUse } }));
    const pair = new TlcpPair(sdk, bad);
    pair.carry();
    expect(pair.client.error?.code).toBe("ERR_TLCP_UNSUPPORTED_CERTIFICATE");
  });

  it("refuses a certificate that states other purposes than its side's", () => {
    const stating = (...purposes: string[]) =>
      credentialsOf(smSide(authority, "x", { sign: { purposes }, encrypt: { purposes } }));
    const { any, server, client } = purposeIds;
    const verdict = (ofClient: typeof sdk, ofNode: typeof node) => {
      const pair = new TlcpPair(ofClient, ofNode);
      pair.carry();
      return [pair.client.error?.code, pair.server.error?.code].map((code) => code?.replace("ERR_TLCP_", ""));
    };
    const fine = [undefined, undefined];
    expect(verdict(stating(client), stating(server))).toEqual(fine);
    expect(verdict(stating(any), stating(any))).toEqual(fine);
    expect(verdict(stating(server, client), stating(client, server))).toEqual(fine);
    const [refused, message] = ["UNSUPPORTED_CERTIFICATE", "ALERT_UNSUPPORTED_CERTIFICATE"];
    expect(verdict(sdk, stating(client))).toEqual([refused, message]);
    expect(verdict(stating(server), node)).toEqual([message, refused]);
  });

  it("follows a chain through an agency, and only through one that may certify", () => {
    const agency = smAuthority("agency", { ca: true, keyUsage: usages.keyCertSign }, authority);
    const through = (between: typeof agency) => {
      const side = smSide({ ...between, pem: authority.pem }, "node");
      return credentialsOf({ ...side, sign: { ...side.sign, cert: side.sign.cert + between.pem } });
    };
    const good = new TlcpPair(sdk, through(agency));
    good.carry();
    expect(good.client.established?.peer.sign.issuer).toBe("CN=agency, O=fisco-bcos, OU=agency");
    for (const changes of [{ ca: false }, { ca: undefined }, { keyUsage: signUse }]) {
      const pair = new TlcpPair(sdk, through(smAuthority("agency", changes, authority)));
      pair.carry();
      expect(pair.client.error?.code).toBe("ERR_TLCP_UNKNOWN_CA");
    }
  });

  it("refuses a key that is not the certificate's", () => {
    const stranger = credentialsOf(smSide(authority, "node")); // of the same authority, with other keys
    for (const kind of ["sign", "encrypt"] as const) {
      const mixed = { ...node, [kind]: { ...node[kind], keys: stranger[kind].keys } };
      for (const suite of suites) {
        const pair = new TlcpPair(sdk, mixed, [suite]);
        pair.carry();
        expect(pair.client.established).toBeUndefined();
        expect([pair.client.error, pair.server.error].every(Boolean)).toBe(true);
      }
      const shown = new TlcpPair({ ...sdk, sign: { ...sdk.sign, keys: stranger.sign.keys } }, node);
      shown.carry();
      expect(shown.server.error?.code).toBe("ERR_TLCP_DECRYPT_ERROR");
    }
  });

  it("refuses data before the end, messages out of turn and what is no TLCP", () => {
    const layer = new RecordLayer();
    const hello = writeClientHello({ random: Buffer.alloc(32), suites: [0xe013] });
    const cases: [string, Buffer][] = [
      ["ERR_TLCP_UNEXPECTED_MESSAGE", layer.encode(contentTypes.applicationData, Buffer.from("data"))],
      ["ERR_TLCP_UNEXPECTED_MESSAGE", layer.encode(contentTypes.changeCipherSpec, Buffer.from([1]))],
      [
        "ERR_TLCP_UNEXPECTED_MESSAGE",
        layer.encode(contentTypes.handshake, handshakeMessage(messageTypes.finished).raw),
      ],
      ["ERR_TLCP_UNEXPECTED_MESSAGE", layer.encode(contentTypes.handshake, Buffer.alloc(0))],
      ["ERR_TLCP_DECODE_ERROR", layer.encode(contentTypes.handshake, Buffer.from([1, 1, 0, 1]))],
      [
        "ERR_TLCP_DECODE_ERROR",
        layer.encode(contentTypes.handshake, handshakeMessage(1, hello.body.subarray(0, 40)).raw),
      ],
      [
        "ERR_TLCP_DECODE_ERROR",
        layer.encode(contentTypes.handshake, handshakeMessage(1, hello.body, Buffer.from([0, 9])).raw),
      ],
      [
        "ERR_TLCP_PROTOCOL_VERSION",
        layer.encode(contentTypes.handshake, handshakeMessage(1, Buffer.from([3, 3]), hello.body.subarray(2)).raw),
      ],
      ["ERR_TLCP_ALERT_CLOSE_NOTIFY", layer.encode(contentTypes.alert, Buffer.from([1, alerts.closeNotify]))],
      ["ERR_TLCP_DECODE_ERROR", layer.encode(contentTypes.alert, Buffer.from([3, 0]))],
      ["ERR_TLCP_NOT_SPOKEN", Buffer.from("GET / HTTP/1.1\r\n\r\n")],
      ["ERR_TLCP_NOT_SPOKEN", Buffer.from("160301002a0100", "hex")],
      ["ERR_TLCP_RECORD_OVERFLOW", Buffer.from("160101ffff", "hex")],
    ];
    for (const [code, bytes] of cases) {
      const pair = new TlcpPair(sdk, node);
      pair.give(pair.server, bytes);
      expect(pair.server.error?.code).toBe(code);
      expect(pair.server.sent.length).toBe(code.includes("ALERT") ? 0 : 1);
    }
  });
});
