import { mkdir, mkdtemp, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readJsonArtifact } from "../../../../src/chain/artifact/readArtifact";
import { askAboutStale, buildOf, changedSource } from "../../../../src/extension/flows/target/staleArtifact";
import { Cancelled } from "../../../../src/extension/kit/errors/cancelled";
import type { LoadedArtifact } from "../../../../src/extension/state/contracts/artifacts";
import { host } from "../../../support/fakeVscode/fakeHost";
import { Uri } from "../../../support/fakeVscode/values";

/** The source as Truffle's file names it. */
const truffleSource = (path: string): string | undefined =>
  readJsonArtifact(JSON.stringify({ contractName: "Kiosk", abi: [], sourcePath: `project:/${path}` }), "Kiosk.json")
    ?.source;

describe("code that is older than its source", () => {
  let folder: string;
  beforeEach(async () => {
    host.reset();
    folder = await mkdtemp(join(tmpdir(), "chainside-stale-"));
  });
  afterEach(() => rm(folder, { recursive: true }));
  /** @param seconds since 1970 of its last change */
  const file = async (path: string, seconds: number): Promise<string> => {
    const whole = join(folder, path);
    await mkdir(dirname(whole), { recursive: true });
    await writeFile(whole, "");
    await utimes(whole, seconds, seconds);
    return whole;
  };
  const loaded = (path: string, source?: string): LoadedArtifact => ({
    artifact: { name: "Kiosk", abi: [], libraryNames: {}, ...(source === undefined ? {} : { source }) },
    uri: Uri.file(path) as never,
  });

  it.each([
    ["Hardhat", "artifacts/contracts/Kiosk.sol/Kiosk.json", "contracts/Kiosk.sol", "contracts/Kiosk.sol"],
    ["Truffle", "build/contracts/Kiosk.json", "contracts/Shops.sol", truffleSource("contracts/Shops.sol")],
    ["Foundry", "out/Kiosk.sol/Kiosk.json", "src/Kiosk.sol", undefined],
    ["solc", "build/Kiosk.abi", "contracts/Kiosk.sol", undefined],
  ])("is recognised as %s leaves it", async (_, compiled, source, named) => {
    const [artifact, path] = [await file(compiled, 1000), await file(source, 1500)];
    expect(await changedSource(loaded(artifact, named))).toBe(path);
    await file(source, 900);
    expect(await changedSource(loaded(artifact, named))).toBeUndefined();
    await file(source, 1001);
    expect(await changedSource(loaded(artifact, named))).toBeUndefined();
  });

  it("is not claimed where nobody knows the source", async () => {
    expect(await changedSource(loaded(await file("out/Kiosk.json", 1000)))).toBeUndefined();
  });

  it("is compiled as the project compiles", async () => {
    const artifact = await file("artifacts/contracts/Kiosk.sol/Kiosk.json", 1000);
    expect(await buildOf(artifact)).toBeUndefined();
    await file("hardhat.config.ts", 1);
    expect(await buildOf(artifact)).toEqual({ folder, program: "npx", args: ["hardhat", "compile"] });
  });

  it("is deployed only when the user says so", async () => {
    const artifact = await file("artifacts/contracts/Kiosk.sol/Kiosk.json", 1000);
    await file("contracts/Kiosk.sol", 1500);
    await expect(askAboutStale(loaded(artifact), "Deploy Kiosk")).rejects.toBeInstanceOf(Cancelled);
    expect(host.questions.join()).toContain("changed after it was compiled");
    host.picks = [/Deploy Old Code/];
    expect(await askAboutStale(loaded(artifact), "Deploy Kiosk")).toBeUndefined();
    host.picks = [/Compile First/];
    const anew = loaded(artifact);
    expect(await askAboutStale(loaded(artifact), "Deploy Kiosk", () => Promise.resolve(anew))).toBe(anew);
  });
});
