import { beforeEach, expect, it } from "vitest";
import { KeyFileError } from "../../../../../src/crypto/keyFiles/keyFileError";
import { clientError } from "../../../../../src/errors/clientError";
import { createErrorReporter } from "../../../../../src/extension/kit/errors/errorReporter";
import { host } from "../../../../support/fakeVscode/fakeHost";

beforeEach(() => host.reset());

it("tells what is wrong with a key file, and asks no one to report it as a defect", async () => {
  const logged: unknown[][] = [];
  const reporter = createErrorReporter({ error: (...words: unknown[]) => logged.push(words) } as never);
  host.buttons.push(/Report an Issue/);
  await reporter.show(new KeyFileError("damaged", "31 hex digits instead of 64"));
  expect(host.messages).toEqual([expect.stringMatching(/^The key file is damaged\. Restore the file/)]);
  expect(host.executed).toEqual([]);
  expect(logged).toEqual([["key file/damaged: The key file is damaged.", "31 hex digits instead of 64"]]);
});

it("offers to report what was not foreseen", async () => {
  host.buttons.push(/Report an Issue/);
  await createErrorReporter({ error: () => undefined } as never).show(new TypeError("x is not a function"));
  expect(host.executed).toEqual([["chainside.reportIssue"]]);
});

it("offers to connect what a page or a document is of", async () => {
  const show = (details: Record<string, string>): Promise<void> =>
    createErrorReporter({ error: () => undefined } as never).show(clientError("notConnected", details));
  host.buttons.push(/Connect…/);
  await show({ name: "production · group0", connection: "settings:production" });
  expect(host.executed).toEqual([["chainside.connect", { kind: "text", text: "settings:production" }]]);
});
