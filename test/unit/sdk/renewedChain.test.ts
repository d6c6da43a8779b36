import { afterEach, expect, it } from "vitest";
import { connect, shards, systemConfig, withAccount } from "../../../src/sdk/sdk";
import { startTestChain, type TestChain } from "../../../src/sdk/testing/testing";

let chain: TestChain;
afterEach(() => chain?.close());

const raise = { key: "compatibility_version", value: "3.6.0" };

it("a chain has the data version that it raised, and so have its copies with other accounts", async () => {
  chain = await startTestChain({ compatibilityVersion: "3.1.0" });
  const { url } = await chain.listen();
  const mine = await connect({ url });
  const copy = withAccount(mine, chain.account);
  await systemConfig.set(copy, chain.account, raise);
  expect([mine.compatibilityVersion, copy.compatibilityVersion]).toEqual(["3.6.0", "3.6.0"]);
  // Another client's transaction is asked for, not heard of.
  expect(chain.compatibilityVersion).toBe("3.1.0");
  await chain.renew?.();
  expect(chain.compatibilityVersion).toBe("3.6.0");
  await systemConfig.set(copy, chain.account, { key: "feature_sharding", value: "1" });
  await expect(shards.make(copy, chain.account, "europe")).resolves.toMatchObject({ code: 0 });
  await mine.close();
});

it("a chain for tests that is set back has the data version of then", async () => {
  chain = await startTestChain({ compatibilityVersion: "3.1.0" });
  const before = await chain.snapshot();
  await systemConfig.set(chain, chain.account, raise);
  expect(chain.compatibilityVersion).toBe("3.6.0");
  await chain.revert(before);
  expect(chain.compatibilityVersion).toBe("3.1.0");
});
