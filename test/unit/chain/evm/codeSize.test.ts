import { expect, it } from "vitest";
import { codeSizeLimit } from "../../../../src/chain/evm/codeSize";

it("is what the chain's version and executor take of a contract's code", () => {
  expect(codeSizeLimit({})).toBe(1024 * 1024);
  expect(codeSizeLimit({ compatibilityVersion: "3.1.2", executorVersion: 0 })).toBe(256 * 1024);
  expect(codeSizeLimit({ compatibilityVersion: "3.2.0", executorVersion: 0 })).toBe(1024 * 1024);
  expect(codeSizeLimit({ compatibilityVersion: "3.16.4", executorVersion: 1 })).toBeUndefined();
});
