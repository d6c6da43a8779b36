import { describe, expect, it } from "vitest";
import type { Message } from "vscode-languageserver/node";
import { LanguageFront } from "../../../src/languageServer/front/front";
import type { Language, StartOptions } from "../../../src/languageServer/protocol/messages";
import { HandingWriter, ReceivedMessages } from "../../../src/languageServer/worker/messagePort";

/** Languages that were begun when an editor had only shaken hands. */
async function begunBy(options: StartOptions): Promise<Language[]> {
  const begun: Language[] = [];
  const incoming = new ReceivedMessages();
  await new Promise<void>((done) => {
    const answered = new HandingWriter(() => done());
    const start = (language: Language) => {
      begun.push(language);
      return { send: () => undefined, end: () => undefined };
    };
    new LanguageFront(incoming, answered, start, () => undefined, options).listen();
    const params = { processId: null, rootUri: null, capabilities: {}, workspaceFolders: null };
    incoming.take({ jsonrpc: "2.0", id: 1, method: "initialize", params } as unknown as Message);
  });
  return begun;
}

describe("the language for which a server is started", () => {
  it.each([
    ["Solidity where nothing is said", {}, ["solidity"]],
    ["scenarios", { opens: "scenario" }, ["scenario"]],
    ["no process beside configurations, which this one reads", { opens: "config" }, []],
  ] as const)("begins before a document is open: %s", async (_, options, begun) => {
    expect(await begunBy(options)).toEqual(begun);
  });
});
