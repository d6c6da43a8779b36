import { expect, it } from "vitest";
import { decodeRevert, revertText } from "../../../../src/chain/abi/revert";
import { errorText } from "../../../../src/errors/errorText";
import { executionError } from "../../../../src/errors/nodeError";
import { revertMessage } from "../../../../src/errors/revertText";
import { englishAfterEach, useSources } from "../../../support/chinese";

englishAfterEach();

const panic = `0x4e487b71${"11".padStart(64, "0")}` as const;
const reason = "Panic 0x11: arithmetic overflow or underflow";

it("what Solidity stops is said in the language of the reader, and kept in English", async () => {
  useSources("zh-cn");
  expect(revertText(decodeRevert(panic))).toBe(reason);
  expect(revertMessage(reason)).toBe("Panic 0x11：算术上溢或下溢");
  expect((await errorText(await executionError(16, reason))).message).toContain("Panic 0x11：算术上溢或下溢");
  expect(revertMessage("error 0x12345678, which no known ABI names")).toBe("错误 0x12345678，已知的 ABI 中没有其名称");
  expect(revertMessage("A(x: 1) / B(y: 1), errors of the same selector 0x12345678")).toBe(
    "A(x: 1) / B(y: 1)，这些错误的选择器同为 0x12345678",
  );
  // a contract's own words
  expect(revertMessage("not enough: 5")).toBe("not enough: 5");
});

it("what is told in English is as it was kept", () => {
  for (const each of [reason, "error 0x12345678, which no known ABI names", "Short(has: 5)"])
    expect(revertMessage(each)).toBe(each);
});
