import { expect, it, vi } from "vitest";
import { devTokenOf } from "../../../../src/chain/dev/usualChain";

it("the token that is given counts, else that of the environment", () => {
  vi.stubEnv("CHAINSIDE_DEV_TOKEN", "");
  expect([devTokenOf(undefined), devTokenOf("own")]).toEqual([undefined, "own"]);
  vi.stubEnv("CHAINSIDE_DEV_TOKEN", "of the environment");
  expect([devTokenOf(undefined), devTokenOf("own")]).toEqual(["of the environment", "own"]);
  vi.unstubAllEnvs();
});
