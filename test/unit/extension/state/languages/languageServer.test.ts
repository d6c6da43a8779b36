import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type * as vscode from "vscode";
import { LanguageServer } from "../../../../../src/extension/state/languages/languageServer";
import { LanguageClient } from "../../../../support/fakeVscode/languageClient";
import { CancellationError, CancellationTokenSource } from "../../../../support/fakeVscode/values";

const asked = { textDocument: { uri: "file:///Shop.sol" } };

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
    const context = { asAbsolutePath: (path: string) => path };
    server = new LanguageServer(
      context as unknown as vscode.ExtensionContext,
      { error: () => undefined } as unknown as vscode.LogOutputChannel,
      () => undefined,
      { compilers: "", artifacts: "" },
    );
    cancellation = new CancellationTokenSource();
    // no server is needed for its client to refuse
    vi.spyOn(LanguageClient.prototype, "start").mockImplementation(async function (this: LanguageClient) {
      LanguageClient.started.push(this);
    });
    server.start();
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
