import fc from "fast-check";
import { expect, it } from "vitest";
import { WholeNumberMap } from "../../../src/nodeConfig/document/wholeNumberMap";

const key = fc.oneof(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 0x7fffffff }));
const step = fc.record({ key, set: fc.boolean() });

it("holds what a Map holds after the same steps, grown and shrunk", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 300 }), fc.nat(200), (steps, room) => {
      const map = new WholeNumberMap<string>();
      const expected = new Map<number, string>();
      map.reserve(room);
      for (const [at, { key, set }] of steps.entries()) {
        if (set) {
          map.set(key, `value ${at}`);
          expected.set(key, `value ${at}`);
        } else {
          map.delete(key);
          expected.delete(key);
        }
        expect(map.size).toBe(expected.size);
      }
      for (const { key } of steps) {
        expect(map.get(key)).toBe(expected.get(key));
        expect(map.has(key)).toBe(expected.has(key));
      }
    }),
    { numRuns: 200 },
  );
});
