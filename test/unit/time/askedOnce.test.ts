import { expect, it } from "vitest";
import { AskedOnce } from "../../../src/time/askedOnce";

it("asks once for all that want it, and again after it failed or was forgotten", async () => {
  const once = new AskedOnce<number>();
  let asked = 0;
  const next = async (): Promise<number> => {
    asked += 1;
    if (asked === 1) throw new Error("not yet");
    return asked;
  };
  await expect(Promise.all([once.get(next), once.get(next)])).rejects.toThrow("not yet");
  expect(await once.get(next)).toBe(2);
  expect(await once.get(next)).toBe(2);
  once.forget();
  expect(await once.get(next)).toBe(3);
});

it("keeps what took the place of a failure", async () => {
  const once = new AskedOnce<number>();
  const failing = once.get(() => Promise.reject(new Error("old")));
  void once.put(Promise.resolve(7));
  await failing.catch(() => undefined);
  expect(await once.asked).toBe(7);
});
