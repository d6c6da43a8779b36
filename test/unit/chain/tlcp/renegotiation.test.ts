import { describe, expect, it } from "vitest";
import { clientHandshake } from "../../../../src/chain/tlcp/clientHandshake";
import { type Awaited, HandshakeContext } from "../../../../src/chain/tlcp/handshake";
import { handshakeMessage, messageTypes, writeClientHello } from "../../../../src/chain/tlcp/messages";
import { contentTypes, RecordLayer } from "../../../../src/chain/tlcp/recordLayer";
import { credentialsOf, smAuthority, smSide } from "../../../support/smChain";
import { TlcpPair } from "../../../support/tlcpPair";

const authority = smAuthority();
const [node, sdk] = [credentialsOf(smSide(authority, "node")), credentialsOf(smSide(authority, "sdk"))];

/** A client whose record layer the test has in hand, connected to a server. */
function openClient(pair: TlcpPair): RecordLayer {
  const layer = new RecordLayer();
  const context = new HandshakeContext(
    sdk,
    layer,
    (records) => pair.give(pair.server, records),
    () => undefined,
  );
  const flow = clientHandshake(context);
  const answers = (): Buffer => Buffer.concat(pair.server.sent.splice(0));
  let held = Buffer.alloc(0) as Buffer;
  let step: IteratorResult<Awaited, unknown> = flow.next();
  while (!step.done) {
    layer.push(answers());
    if (step.value === "changeCipherSpec") {
      expect(layer.next()?.type).toBe(contentTypes.changeCipherSpec);
      step = flow.next();
      continue;
    }
    while (held.length < 4 || held.length < 4 + held.readUIntBE(1, 3)) {
      const record = layer.next();
      if (!record) return expect.fail("the server said nothing");
      held = Buffer.concat([held, record.content]);
    }
    const length = 4 + held.readUIntBE(1, 3);
    const raw = held.subarray(0, length);
    held = held.subarray(length);
    step = flow.next({ type: raw[0] ?? 0, body: raw.subarray(4), raw });
  }
  return layer;
}

describe("a second handshake", () => {
  it.each([
    ["a new ClientHello", writeClientHello({ random: Buffer.alloc(32), suites: [0xe013] }).raw],
    ["a HelloRequest", handshakeMessage(messageTypes.helloRequest).raw],
    ["a Finished message once more", handshakeMessage(messageTypes.finished, Buffer.alloc(12)).raw],
  ])("is refused: %s", (_name, message) => {
    const pair = new TlcpPair(sdk, node);
    pair.client.sent = [];
    const layer = openClient(pair);
    expect(pair.server.established).toBeDefined();
    pair.give(pair.server, layer.encode(contentTypes.applicationData, Buffer.from("first")));
    expect(Buffer.concat(pair.server.received).toString()).toBe("first");
    pair.give(pair.server, layer.encode(contentTypes.handshake, message));
    expect(pair.server.error?.code).toBe("ERR_TLCP_NO_RENEGOTIATION");
    layer.push(Buffer.concat(pair.server.sent));
    expect(layer.next()).toEqual({ type: contentTypes.alert, content: Buffer.from([2, 100]) });
    pair.give(pair.server, layer.encode(contentTypes.applicationData, Buffer.from("second")));
    expect(Buffer.concat(pair.server.received).toString()).toBe("first");
  });

  it("is not begun by changing keys, and silence is not kept up by empty records", () => {
    for (const [type, content, count] of [
      [contentTypes.changeCipherSpec, Buffer.from([1]), 1],
      [contentTypes.applicationData, Buffer.alloc(0), 33],
    ] as const) {
      const pair = new TlcpPair(sdk, node);
      pair.client.sent = [];
      const layer = openClient(pair);
      for (let i = 0; i < count; i++) pair.give(pair.server, layer.encode(type, content));
      expect(pair.server.error?.code).toBe("ERR_TLCP_UNEXPECTED_MESSAGE");
    }
  });
});
