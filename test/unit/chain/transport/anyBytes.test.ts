import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeFrame, encodeFrame } from "../../../../src/chain/frame/frame";
import { nodeMethods } from "../../../../src/chain/rpc/methodTable";
import { decodeResult } from "../../../../src/chain/rpc/wireMethod";
import { decodeAnswer } from "../../../../src/chain/transport/envelope";
import { decodePayload, eventPushSchema } from "../../../../src/chain/transport/webSocketMessages";
import { ChainError } from "../../../../src/errors/chainError";

const context = { endpoint: "http://h:1", method: "m" };
const bytes = fc.uint8Array({ maxLength: 64 });
const runs = { numRuns: 150 };

/** Runs it; anything thrown must be a ChainError with advice. */
function onlyChainErrors(run: () => unknown): void {
  try {
    run();
  } catch (error) {
    expect(error).toBeInstanceOf(ChainError);
    expect((error as ChainError).advice).toBeTruthy();
  }
}

describe("decoders of the wire", () => {
  it("survive any bytes", () => {
    fc.assert(
      fc.property(bytes, (data) => {
        onlyChainErrors(() => decodeFrame(data));
        onlyChainErrors(() => decodePayload(eventPushSchema, data, context));
      }),
      runs,
    );
  });

  it("survive any text as an answer", async () => {
    const texts = fc.oneof(
      fc.string(),
      fc.json(),
      fc.json().map((json) => `{"id":1,"result":${json}}`),
      fc.json().map((json) => `{"error":${json}}`),
    );
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        const outcome = await decodeAnswer({ text, id: 1, endpoint: context.endpoint }, context.method).catch(
          (error: unknown) => {
            expect(error).toBeInstanceOf(ChainError);
          },
        );
        expect(typeof outcome).not.toBe("function");
      }),
      runs,
    );
  });

  it("refuse or take any JSON as a result, for every method", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(...nodeMethods), (value, method) => {
        onlyChainErrors(() => decodeResult(method, value));
      }),
      runs,
    );
  });

  it("give back what was encoded", () => {
    const frame = fc.record({
      version: fc.nat(65535),
      type: fc.integer({ min: 0, max: 0xffff }),
      status: fc.integer({ min: -32768, max: 32767 }),
      seq: fc.string({ unit: "binary-ascii", maxLength: 40 }),
      ext: fc.nat(65535),
      payload: bytes,
    });
    fc.assert(
      fc.property(frame, (each) => {
        const decoded = decodeFrame(encodeFrame(each));
        expect({ ...decoded, payload: [...decoded.payload] }).toEqual({ ...each, payload: [...each.payload] });
      }),
      runs,
    );
  });
});
