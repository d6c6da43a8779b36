import { expect, it } from "vitest";
import { hashWarnings } from "../../../../src/extension/flows/contracts/deployArtifact";
import type { Chainside } from "../../../../src/extension/state/chainside";
import type { LoadedArtifact } from "../../../../src/extension/state/contracts/artifacts";
import { Uri } from "../../../support/fakeVscode/vscode";

const app = { solidity: { hashUses: () => Promise.resolve(undefined) } } as unknown as Chainside;
const loaded = (path: string, parts: Partial<LoadedArtifact["artifact"]>): LoadedArtifact =>
  ({
    artifact: { name: "Kiosk", abi: [], libraryNames: {}, ...parts },
    uri: path.includes("#") ? Uri.parse(`file://${path}`) : Uri.file(path),
  }) as unknown as LoadedArtifact;
const warned = async (...given: Parameters<typeof loaded>) =>
  (await hashWarnings(app, "sm", loaded(...given))).join(" ");
const [event, called] = [{ type: "event" }, { type: "function" }];

it("warns of code with keccak256 on an SM chain, by what is in it", async () => {
  // PUSH1 0x20, then KECCAK256; a 0x20 that is pushed hashes nothing.
  expect(await warned("/w/out/Kiosk.json", { bytecode: "602020", abi: [event, called] })).toMatch(
    /Callers .* find its functions.* topics are keccak256.* hashes at run time/,
  );
  expect(await warned("/w/out/Kiosk.json", { bytecode: "6020", abi: [called] })).not.toMatch(/hashes at run time/);
  expect(await warned("/w/out/Kiosk.json", { bytecode: "6020" })).toBe("");
});

it("warns of nothing where the code is the chain's own", async () => {
  const code = { bytecode: "602020", abi: [event, called] };
  expect(await hashWarnings(app, "standard", loaded("/w/out/Kiosk.json", code))).toEqual([]);
  expect(await warned("/w/out/Kiosk.json", { ...code, smBytecode: "602020" })).toBe("");
  expect(await warned("/w/contracts/Kiosk.sol#Kiosk", code)).toBe("");
});
