import { beforeEach, expect, it } from "vitest";
import { foreignFolders } from "../../../../../src/extension/kit/files/foreignFolders";
import { leftOutFolders } from "../../../../../src/files/leftOutFolders";
import { host } from "../../../../support/fakeVscode/fakeHost";
import { Uri } from "../../../../support/fakeVscode/values";

beforeEach(() => {
  host.reset();
  host.desk = { workspace: { asRelativePath: (uri: Uri) => uri.path.replace("/open/", "") } };
});

it("folders of others are those that the language server leaves out, and each library in a lib", () => {
  const isForeign = (path: string): boolean => foreignFolders.has(Uri.file(`/open/${path}`) as never);
  expect(["lib/std/src/Test.sol", "chain/lib/open/Open.sol", "coverage/A.sol"].map(isForeign)).toEqual([
    true,
    true,
    true,
  ]);
  expect(["contracts/lib/Math.sol", "lib/Math.sol", "src/Coin.sol"].map(isForeign)).toEqual([false, false, false]);
  expect(foreignFolders.glob).toBe(`**/{${[...leftOutFolders].join(",")},lib/*}/**`);
});
