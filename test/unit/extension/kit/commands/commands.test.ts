import { beforeEach, expect, it } from "vitest";
import {
  commandLink,
  commandOf,
  isMarkedTrusted,
  runCommand,
} from "../../../../../src/extension/kit/commands/commands";
import { host } from "../../../../support/fakeVscode/fakeHost";

beforeEach(() => host.reset());

it("a command gives back what it says, and is given what it takes", async () => {
  const seen: unknown[] = [];
  host.commands.set("chainside.askTransaction", () => "0x12");
  host.commands.set("chainside.showBlock", (given) => seen.push(given, isMarkedTrusted(given)));
  const hash: string | undefined = await runCommand("chainside.askTransaction");
  expect(hash).toBe("0x12");
  await runCommand("chainside.showBlock", { kind: "block", block: "7" });
  expect(seen).toEqual([{ kind: "block", block: "7" }, true]);
});

it("only what went through the door is ours", () => {
  const { arguments: given = [] } = commandOf("chainside.showBlock", "Show Block", { kind: "block", block: "7" });
  expect(given.map(isMarkedTrusted)).toEqual([true]);
  expect(given.map((each) => isMarkedTrusted(structuredClone(each)))).toEqual([false]);
  expect([undefined, null, 1, "x"].map(isMarkedTrusted)).toEqual([false, false, false, false]);
});

it("what a command doesn't take, and a command that is not there, don't compile", () => {
  const calls = () => {
    // @ts-expect-error a block is no transaction
    void runCommand("chainside.debugTransaction", { kind: "block", block: "7" });
    // @ts-expect-error a hash is no target
    commandOf("chainside.showReceipt", "Show Receipt", "0x12");
    // @ts-expect-error it takes nothing
    void runCommand("chainside.showLog", { kind: "nothing" });
    // @ts-expect-error no feature registers it
    void runCommand("chainside.showEverything");
    // @ts-expect-error a link has no group but by its id
    commandLink("chainside.findEvents", { kind: "contract", address: "0x12", group: {} });
    // @ts-expect-error one that says nothing of the contract
    commandLink("chainside.findEvents", { kind: "contract" });
  };
  expect(calls).toBeTypeOf("function");
});
