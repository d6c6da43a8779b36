import { expect, test } from "vitest";
import chainTexts from "../../../src/errors/chainTexts.json";
import { explainError, lookUpChainText } from "../../../src/errors/dictionary";
import { executionError } from "../../../src/errors/nodeError";

test("a refusal of the committee is explained in both languages, with what to do", async () => {
  const error = await executionError(16, "Already voted");
  expect(await explainError(error, "zh")).toMatchObject({
    message: "已经投过票",
    advice: "每名治理委员只能投一次票，请等待其他治理委员。",
  });
  expect(await explainError(error, "en")).toMatchObject({ advice: "Each governor votes once. Wait for the others." });
  expect((await explainError(error, "en")).message).toBeUndefined();
});

test("what a contract inside the node said is known by the same words", async () => {
  expect(await lookUpChainText("External call revert: Contract address not found.")).toBeDefined();
});

test("another reason stays what it is", async () => {
  for (const reason of ["sold out", "", "toString", "__proto__", "already voted"]) {
    expect(await lookUpChainText(reason)).toBeUndefined();
    expect((await explainError(await executionError(16, reason), "zh")).message).toBeUndefined();
  }
});

test("every text has Chinese and advice in both languages", () => {
  for (const [text, { zh, advice }] of Object.entries(chainTexts)) {
    expect(zh, text).toMatch(/[\u4e00-\u9fff]/);
    expect(advice.zh, text).toMatch(/[\u4e00-\u9fff].*。$/);
    expect(advice.en, text).toMatch(/^[A-Z].*\.$/);
  }
});
