import { afterEach, describe, expect, it } from "vitest";
import { terminalPath } from "../../../../../src/extension/flows/commandLine/ownShell";
import { artifactNamed, artifactPath } from "../../../../../src/extension/flows/contracts/namedArtifact";
import { host } from "../../../../support/fakeVscode/fakeHost";
import { Uri } from "../../../../support/fakeVscode/values";

const folders = ["/one", "/other"].map((path, index) => ({ uri: Uri.file(path), name: path.slice(1), index }));
function open(count: number): void {
  host.desk = {
    workspace: {
      workspaceFolders: folders.slice(0, count),
      asRelativePath: ({ path }: Uri) => path.replace(/^\/(?:one|other)\//, ""),
    },
  };
}

const [coin, token] = ["Coin", "Token"].map((name) => Uri.file("/one/contracts/Coin.sol").with({ fragment: name }));
const compiled = Uri.file("/one/out/Coin.json");
const listed = [coin, token, compiled].map((uri) => ({ uri, name: uri?.fragment || "Coin", deployable: true }));
const app = { artifacts: { list: async () => listed } } as never;

describe("what names a compiled contract", () => {
  afterEach(() => host.reset());

  it("is its path in its folder, of a contract of a source with its name, and finds it again", async () => {
    open(2);
    for (const { uri } of listed) expect(await artifactNamed(app, artifactPath(uri as never))).toBe(uri);
    expect(listed.map(({ uri }) => artifactPath(uri as never))).toEqual([
      "contracts/Coin.sol:Coin",
      "contracts/Coin.sol:Token",
      "out/Coin.json",
    ]);
    await expect(artifactNamed(app, "Coin")).rejects.toMatchObject({
      code: "ambiguousArtifact",
      details: { names: ["contracts/Coin.sol:Coin", "out/Coin.json"] },
    });
  });

  it("is its whole path for a terminal, which may begin in any of several folders", () => {
    open(1);
    expect(terminalPath(token as never)).toBe("contracts/Coin.sol:Token");
    open(2);
    expect(terminalPath(token as never)).toBe("/one/contracts/Coin.sol:Token");
    expect(terminalPath(compiled as never)).toBe("/one/out/Coin.json");
  });
});
