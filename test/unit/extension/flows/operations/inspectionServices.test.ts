import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import * as vscode from "vscode";
import { getCode } from "../../../../../src/chain/rpc/contractCode";
import type { InspectionOrder } from "../../../../../src/debugger/inspect/messages";
import { doOperation } from "../../../../../src/extension/flows/operations/doOperation";
import { embeddedInspection, groupInspection } from "../../../../../src/extension/flows/operations/inspectionServices";
import { Cancelled } from "../../../../../src/extension/kit/errors/cancelled";
import type { Chainside } from "../../../../../src/extension/state/chainside";
import { deploySource } from "../../../../../src/operations/contract/deploySource";
import { loadedOperations } from "../../../../../src/operations/loaded";
import { neededService, offeredOf } from "../../../../../src/operations/model/services";
import { type ExtensionApp, extensionApp } from "../../../../support/extensionApp";
import { host } from "../../../../support/fakeVscode/fakeHost";
import { sayingAbi, sayingCode } from "../../../../support/hostileContract";

let on: ExtensionApp;
let app: Chainside;
let folder: string;
const orders: InspectionOrder[] = [];
const verified: string[] = [];
let broken = false;
let known = false;
const row = (name: string) => ({
  name,
  type: "uint256",
  slot: "0",
  offset: 0,
  bytes: "32",
  contract: "Coin",
  depth: 0,
});
const moved = { severity: "error", kind: "overwritten", name: "owner", message: { text: "Gone.", args: [] } };
const coin = (): string => join(folder, "contracts/Coin.sol");
const coinCode = (): string => sayingCode(on.group.session, "made").slice(2);
const open = (...folders: string[]): void => {
  const list = folders.map((path, index) => ({ uri: vscode.Uri.file(path), name: path, index }));
  (vscode.workspace as { workspaceFolders: unknown }).workspaceFolders = list.length === 0 ? undefined : list;
};

beforeAll(async () => {
  on = await extensionApp({ sealers: 1, observers: 0, openDev: true });
  folder = mkdtempSync(join(tmpdir(), "chainside-inspection-"));
  mkdirSync(join(folder, "contracts"));
  for (const name of ["contracts/Coin.sol", "secret.txt"]) writeFileSync(join(folder, name), "");
  app = {
    ...on.app,
    inspector: {
      inspect: async (order: InspectionOrder) => {
        orders.push(order);
        return { kind: order.kind };
      },
    },
    solidity: {
      target: async () => ({ suite: "standard", chain: undefined, group: on.group }),
      check: async ([uri]: readonly vscode.Uri[]) => [
        {
          sourceName: "contracts/Coin.sol",
          isRight: !broken,
          choice: { version: "0.8.30", evmVersion: "paris" },
          contracts: broken
            ? []
            : [{ name: "Coin", abi: sayingAbi, code: coinCode(), linkReferences: {}, sourceName: "" }],
          diagnostics: broken ? [{ severity: "error", message: `no such thing in ${uri?.fsPath === coin()}` }] : [],
        },
      ],
      verify: async (uri: vscode.Uri, _: string, name: string | undefined) => {
        verified.push(`${uri.fsPath}:${name}`);
        return [{ name: name ?? "Coin", verdict: { kind: "different" } }];
      },
      layout: async (uri: vscode.Uri, _: unknown, used: object | undefined) =>
        uri.fragment === "Coin"
          ? {
              rows: [row("stock")],
              before: used !== undefined && known ? [row("owner")] : undefined,
              changes: known ? [moved] : [],
              verdict: "broken",
            }
          : undefined,
    },
  } as unknown as Chainside;
});
afterAll(() => {
  open();
  rmSync(folder, { recursive: true });
  on.dispose();
});

const hash = `0x${"12".repeat(32)}` as const;
const address = `0x${"34".repeat(20)}` as const;

it("offers what takes sources where a folder is open", async () => {
  open();
  const taking = loadedOperations.filter(
    ({ needs }) => needs === "inspector" || needs === "tracer" || needs === "sources",
  );
  expect(taking).toHaveLength(10);
  expect(await offeredOf(taking, groupInspection(app, on.group))).toEqual([]);
  open(folder);
  expect(await offeredOf(taking, groupInspection(app, on.group))).toEqual(taking);
});

it("asks the inspector about a chain that no connection knows", async () => {
  open(folder);
  const chain = { url: "http://127.0.0.1:1", group: "group0", token: "t" };
  const services = embeddedInspection(app, on.group.session, chain);
  expect(await (await neededService(services, "tracer")).trace(hash)).toEqual({ kind: "trace" });
  const inspector = await neededService(services, "inspector");
  expect(await inspector.changes(hash)).toEqual({ kind: "state" });
  expect(await inspector.storage(address, ["owner"])).toEqual({ kind: "storage" });
  expect(orders).toMatchObject([
    { kind: "trace", transaction: hash, chain, folder },
    { kind: "state", transaction: hash, chain, folder },
    { kind: "storage", address, expressions: ["owner"], from: { kind: "embedded", ...chain }, folder },
  ]);
});

it("compares with sources of the open folder alone", async () => {
  open(folder);
  const sources = await neededService(groupInspection(app, on.group), "sources");
  await expect(sources.verify(address, "contracts/Coin.sol")).rejects.toMatchObject({ code: "noCodeAt" });
  for (const other of [
    "secret.txt",
    "../Coin.sol",
    "contracts/Other.sol",
    "/etc/Coin.sol:Coin",
    "\\\\host\\share\\Coin.sol",
  ])
    await expect(sources.verify(address, other), other).rejects.toMatchObject({ code: "fileMissing" });
  expect(verified).toEqual([]);
});

it("deploys what a source of the open folder compiles to, after the question of every command", async () => {
  open(folder);
  on.access = "confirm";
  const deploy = (source: string) => doOperation(app, on.group, deploySource, { source });
  await expect(deploy("contracts/Coin.sol:Coin")).rejects.toBeInstanceOf(Cancelled);
  expect(host.questions.join()).toMatch(/Source file \| contracts\/Coin\.sol/);
  host.picks = [/Sign and Send/];
  const outcome = await deploy("contracts/Coin.sol:Coin");
  const { contractAddress } = (outcome as { readonly result: { readonly contractAddress: string } }).result;
  expect(await getCode(on.group.session.client, contractAddress as `0x${string}`)).toContain(
    Buffer.from("made").toString("hex"),
  );
  await expect(deploy("contracts/Coin.sol:Other")).rejects.toMatchObject({ code: "noSuchContract" });
  await expect(deploy("../Coin.sol")).rejects.toMatchObject({ code: "fileMissing" });
  broken = true;
  await expect(deploy("contracts/Coin.sol")).rejects.toMatchObject({
    code: "sourceHasErrors",
    details: { reason: "no such thing in true" },
  });
});

it("tells where a source of the open folder keeps variables, and what an upgrade of a deployed one comes to", async () => {
  open(folder);
  broken = false;
  const operation = loadedOperations.find(({ noun, verb }) => `${noun} ${verb}` === "source layout");
  if (!operation) throw new Error("no such operation");
  const ask = (given: object) => doOperation(app, on.group, operation, given);
  expect(await ask({ source: "contracts/Coin.sol" })).toEqual({
    result: { contract: "Coin", variables: [row("stock")] },
  });
  await expect(ask({ source: "contracts/Coin.sol", against: address })).rejects.toMatchObject({ code: "noCodeAt" });
  host.picks = [/Sign and Send/];
  const outcome = await doOperation(app, on.group, deploySource, { source: "contracts/Coin.sol" });
  const against = (outcome as { readonly result: { readonly contractAddress: string } }).result.contractAddress;
  await expect(ask({ source: "contracts/Coin.sol", against })).rejects.toMatchObject({ code: "layoutUnknown" });
  known = true;
  expect(await ask({ source: "contracts/Coin.sol:Coin", against })).toMatchObject({
    result: { keepsStored: false, changes: [{ severity: "error", name: "owner", message: "Gone." }] },
  });
  await expect(ask({ source: "contracts/Coin.sol:Other" })).rejects.toMatchObject({ code: "noSuchContract" });
  await expect(ask({ source: "../Coin.sol" })).rejects.toMatchObject({ code: "fileMissing" });
});
