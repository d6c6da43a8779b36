import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type CipherSuiteName, cipherSuites } from "../../../../src/chain/tlcp/cipherSuites";
import { directionKeys } from "../../../../src/chain/tlcp/prf";
import { contentTypes, RecordLayer } from "../../../../src/chain/tlcp/recordLayer";
import { CbcProtection, GcmProtection } from "../../../../src/chain/tlcp/recordProtection";
import { credentialsOf, smAuthority, smSide } from "../../../support/smChain";
import { TlcpPair, type Wire } from "../../../support/tlcpPair";

const authority = smAuthority();
const [node, sdk] = [credentialsOf(smSide(authority, "node")), credentialsOf(smSide(authority, "sdk"))];
const suite = fc.constantFrom<CipherSuiteName>(...cipherSuites.map(({ name }) => name));

type Change = (bytes: Buffer) => Buffer;
/** A place as a share of what there is: lengths differ from handshake to handshake. */
const place = fc.double({ min: 0, max: 0.999_999, noNaN: true });
const at = (bytes: Buffer, share: number): number => Math.floor(share * bytes.length);
const change: fc.Arbitrary<Change> = fc.oneof(
  fc.tuple(place, fc.integer({ min: 1, max: 255 })).map(
    ([share, mask]): Change =>
      (bytes) => {
        const changed = Buffer.from(bytes);
        const index = at(bytes, share);
        changed[index] = (changed[index] ?? 0) ^ mask;
        return changed;
      },
  ),
  place.map(
    (share): Change =>
      (bytes) => {
        const index = at(bytes, share);
        return Buffer.concat([bytes.subarray(0, index), bytes.subarray(index + 1)]);
      },
  ),
  place.map(
    (share): Change =>
      (bytes) => {
        const index = at(bytes, share);
        return Buffer.concat([bytes.subarray(0, index + 1), bytes.subarray(index)]);
      },
  ),
  place.map(
    (share): Change =>
      (bytes) =>
        bytes.subarray(0, at(bytes, share)),
  ),
);

/** Changes one direction's bytes in one flight. */
function once(direction: "client" | "server", flight: number, by: Change): Wire {
  let seen = 0;
  return (records, from) => (from === direction && seen++ === flight ? by(records) : records);
}

describe("whoever changes what goes over the wire", () => {
  it("ends a handshake with an alert or the cut, and neither side takes data from it", () => {
    const cases = fc.record({
      suite,
      change,
      direction: fc.constantFrom("client" as const, "server" as const),
      flight: fc.nat(1),
    });
    fc.assert(
      fc.property(cases, ({ suite, change, direction, flight }) => {
        const pair = new TlcpPair(sdk, node, [suite]);
        let before: Buffer = Buffer.alloc(0);
        let after: Buffer = Buffer.alloc(0);
        pair.carry(
          once(direction, flight, (records) => {
            before = records;
            after = change(records);
            return after;
          }),
        );
        if (before.equals(after)) return;
        const [victim, other] = direction === "client" ? [pair.server, pair.client] : [pair.client, pair.server];
        const broken = victim.error !== undefined;
        pair.cut();
        expect(victim.error).toBeDefined();
        // What only has something behind it was whole.
        if (!after.subarray(0, before.length).equals(before)) expect(victim.established).toBeUndefined();
        expect([...victim.received, ...other.received]).toEqual([]);
        // What was noticed was told: the other side ends by that, unless it had ended before.
        if (broken) expect(other.error?.code).toMatch(/^ERR_TLCP_/);
      }),
      { numRuns: 300 },
    );
  });

  it("leaks nothing and hangs nothing by 200 cuts", () => {
    const numbers = Array.from({ length: 200 }, (_, i) => i / 200);
    for (const [i, share] of numbers.entries()) {
      const direction = i % 2 === 0 ? "client" : "server";
      const pair = new TlcpPair(sdk, node, ["ECC_SM4_CBC_SM3"]);
      pair.carry(once(direction, i % 4 < 2 ? 0 : 1, (bytes) => bytes.subarray(0, at(bytes, share))));
      pair.cut();
      const victim = direction === "client" ? pair.server : pair.client;
      expect(victim.error?.code).toBe("ERR_TLCP_CUT");
      expect([...pair.client.received, ...pair.server.received]).toEqual([]);
    }
  });
});

describe("a record", () => {
  const keys = (mode: "cbc" | "gcm") =>
    directionKeys(Buffer.alloc(48, 7), Buffer.alloc(32, 1), Buffer.alloc(32, 2), mode);
  const layers = (mode: "cbc" | "gcm"): [RecordLayer, RecordLayer] => {
    const [writing, reading] = [new RecordLayer(), new RecordLayer()];
    const protection = () =>
      mode === "cbc" ? new CbcProtection(keys(mode).client) : new GcmProtection(keys(mode).client);
    writing.protectWriting(protection());
    reading.protectReading(protection());
    return [writing, reading];
  };
  const text = "what is said is said once, whole and in order";
  const write = (layer: RecordLayer): Buffer => layer.encode(contentTypes.applicationData, Buffer.from(text));

  it.each(["cbc", "gcm"] as const)("of %s is opened as it was, and never with a byte changed", (mode) => {
    const [writing, reading] = layers(mode);
    const record = write(writing);
    expect(record.includes(text)).toBe(false);
    for (let i = 0; i < record.length; i++) {
      for (const mask of [0x01, 0x80]) {
        const [, fresh] = layers(mode);
        const changed = Buffer.from(record);
        changed[i] = (changed[i] ?? 0) ^ mask;
        fresh.push(changed);
        let opened: unknown = "nothing";
        try {
          opened = fresh.next() ?? "nothing";
        } catch (error) {
          opened = (error as { code: string }).code;
        }
        // A longer length waits for bytes that never come; anything else has one verdict.
        if (i < 5) expect(opened).toMatch(/^(?:nothing|ERR_TLCP_(?:NOT_SPOKEN|BAD_RECORD_MAC|RECORD_OVERFLOW))$/);
        else expect(opened).toBe("ERR_TLCP_BAD_RECORD_MAC");
      }
    }
    reading.push(record);
    expect(reading.next()?.content.toString()).toBe(text);
  });

  it.each(["cbc", "gcm"] as const)("of %s is opened once and in its turn", (mode) => {
    const order = (...indices: number[]): unknown => {
      const [writing, reading] = layers(mode);
      const records = [write(writing), write(writing), write(writing)];
      try {
        for (const index of indices) {
          reading.push(records[index] ?? Buffer.alloc(0));
          expect(reading.next()?.content.toString()).toBe(text);
        }
      } catch (error) {
        return (error as { code?: string }).code;
      }
      return "opened";
    };
    expect(order(0, 1, 2)).toBe("opened");
    for (const wrong of [[1], [0, 0], [0, 2], [0, 1, 1]]) expect(order(...wrong)).toBe("ERR_TLCP_BAD_RECORD_MAC");
  });

  it("of any length comes through, and of too few bytes does not", () => {
    for (const mode of ["cbc", "gcm"] as const)
      for (const length of [0, 1, 15, 16, 17, 31, 32, 47, 48, 255, 256, 16_384, 16_385, 50_000]) {
        const [writing, reading] = layers(mode);
        const content = Buffer.alloc(length, length % 251);
        reading.push(writing.encode(contentTypes.applicationData, content));
        const parts: Buffer[] = [];
        for (let record = reading.next(); record; record = reading.next()) parts.push(record.content);
        expect(Buffer.concat(parts)).toEqual(content);
        expect(reading.partial).toBe(false);
      }
    for (const mode of ["cbc", "gcm"] as const)
      for (const length of [0, 1, 16, 23, 64, 79]) {
        const [, reading] = layers(mode);
        reading.push(Buffer.concat([Buffer.from([23, 1, 1, 0, length]), Buffer.alloc(length)]));
        expect(() => reading.next()).toThrow(expect.objectContaining({ code: "ERR_TLCP_BAD_RECORD_MAC" }));
      }
  });
});
