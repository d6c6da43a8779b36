import { readFileSync } from "node:fs";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { contractInterface } from "../../../../../src/chain/abi/contractInterface";
import { readJsonArtifact } from "../../../../../src/chain/artifact/readArtifact";
import { committeeContracts } from "../../../../../src/chain/services/governance/committee";
import { transact } from "../../../../../src/chain/transaction/transact";
import type { Address } from "../../../../../src/crypto/bytes/hex";
import { deployArtifact } from "../../../../../src/extension/flows/contracts/deployArtifact";
import { sendFunction } from "../../../../../src/extension/flows/contracts/signTransaction";
import { receiptRecord } from "../../../../../src/extension/flows/records/receiptRecord";
import { askAddress } from "../../../../../src/extension/flows/target/askAddress";
import { askContractAddress } from "../../../../../src/extension/flows/target/askContractAddress";
import { selectGroup, targetGroup } from "../../../../../src/extension/flows/target/askGroup";
import { contractAt } from "../../../../../src/extension/flows/target/contractTarget";
import { nothing } from "../../../../../src/extension/flows/target/target";
import { targetArtifact } from "../../../../../src/extension/flows/target/targetArtifact";
import { Cancelled } from "../../../../../src/extension/kit/errors/cancelled";
import type { WritableGroup } from "../../../../../src/extension/state/connections/signingPermit";
import { signerOf, suiteApp } from "../../../../support/extensionApp";
import { host } from "../../../../support/fakeVscode/fakeHost";
import { EventEmitter, Uri } from "../../../../support/fakeVscode/values";

const path = "test/fixtures/workspace/artifacts/contracts/HelloWorld.sol/HelloWorld.json";

describe("what a command without a target asks for", () => {
  const on = suiteApp({}, "full");
  const artifact = readJsonArtifact(readFileSync(path, "utf8"), "HelloWorld.json");
  if (!artifact) throw new Error(`no ${path}`);
  const built = Uri.file("/project/artifacts/contracts/HelloWorld.sol/HelloWorld.json");
  beforeEach(() => {
    Object.assign(on.app.artifacts, {
      list: async () => [
        { name: "HelloWorld", deployable: true, uri: built },
        { name: "IHello", deployable: false, uri: Uri.file("/IHello.json") },
      ],
      read: async (uri: Uri) => ({ artifact, uri }),
    });
  });

  describe("a group", () => {
    it("is the one it was run on, else the active one, and nobody is asked", async () => {
      expect(await targetGroup(on.app, { group: on.group })).toBe(on.group);
      expect(await targetGroup(on.app, nothing)).toBe(on.group);
      expect(host.questions).toEqual([]);
    });

    it("is no other where a document or a link is of one that isn't connected", async () => {
      const away = targetGroup(on.app, { awayGroup: "session:10.0.0.1:20200/group7" });
      await expect(away).rejects.toMatchObject({ code: "notConnected", details: { name: "10.0.0.1:20200 · group7" } });
      const known = targetGroup(on.app, { awayGroup: "settings:in process/group7" });
      await expect(known).rejects.toMatchObject({ details: { name: "in process · group7" } });
      expect(host.questions).toEqual([]);
    });

    it("is that of the document, or the one that was open, once its chain is there", async () => {
      const changed = new EventEmitter<void>();
      const groups: (typeof on.group)[] = [];
      const all: object[] = [];
      const coming = Object.create(on.app, {
        connections: {
          value: {
            ...{ groups, all, onDidChange: changed.event },
            get activeGroup() {
              return groups[0];
            },
            restore: () => all.push({ state: { kind: "connecting" } }),
            findGroup: (id: string) => groups.find((group) => group.id === id),
          },
        },
        embeddedChain: { value: { state: { kind: "stopped" }, onDidChange: changed.event } },
      }) as typeof on.app;
      const asked = [{ awayGroup: on.group.id }, nothing].map((target) => targetGroup(coming, target));
      groups.push(on.group);
      changed.fire();
      expect(await Promise.all(asked)).toEqual([on.group, on.group]);
    });

    it("is chosen where the active one is out of reach: no other takes its place by itself", async () => {
      const others = Object.create(on.app, {
        connections: { value: { activeGroup: undefined, groups: [on.group], all: [], restore: () => undefined } },
      }) as typeof on.app;
      await expect(targetGroup(others, nothing)).rejects.toBeInstanceOf(Cancelled);
      host.picks = [/group0/];
      expect(await targetGroup(others, nothing)).toBe(on.group);
    });

    it("is offered to be made without any connection, and nothing is done where that is left", async () => {
      const alone = Object.create(on.app, {
        connections: { value: { activeGroup: undefined, groups: [], all: [], restore: () => undefined } },
      }) as typeof on.app;
      await expect(targetGroup(alone, nothing)).rejects.toBeInstanceOf(Cancelled);
      expect(host.messages.join()).toContain("No chain is connected.");
      expect(host.executed).toEqual([]);
      host.buttons = [/Start Embedded Chain/];
      await expect(targetGroup(alone, nothing)).rejects.toBeInstanceOf(Cancelled);
      expect(host.executed.map(([id]) => id)).toEqual(["chainside.startEmbeddedChain"]);
    });

    it("becomes the active one when it is switched to", async () => {
      const switched: unknown[] = [];
      Object.assign(on.app.connections, { setActiveGroup: async (group: unknown) => void switched.push(group) });
      host.picks = [/group0/];
      await selectGroup(on.app, nothing);
      expect(switched).toEqual([on.group]);
    });
  });

  describe("an account", () => {
    const question = { title: "Freeze Account", placeHolder: "Select an account" };
    const enter = (typed: string, others: readonly { label: string; value: Address }[] = []): Promise<unknown> => {
      host.picks = [/Enter an address/];
      host.texts = [typed];
      return askAddress(on.app, on.group, { ...question, others }).catch((error: unknown) => error);
    };

    it("is none where nothing is typed, also where one has no name", async () => {
      const { suite } = on.group.session;
      const nameless = await on.app.accounts.create(suite.name, "");
      expect(await enter("")).toBeInstanceOf(Cancelled);
      expect(await enter("  ")).toBeInstanceOf(Cancelled);
      await on.app.accounts.remove(nameless);
    });

    it("is known by its name, whichever list offers it", async () => {
      const address = on.app.accounts.active(on.group)?.address as Address;
      expect(await enter("dev0")).toBe(address.toLowerCase());
      expect(await enter("dev0", [{ label: "governor", value: address }])).toBe(address.toLowerCase());
    });
  });

  it("a contract is the one of the path that a link names, and is not asked for", async () => {
    const kiosk = "0x00000000000000000000000000000000000000ab";
    for (const target of [
      { kind: "path", path: kiosk },
      { kind: "contract", address: kiosk },
    ] as const)
      expect(await askContractAddress(on.app, on.group, target, "Freeze Contract")).toBe(kiosk);
    const missing = askContractAddress(on.app, on.group, { kind: "contract", address: "/apps/none/1" }, "Freeze");
    await expect(missing).rejects.toMatchObject({ kind: "usage" });
    expect(host.questions).toEqual([]);
  });

  describe("a compiled contract", () => {
    it("is chosen from those with code, and left where nothing is chosen", async () => {
      await expect(targetArtifact(on.app, nothing, "Deploy")).rejects.toBeInstanceOf(Cancelled);
      host.picks = [/HelloWorld/];
      expect((await targetArtifact(on.app, nothing, "Deploy")).uri).toBe(built);
      host.picks = [/IHello/];
      await expect(targetArtifact(on.app, nothing, "Deploy")).rejects.toBeInstanceOf(Cancelled);
    });

    it("is the clicked file", async () => {
      const uri = Uri.file("/other/HelloWorld.json");
      expect((await targetArtifact(on.app, { kind: "file", uri: uri as never }, "Deploy")).uri).toBe(uri);
      expect(host.questions).toEqual([]);
    });
  });

  describe("a contract of the chain", () => {
    /** A contract whose ABI the chain was not given. */
    async function deployedElsewhere(): Promise<Address> {
      const { session } = on.group;
      const data = contractInterface(artifact?.abi ?? [], session.suite).encodeDeploy(artifact?.bytecode ?? "", []);
      return (await transact(session, await signerOf(on), { data })).contractAddress as Address;
    }

    it("is read with the ABI that the user names where the chain keeps none, and known from then on", async () => {
      const address = await deployedElsewhere();
      await expect(contractAt(on.app, on.group, address, "Call")).rejects.toBeInstanceOf(Cancelled);
      host.picks = [/HelloWorld/];
      expect((await contractAt(on.app, on.group, address, "Call")).name).toBe("HelloWorld");
      host.reset();
      expect((await contractAt(on.app, on.group, address, "Call")).name).toBe("HelloWorld");
      expect(host.questions).toEqual([]);
    });

    it("takes an ABI that is pasted, and refuses what is none", async () => {
      const address = await deployedElsewhere();
      host.picks = [/Paste ABI/];
      host.texts = ["{}"];
      await expect(contractAt(on.app, on.group, address, "Call")).rejects.toBeInstanceOf(Cancelled);
      expect(host.messages.join()).toContain("Enter a JSON list");
      host.picks = [/Paste ABI/];
      host.texts = [JSON.stringify(artifact.abi)];
      const { abi } = await contractAt(on.app, on.group, address, "Call");
      expect(abi.getFunction("get").name).toBe("get");
    });

    it("is known as the command line knows it: nobody is asked for the ABI of a committee, and nothing remembers it", async () => {
      const { committee } = await committeeContracts(on.group.session);
      const { name, abi } = await contractAt(on.app, on.group, committee, "Call");
      expect([name, abi.getFunction("getCommitteeInfo").name]).toEqual(["Committee", "getCommitteeInfo"]);
      expect(host.questions).toEqual([]);
      expect(on.app.knownContracts.find(on.group, committee)).toBeUndefined();
    });

    it("is asked for its code once, whatever is known of it", async () => {
      const requests = vi.spyOn(on.group.session.client.transport, "request");
      const timesAsked = async (address: string, pick: RegExp[]): Promise<number> => {
        requests.mockClear();
        host.reset();
        host.picks = pick;
        await contractAt(on.app, on.group, address, "Call");
        return requests.mock.calls.filter(([method]) => method === "getCode").length;
      };
      const { committee } = await committeeContracts(on.group.session);
      expect(await timesAsked(committee, [])).toBe(1);
      const address = await deployedElsewhere();
      expect(await timesAsked(address, [/HelloWorld/])).toBe(1);
      expect(await timesAsked(address, [])).toBe(1);
      expect(await timesAsked(`0x${"1003".padStart(40, "0")}`, [])).toBe(0);
      requests.mockRestore();
    });

    it("must be there", async () => {
      const nowhere = `0x${"77".repeat(20)}`;
      await expect(contractAt(on.app, on.group, nowhere, "Call")).rejects.toMatchObject({ code: "noContractThere" });
    });
  });

  it("a receipt says what was called, what came of it and which events it left", async () => {
    const group = on.group as WritableGroup;
    const abi = contractInterface(artifact.abi, group.session.suite);
    const { address } = await deployArtifact(on.app, group, { artifact, uri: built as never }, [], {});
    const { receipt } = await sendFunction(
      on.app,
      group,
      { name: "HelloWorld", address, abi },
      abi.getFunction("set"),
      ["hello"],
      0n,
    );
    const { text } = await receiptRecord(on.app, group, receipt.transactionHash);
    expect(text).toContain("Status: success");
    expect(text).toContain('Call: HelloWorld.set("hello")');
    expect(text).toMatch(/Gas used: \d+/);
  });
});
