import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { importables } from "../../../../src/solidity/language/answers/importing";
import { placeIn, SolidityWorkspace } from "../../../support/solidityWorkspace";

const coin =
  'pragma solidity ^0.8.20;\nimport "";\nimport {ERC20} from "@open/token/ERC20.sol";\ncontract Coin is ERC20 {}\n';
const files = {
  "foundry.toml": '[profile.default]\nlibs = ["vendor"]\n',
  "remappings.txt": "@open/=vendor/open/contracts/\nvendor/other/:inner/=vendor/other/src/\n",
  "vendor/open/contracts/token/ERC20.sol":
    'import {Context} from "../utils/Context.sol";\ncontract ERC20 is Context {}\n',
  "vendor/open/contracts/utils/Context.sol": "contract Context {}\n",
  "vendor/std/src/Test.sol": "contract Test {}\n",
  "src/Coin.sol": coin,
};

let workspace: SolidityWorkspace;
beforeAll(() => {
  workspace = new SolidityWorkspace(files);
});
afterAll(() => workspace.close());

async function proposed(written: string): Promise<string[]> {
  const text = coin.replace('""', `"${written}"`);
  const question = { kind: "completion" as const, position: placeIn(text, `"${written}"`, written.length + 1) };
  const { proposals } = await workspace.ask("completion", "src/Coin.sol", question, { "src/Coin.sol": text });
  return proposals.map(({ label }) => label).filter((label) => !label.startsWith("fisco/"));
}

describe("the path of an import goes on", () => {
  it("with the beginnings that remappings give, and with libraries", async () => {
    expect(await proposed("")).toEqual(expect.arrayContaining(["./", "@open/", "std/", "open/"]));
    expect(await proposed("")).not.toContain("inner/");
  });

  it("where the file would be found: behind a remapping, in a library's sources, in the project", async () => {
    expect(await proposed("@open/")).toEqual(["@open/token/", "@open/utils/"]);
    expect(await proposed("@open/utils/C")).toEqual(["@open/utils/Context.sol"]);
    expect(await proposed("std/")).toContain("std/Test.sol");
    expect(await proposed("vendor/")).toContain("vendor/open/");
    expect(await proposed("./")).toEqual(["./Coin.sol"]);
  });
});

it("a name of a library is imported as the project's remapping wants it", async () => {
  const found = await workspace.service.project(workspace.request("src/Coin.sol"), "whole");
  const offered = found ? importables(found, found.project, (name) => name === "Context") : [];
  expect(offered.map(({ from }) => from)).toEqual(["@open/utils/Context.sol"]);
});

it("between the braces of an import stands what its file has, and isn't named yet", async () => {
  const at = async (written: string): Promise<string[]> => {
    const text = coin.replace("import {ERC20}", written);
    const question = { kind: "completion" as const, position: placeIn(text, written, written.indexOf("}")) };
    const { proposals } = await workspace.ask("completion", "src/Coin.sol", question, { "src/Coin.sol": text });
    return proposals.map(({ label }) => label);
  };
  expect(await at("import {}")).toEqual(["ERC20", "Context"]);
  expect(await at("import {ERC20, C}")).toEqual(["Context"]);
});
