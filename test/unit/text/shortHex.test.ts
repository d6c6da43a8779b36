import { expect, it } from "vitest";
import { shortHex } from "../../../src/text/shortText";

it("a long number is known by its beginning, a built-in contract's address by its digits", () => {
  expect(shortHex(`0x29ac0589${"0".repeat(32)}`)).toBe("0x29ac0589…");
  expect(shortHex("29ac0589".repeat(16))).toBe("29ac0589…");
  expect(shortHex(`0x${"1000".padStart(40, "0")}`)).toBe("0x1000");
  expect(shortHex(`0x${"1000".padStart(64, "0")}`)).toBe("0x1000");
  expect(shortHex(`0x${"0".repeat(40)}`)).toBe("0x0");
  expect(shortHex(`0x${"29ac05890".padStart(40, "0")}`)).toBe("0x00000000…");
  expect(shortHex("0x1234")).toBe("0x1234");
});
