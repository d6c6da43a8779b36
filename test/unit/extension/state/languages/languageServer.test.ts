import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type * as vscode from "vscode";
import { LanguageServer } from "../../../../../src/extension/state/languages/languageServer";
import { host } from "../../../../support/fakeVscode/fakeHost";
import { LanguageClient } from "../../../../support/fakeVscode/languageClient";
import { CancellationError, CancellationTokenSource } from "../../../../support/fakeVscode/values";

const asked = { textDocument: { uri: "file:///Shop.sol" } };

const made = (): LanguageServer =>
  new LanguageServer(
    { asAbsolutePath: (path: string) => path } as unknown as vscode.ExtensionContext,
    { error: () => undefined } as unknown as vscode.LogOutputChannel,
    () => undefined,
    { compilers: "", artifacts: "" },
  );

describe("a server that can't start", () => {
  beforeEach(() => host.reset());
  afterEach(() => vi.restoreAllMocks());
  it.each([
    ["is told", false, [expect.stringContaining("didn't start")]],
    ["isn't told where its window closes meanwhile", true, []],
  ])("%s", async (_, closes, reported) => {
    const server = made();
    vi.spyOn(LanguageClient.prototype, "start").mockImplementation(async () => {
      if (closes) server.dispose();
      throw new Error("no server");
    });
    server.start("solidity");
    expect(
      await server.ask(
        "chainside/outline",
        asked,
        new CancellationTokenSource().token as unknown as vscode.CancellationToken,
      ),
    ).toBeUndefined();
    expect(host.messages).toEqual(reported);
    server.dispose();
  });
});

describe("a question to the language server", () => {
  let server: LanguageServer;
  let cancellation: CancellationTokenSource;
  /** What is heard when the client throws, after something has happened. */
  const refused = (before: (client: LanguageClient) => unknown): Promise<unknown> => {
    vi.spyOn(LanguageClient.prototype, "sendRequest").mockImplementation(async function (this: LanguageClient) {
      await before(this);
      throw new Error("Request got cancelled");
    });
    return server.ask("chainside/outline", asked, cancellation.token as unknown as vscode.CancellationToken);
  };
  beforeEach(() => {
    server = made();
    cancellation = new CancellationTokenSource();
    // no server is needed for its client to refuse
    vi.spyOn(LanguageClient.prototype, "start").mockImplementation(async function (this: LanguageClient) {
      LanguageClient.started.push(this);
    });
    server.start("solidity");
  });
  afterEach(async () => {
    await server.dispose();
    vi.restoreAllMocks();
  });

  it("that is no longer asked ends as VS Code expects it", async () => {
    await expect(refused(() => cancellation.cancel())).rejects.toBeInstanceOf(CancellationError);
  });

  it("has no answer from a server that ends meanwhile", async () => {
    expect(await refused((client) => client.dispose())).toBeUndefined();
  });

  it("fails where a server that runs refuses it", async () => {
    await expect(refused(() => undefined)).rejects.toThrow("Request got cancelled");
  });
});
