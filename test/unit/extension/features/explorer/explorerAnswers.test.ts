import { describe, expect, it } from "vitest";
import { createClient, type Transport } from "../../../../../src/chain/client/client";
import { ChainError } from "../../../../../src/errors/chainError";
import { answerQuestion } from "../../../../../src/pages/explorer/explorerAnswers";
import type { ExplorerContext } from "../../../../../src/pages/explorer/explorerContext";
import { transportTo } from "../../../../support/chainInProcess";
import { suiteApp } from "../../../../support/extensionApp";

const hash = `0x${"ab".repeat(32)}`;

describe("a search of the explorer for a hash", () => {
  const on = suiteApp();

  /** What it comes to at a node that answers everything, but for what fails. */
  const search = (failing: string | undefined): Promise<unknown> => {
    const honest = transportTo(on.chain, on.asked);
    const request: Transport["request"] = async (method, ...rest) => {
      if (method === failing) throw new ChainError({ kind: "transport", code: "connectionLost", message: "gone" });
      return honest.request(method, ...rest);
    };
    const session = { ...on.group.session, client: createClient({ ...honest, request }, "group0") };
    const context = { session, archive: undefined } as unknown as ExplorerContext;
    return answerQuestion(context, { kind: "find", text: hash }, {}).catch((error: unknown) => error);
  };

  it("says that there is nothing where the node knows it neither as a transaction nor as a block", async () => {
    expect(await search(undefined)).toMatchObject({ code: "nothingWithThatHash" });
  });

  it.each(["getTransaction", "getBlockByHash"])("says no such thing where %s isn't answered", async (method) => {
    expect(await search(method)).toMatchObject({ kind: "transport", code: "connectionLost" });
  });
});
