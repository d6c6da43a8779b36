import { expect, it } from "vitest";
import { TestChain } from "../../../src/contractTests/chain/testChain";
import { commentChain } from "../../../src/contractTests/discover/testConfig";

const project = { suite: "standard", root: "/", modules: [], functionNames: [] } as const;
const opened = (comment: string) => TestChain.open(project, commentChain(comment));

it("a contract's comment chooses its chain by words between any spaces", () => {
  const comment =
    "What it tests\n@custom:chain auth  executor=0\tnode-version=3.12.0 compatibility=3.12.0 feature=feature_sharding\r";
  expect(commentChain(comment)).toEqual({
    auth: true,
    executorVersion: 0,
    nodeVersion: "3.12.0",
    compatibilityVersion: "3.12.0",
    features: ["feature_sharding"],
  });
  expect(commentChain("no chain is named here: auth")).toEqual({});
});

it.each([
  ["excutor=0", '"excutor=0"'],
  ["executor=2", '"executor=2"'],
  ["auth=off", '"auth=off"'],
  ["feature=feature_shardng", "feature_shardng"],
  ["node-version=9.9", "3.x version"],
])("its tests fail for a word that means no chain: %s", async (word, message) => {
  await expect(opened(`@custom:chain ${word}`)).rejects.toThrow(message);
});
