import { expect, it } from "vitest";
import { CannotDebug } from "../../../src/debugger/program/launchedPath";
import { clientError } from "../../../src/errors/clientError";
import { toChainError } from "../../../src/errors/dictionary";
import { errorFromMessage, errorMessage } from "../../../src/errors/errorMessage";
import { errorText } from "../../../src/errors/errorText";
import { isCancelled } from "../../../src/extension/kit/errors/cancelled";

const wordsOf = (error: unknown): ReturnType<typeof errorText> => errorText(toChainError(error));

it("words for people stay as they are, here and in another process", async () => {
  const error = new CannotDebug("Open a folder first.");
  expect(await wordsOf(error)).toEqual({ message: "Open a folder first.", advice: "" });
  expect(errorMessage(error)).toMatchObject({ code: "cannotDebug", message: "Open a folder first." });
  expect(await wordsOf(errorFromMessage(errorMessage(error)))).toEqual({ message: "Open a folder first.", advice: "" });
});

it("a code that other errors have too takes the words from none", async () => {
  const error = new CannotDebug("Canceled.", "cancelled");
  for (const each of [error, errorFromMessage(errorMessage(error))]) {
    expect(await wordsOf(each)).toEqual({ message: "Canceled.", advice: "" });
    expect(isCancelled(each)).toBe(true);
  }
});

it("what a node said through another process is nothing unforeseen; what was, stays so", async () => {
  const ofNode = { code: "-32000", message: "No such block.", advice: "Ask for another.", details: {} };
  expect(await wordsOf(errorFromMessage(ofNode))).toEqual({ message: "No such block. Ask for another.", advice: "" });
  const broken = errorFromMessage(errorMessage(new TypeError("x is not a function")));
  expect(toChainError(broken)).toMatchObject({ code: "unexpected", details: { problem: "x is not a function" } });
  expect(toChainError(errorFromMessage(errorMessage(clientError("badUrl", { url: "x" })))).code).toBe("badUrl");
});
