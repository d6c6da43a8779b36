import { describe, expect, it } from "vitest";
import { precompiledContracts } from "../../../../../src/chain/abi/precompiledContracts";
import { createClient, type Transport } from "../../../../../src/chain/client/client";
import { getCommitteeInfo } from "../../../../../src/chain/services/governance/committee";
import { ChainError } from "../../../../../src/errors/chainError";
import { ownRightNodes } from "../../../../../src/extension/features/governance/governanceNodes";
import type { GroupedNode } from "../../../../../src/extension/flows/lines/groupNode";
import { transportTo } from "../../../../support/chainInProcess";
import { suiteApp } from "../../../../support/extensionApp";

describe("the rights of the signing account", () => {
  const on = suiteApp({ auth: true });

  /** The lines under a node that doesn't answer about accounts, where that is asked for. */
  async function lines(silent: boolean): Promise<readonly (readonly [string, unknown])[]> {
    const honest = transportTo(on.chain, on.asked);
    const request: Transport["request"] = async (method, params, ...rest) => {
      if (silent && params.includes(precompiledContracts.AccountManager.address))
        throw new ChainError({ kind: "transport", code: "timedOut", message: "no answer" });
      return honest.request(method, params, ...rest);
    };
    const session = { ...on.group.session, client: createClient({ ...honest, request }, "group0") };
    const group = new Proxy(on.group, {
      get: (target, name) => (name === "session" ? session : (Reflect.get(target, name, target) as unknown)),
    });
    const info = await getCommitteeInfo(on.group.session);
    const nodes = await ownRightNodes(on.app, { id: "rights", group } as unknown as GroupedNode, info);
    return nodes.map((node) => [node.id.split("/").at(-1) ?? "", node.item().description]);
  }

  it("are told, with why one is missing", async () => {
    const reported = new Map(await lines(false));
    expect([reported.get("propose"), reported.get("config")]).toEqual(["yes", expect.stringMatching(/^no\. /)]);
  });

  it("stand below the account, whose line commands are run on", async () => {
    const info = await getCommitteeInfo(on.group.session);
    const [line] = await ownRightNodes(on.app, { id: "rights", group: on.group } as unknown as GroupedNode, info);
    const address = on.app.accounts.active(on.group)?.address.toLowerCase();
    expect(line?.target).toMatchObject({ kind: "account", address, group: on.group });
    expect(line?.target?.proposalKinds).toContain("modifyDeployAuth");
  });

  it("are not said to be missing where the node doesn't answer", async () => {
    await expect(lines(true)).rejects.toMatchObject({ kind: "transport" });
  });
});
