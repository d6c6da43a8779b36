import { readFileSync } from "node:fs";
import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { readJsonArtifact } from "../../../../../src/chain/artifact/readArtifact";
import { ChainError } from "../../../../../src/errors/chainError";
import { deployArtifact } from "../../../../../src/extension/flows/contracts/deployArtifact";
import { operationCommand } from "../../../../../src/extension/flows/operations/operationCommand";
import type { WritableGroup } from "../../../../../src/extension/state/connections/signingPermit";
import { suiteApp } from "../../../../support/extensionApp";
import { host } from "../../../../support/fakeVscode/fakeHost";
import { Uri } from "../../../../support/fakeVscode/values";

describe("a change that is committed before the chain falls silent", () => {
  const on = suiteApp({ auth: true }, "full");
  let group: WritableGroup;
  let address = "";
  beforeAll(async () => {
    group = on.group as WritableGroup;
    on.access = "full";
    const path = "test/fixtures/workspace/artifacts/contracts/HelloWorld.sol/HelloWorld.json";
    const artifact = readJsonArtifact(readFileSync(path, "utf8"), "HelloWorld.json");
    if (!artifact) throw new Error(`no ${path}`);
    const uri = Uri.file(`/${path}`) as never;
    ({ address } = await deployArtifact(on.app, group, { artifact, uri }, [], {}));
  });
  beforeEach(() => {
    const { transport } = group.session.client;
    const { request } = transport;
    const silent = async (): Promise<never> => {
      throw new ChainError({ kind: "transport", code: "timedOut", message: "no answer" });
    };
    // views are told when it is committed
    const report = vi
      .spyOn(group, "notify")
      .mockImplementation(() => void Object.assign(transport, { request: silent }));
    return () => {
      report.mockRestore();
      Object.assign(transport, { request });
    };
  });

  const unread = (done: string): unknown => expect.stringContaining(`${done}: done. The new state couldn't be read.`);

  it("is told as done: the access to a method", async () => {
    host.picks = [/Blacklist/, /Sign and Send/];
    const target = { kind: "contract", address, functionSignature: "get()" } as const;
    await operationCommand(on.app, group, target, "contract set-method-policy");
    expect(host.messages.at(-1)).toEqual(unread("Set Method Access Policy · HelloWorld.get()"));
  });

  it("is told as done: the status of a contract", async () => {
    host.picks = [/Sign and Send/];
    // A contract of executor 1 stays frozen for good: its name is typed.
    host.texts = [address.slice(0, 10)];
    await operationCommand(on.app, group, { kind: "contract", address }, "contract freeze");
    expect(host.messages.at(-1)).toEqual(unread("Freeze Contract · HelloWorld"));
    expect(on.errors).toMatchObject([{ code: "timedOut" }]);
  });
});
