import { describe, expect, it } from "vitest";
import manifest from "../../../package.json" with { type: "json" };

/** Settings that a workspace no one trusts may make: they change how something looks or is judged, not what is run or asked. */
const harmless = [
  "chainside.accessList.identityLength",
  "chainside.blocks.pageSize",
  "chainside.lint.coins",
  "chainside.lint.rules",
  "chainside.nodeConfig.nodeVersion",
  "chainside.refreshIntervalMs",
  "chainside.solidity.formatter",
  "chainside.solidity.inlayHints.argumentNames",
  "chainside.solidity.inlayHints.selectors",
  "chainside.solidity.languageFeatures",
  "chainside.timeZone",
];

describe("restricted mode", () => {
  it("ignores every workspace setting that is not known to be harmless", () => {
    const { restrictedConfigurations } = manifest.capabilities.untrustedWorkspaces;
    const all = manifest.contributes.configuration.flatMap(({ properties }) => Object.keys(properties));
    expect([...restrictedConfigurations, ...harmless].sort()).toEqual(all.sort());
  });

  it("hides no command: those that run things say why they do not", () => {
    expect(manifest.contributes.commands.filter((command) => "enablement" in command)).toEqual([]);
  });
});
