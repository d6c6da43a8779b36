import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { link } from "../../../../../src/chain/services/bfs/link";
import { callRpcMethod } from "../../../../../src/extension/features/rpc/callRpcMethod";
import { askFields } from "../../../../../src/extension/flows/operations/askFields";
import { nothing } from "../../../../../src/extension/flows/target/target";
import { Cancelled } from "../../../../../src/extension/kit/errors/cancelled";
import { aContract, anAccount, aText, optional } from "../../../../../src/operations/model/fields";
import { text } from "../../../../../src/text/catalogue";
import { type ExtensionApp, extensionApp, signerOf, suiteApp } from "../../../../support/extensionApp";
import { deployFailing, errorAbi, errorData, escrowAbi } from "../../../../support/failingContract";
import { host } from "../../../../support/fakeVscode/fakeHost";

describe("an address that may be left out", () => {
  let on: ExtensionApp;
  let address: string;
  beforeAll(async () => {
    on = await extensionApp({});
    const signer = await signerOf(on);
    const { session } = on.group;
    const coin = errorAbi("NotEnough", [{ type: "uint256", name: "has" }]);
    address = await deployFailing(session, signer, errorData(session, coin, 3n));
    await link(session, signer, { path: "/apps/escrow/1.0", address, abi: JSON.stringify(escrowAbi) });
  });
  afterAll(() => on.dispose());
  beforeEach(() => host.reset());

  const ask = (typed: string) => {
    host.texts.push(typed);
    const fields = { contract: optional(aContract(text("Contract"))) };
    return askFields({ app: on.app, group: on.group, target: nothing, title: "Ask" }, fields);
  };

  it("is one, or none", async () => {
    expect((await ask(` ${address} `)).values).toEqual({ contract: address });
    expect((await ask("")).values).toEqual({ contract: undefined });
  });

  it("is that behind a BFS path, of a contract", async () => {
    const foundBy = { path: "/apps/escrow/1.0", by: "link" };
    const values = { contract: address };
    expect(await ask("/apps/escrow/1.0")).toEqual({ values, found: [{ address, foundBy }] });
    await expect(ask("/apps/escrow/2.0")).rejects.toMatchObject({ code: "notALink" });
    await expect(ask("nowhere")).rejects.toBeInstanceOf(Cancelled);
    expect(host.messages).toEqual([expect.stringContaining("or a BFS path")]);
    host.texts.push("/apps/escrow/1.0");
    const fields = { account: optional(anAccount(text("Account"))) };
    const asked = askFields({ app: on.app, group: on.group, target: nothing, title: "Ask" }, fields);
    await expect(asked).rejects.toBeInstanceOf(Cancelled);
  });
});

describe("several questions, of which a later one is cancelled", () => {
  const on = suiteApp();
  /** What stood in each question, in order; what is typed, undefined to cancel. */
  const answering = (...typed: (string | undefined)[]): unknown[] => {
    const stood: unknown[] = [];
    host.desk = {
      window: {
        showInputBox: async ({ value }: { readonly value?: string }) => {
          stood.push(value);
          return typed.shift();
        },
      },
    };
    return stood;
  };

  it("offer again what was typed before, for an operation and for a method of the node", async () => {
    const fields = { first: aText(text("First")), second: aText(text("Second")) };
    const ask = () => askFields({ app: on.app, group: on.group, target: nothing, title: "Ask" }, fields);
    answering("one", undefined);
    await expect(ask()).rejects.toBeInstanceOf(Cancelled);
    const stood = answering("one", "two");
    expect((await ask()).values).toEqual({ first: "one", second: "two" });
    expect(stood).toEqual(["one", ""]);

    host.picks = [/^getBlockByNumber/, /^getBlockByNumber/];
    answering("0", undefined);
    await expect(callRpcMethod(on.app, on.group)).rejects.toBeInstanceOf(Cancelled);
    const again = answering(undefined);
    await expect(callRpcMethod(on.app, on.group)).rejects.toBeInstanceOf(Cancelled);
    expect(again).toEqual(["0"]);
  });
});
