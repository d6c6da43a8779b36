import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { precompiledContracts, precompiledInterface } from "../../../../../src/chain/abi/precompiledContracts";
import { dryRunInEditor } from "../../../../../src/extension/flows/signing/editorDryRun";
import { type ExtensionApp, extensionApp } from "../../../../support/extensionApp";

describe("a dry run without a signature", () => {
  let on: ExtensionApp;
  beforeAll(async () => {
    on = await extensionApp({ auth: true });
  });
  afterAll(() => on.dispose());

  const preview = (
    contract: "CommitteeManager" | "AccountManager" | "SystemConfig" | "BFS",
    called: string,
    args: readonly unknown[],
  ): ReturnType<typeof dryRunInEditor> =>
    dryRunInEditor(on.app, on.group, undefined, {
      to: precompiledContracts[contract].address,
      data: precompiledInterface(contract, on.group.session.suite).encodeCall(called, args),
    });

  it.each([
    ["CommitteeManager", "createSetRateProposal(uint8,uint8,uint256)", [60, 60, 100n]],
    ["AccountManager", "setAccountStatus(address,uint8)", [`0x${"12".repeat(20)}`, 1]],
    ["SystemConfig", "setValueByKey(string,string)", ["tx_count_limit", "1500"]],
  ] as const)("can't tell whether %s refuses the account that signs", async (contract, called, args) => {
    const { outcome, text, detail, unsigned } = await preview(contract, called, args);
    expect({ outcome, unsigned }).toEqual({ outcome: "unknown", unsigned: true });
    expect(text).toBe("Can't be tried without a signature");
    expect(detail).not.toMatch(/Use an account|Sign with|Ask the/);
  });

  it("fails where that doesn't depend on who signs", async () => {
    const { outcome, text } = await preview("BFS", "mkdir(string)", ["/tables"]);
    expect({ outcome, text }).toEqual({
      outcome: "failure",
      text: "Dry run: would fail",
    });
  });
});
