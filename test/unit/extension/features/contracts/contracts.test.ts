import { readFileSync } from "node:fs";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { contractInterface } from "../../../../../src/chain/abi/contractInterface";
import { type ContractArtifact, readJsonArtifact } from "../../../../../src/chain/artifact/readArtifact";
import { readLinkWithAbi } from "../../../../../src/chain/services/bfs/readLink";
import { pendingNodes } from "../../../../../src/extension/features/chains/groupFolders";
import { namedDraft } from "../../../../../src/extension/features/contractForm/formActions";
import { deployContract } from "../../../../../src/extension/features/contracts/contractCommands";
import { signLink } from "../../../../../src/extension/features/contracts/deployLinked";
import { addContract, copyAbi } from "../../../../../src/extension/features/contracts/keptContracts";
import { sentSection } from "../../../../../src/extension/features/contracts/sent/sentNodes";
import { registerOperations } from "../../../../../src/extension/features/operations/registerOperations";
import { deployArtifact } from "../../../../../src/extension/flows/contracts/deployArtifact";
import { sendFunction, signTransaction } from "../../../../../src/extension/flows/contracts/signTransaction";
import { groupLine } from "../../../../../src/extension/flows/lines/groupNode";
import { settleSent } from "../../../../../src/extension/flows/sent/settleSent";
import { addressNamed, withAddresses } from "../../../../../src/extension/flows/target/addressNamed";
import { askContractAddress } from "../../../../../src/extension/flows/target/askContractAddress";
import { askAddress } from "../../../../../src/extension/flows/target/contractTarget";
import { nothing } from "../../../../../src/extension/flows/target/target";
import { markTrusted } from "../../../../../src/extension/kit/commands/commands";
import { Cancelled } from "../../../../../src/extension/kit/errors/cancelled";
import { initialListState } from "../../../../../src/extension/kit/tree/treeNode";
import type { WritableGroup } from "../../../../../src/extension/state/connections/signingPermit";
import { type ExtensionApp, extensionApp } from "../../../../support/extensionApp";
import { host } from "../../../../support/fakeVscode/fakeHost";
import { Uri } from "../../../../support/fakeVscode/values";

const compiled = (name: string, folder = name): ContractArtifact => {
  const path = `test/fixtures/workspace/artifacts/contracts/${folder}.sol/${name}.json`;
  const artifact = readJsonArtifact(readFileSync(path, "utf8"), `${name}.json`);
  if (!artifact) throw new Error(`no ${path}`);
  return artifact;
};

describe("contracts of a first-time user", () => {
  let on: ExtensionApp;
  let group: WritableGroup;
  beforeAll(async () => {
    on = await extensionApp();
    group = on.group as WritableGroup;
    on.access = "full";
  });
  afterAll(() => on.dispose());
  beforeEach(() => host.reset());

  const helloWorld = { artifact: compiled("HelloWorld"), uri: Uri.file("/HelloWorld.json") as never };
  /** Waits for a library: the place of its address is the whole code but a jump over it. */
  const needy: ContractArtifact = {
    name: "Needy",
    abi: [],
    bytecode: `73__$${"ab".repeat(17)}$__5060006000f3`,
    libraryNames: { [`__$${"ab".repeat(17)}$__`]: "Sums" },
  };
  /** Copies what stands behind it, one STOP, as the creation code of libraries does. */
  const sums: ContractArtifact = { name: "Sums", abi: [], bytecode: "6001600d60003960016000f3fe00", libraryNames: {} };
  const artifacts = (): void => {
    const all = [sums, needy].map((artifact) => ({ artifact, uri: Uri.file(`/${artifact.name}.json`) }));
    Object.assign(on.app.artifacts, {
      list: async () => all.map(({ artifact, uri }) => ({ name: artifact.name, deployable: true, uri })),
      read: async (uri: Uri) => all.find((each) => each.uri.path === uri.path),
    });
  };

  const needyDeployed = (): Promise<void> =>
    deployContract(on.app, group, { kind: "artifact", uri: Uri.file("/Needy.json") as never });

  it("see in Sent what was called, result and when", async () => {
    const { address } = await deployArtifact(on.app, group, helloWorld, ["hi"], {}).catch(() =>
      deployArtifact(on.app, group, helloWorld, [], {}),
    );
    const abi = contractInterface(helloWorld.artifact.abi, group.session.suite);
    await sendFunction(on.app, group, { name: "HelloWorld", address, abi }, abi.getFunction("set"), ["hello"], 0n);
    const lines = async (): Promise<string[]> =>
      ((await sentSection(on.app, group).children?.(initialListState)) ?? []).map((node) =>
        String((node.item() as { description?: string }).description),
      );
    await expect.poll(async () => (await lines())[0]).toMatch(/^set\("hello"\).* · block 2 · .*\d:\d\d/);
    expect((await lines())[1]).toMatch(/^HelloWorld\(.*\) · block 1 · /);
  });

  it("see the same of what was sent before a window closed", async () => {
    const abi = contractInterface(helloWorld.artifact.abi, group.session.suite);
    const address = on.app.knownContracts.list(group)[0]?.address ?? "0x";
    await sendFunction(on.app, group, { name: "HelloWorld", address, abi }, abi.getFunction("get"), [], 0n);
    await expect.poll(() => on.app.sent.list(group)[0]?.answer).toBe('"hello"');
    const [newest] = on.app.sent.list(group);
    if (!newest) throw new Error("nothing was sent");
    const { answer: _, ...open } = newest;
    await on.app.sent.remember(group, { ...open, outcome: { kind: "open" } });
    await settleSent(on.app, group);
    expect(on.app.sent.list(group)[0]).toEqual(newest);
    // Pending in the Chains view learns the same
    await on.app.sent.remember(group, { ...open, outcome: { kind: "open" } });
    await pendingNodes(on.app, groupLine(undefined, group, { id: "pending", label: "Pending" }));
    expect(on.app.sent.list(group)[0]).toEqual(newest);
  });

  it("may add a contract by a link, whose ABI it then has, and are told once that it is in the list", async () => {
    const [known] = on.app.knownContracts.list(group);
    if (!known) throw new Error("nothing is deployed");
    const path = "/apps/Hello/1.0";
    await signLink(on.app, group, { path, address: known.address, abi: known.abi });
    await on.app.knownContracts.forget(group, known.address);
    const add = async (): Promise<string | undefined> => {
      host.texts = [path];
      await addContract(on.app, group, nothing);
      return host.messages.at(-1);
    };
    expect(await add()).toBe(`$(check) ${path} is now in the list of contracts`);
    expect(on.app.knownContracts.find(group, known.address)).toMatchObject({ name: path, own: false });
    expect(await add()).toBe(`$(check) ${path} is already in the list of contracts`);
    await on.app.knownContracts.remember(group, known);
  });

  it("copy the ABI that a link keeps of a contract whose own the chain doesn't have", async () => {
    const [known] = on.app.knownContracts.list(group);
    const { deploymentOf } = await import("../../../../../src/operations/contract/transactions");
    const values = { ...deploymentOf(group.session, sums, [], {}), abiText: "" };
    const { contractAddress: address } = await signTransaction(on.app, group, { kind: "deployment", values }, {});
    await signLink(on.app, group, { path: "/apps/Silent/1.0", address, abi: known?.abi ?? "" });
    await copyAbi(on.app, { kind: "path", path: "/apps/Silent/1.0", group });
    expect(JSON.parse(host.clipboard)).toEqual(JSON.parse(known?.abi ?? ""));
  });

  it("link the contract of a clicked line without being asked which", async () => {
    const [known] = on.app.knownContracts.list(group);
    const registered = registerOperations(on.app);
    host.texts = ["/apps/Clicked/1.0"];
    await host.commands.get("chainside.bfsLink")?.(markTrusted({ kind: "contract", address: known?.address, group }));
    expect(await readLinkWithAbi(group.session, "/apps/Clicked/1.0")).toEqual({
      address: known?.address,
      abi: known?.abi,
    });
    registered.dispose();
  });

  it("name accounts and contracts where an address belongs", () => {
    const { accounts } = on.app;
    const [dev0] = accounts.all;
    const address = dev0?.address.toLowerCase();
    expect(addressNamed(on.app, group, " dev0 ")).toBe(address);
    expect(addressNamed(on.app, group, "HelloWorld")).toBe(on.app.knownContracts.list(group)[0]?.address);
    expect(addressNamed(on.app, group, "nobody")).toBeUndefined();
    const { functions } = contractInterface(
      [
        {
          type: "function",
          name: "pay",
          inputs: [
            { name: "who", type: "address" },
            { name: "all", type: "address[]" },
            {
              name: "one",
              type: "tuple",
              components: [
                { name: "to", type: "address" },
                { name: "note", type: "string" },
              ],
            },
            { name: "note", type: "string" },
          ],
          outputs: [],
        },
      ],
      group.session.suite,
    );
    const inputs = functions[0]?.inputs ?? [];
    expect(
      withAddresses(on.app, group, inputs, ["dev0", "[dev0, 0x12]", { to: "dev0", note: "dev0" }, "dev0"]),
    ).toEqual([address, [address, "0x12"], { to: address, note: "dev0" }, "dev0"]);
    expect(withAddresses(on.app, group, inputs, ["0x12", "[0x12]", ["dev0", "dev0"], ""])).toEqual([
      "0x12",
      "[0x12]",
      [address, "dev0"],
      "",
    ]);
  });

  it("may type such a name wherever an address or a contract is asked for", async () => {
    const [{ address } = { address: "" }] = on.app.knownContracts.list(group);
    const dev0 = on.app.accounts.all[0]?.address.toLowerCase();
    host.texts = ["HelloWorld", "dev0", "/apps/Hello", "0xAB", "nobody"];
    const asked = () => askAddress(on.app, group, "Where");
    expect([await asked(), await asked(), await asked()]).toEqual([address, dev0, "/apps/Hello"]);
    await expect(asked()).rejects.toBeInstanceOf(Cancelled);
    await expect(asked()).rejects.toBeInstanceOf(Cancelled);
    const [owner] = contractInterface(
      [{ type: "constructor", inputs: [{ name: "owner", type: "address" }] }],
      group.session.suite,
    ).constructorInputs;
    const draft = { values: ["dev0"], amount: "", libraries: { Sums: "HelloWorld", Other: "0x12" } };
    expect(namedDraft(on.app, group, owner ? [owner] : [], draft)).toEqual({
      values: [dev0],
      libraries: { Sums: address, Other: "0x12" },
    });
    host.picks = [/Enter an address/];
    host.texts = ["HelloWorld"];
    expect(await askContractAddress(on.app, group, { kind: "nothing" }, "Which")).toBe(address);
  });

  it("are told that no library is where they say", async () => {
    artifacts();
    host.picks = [/Enter an address/];
    host.texts = [on.app.accounts.all[0]?.address ?? ""];
    await expect(needyDeployed()).rejects.toBeInstanceOf(Cancelled);
    expect(host.messages.join()).toContain("No contract found at");
  });

  it("are offered to deploy a library that is not there, and no account in its place", async () => {
    artifacts();
    host.picks = [/dev0/];
    await expect(needyDeployed()).rejects.toBeInstanceOf(Cancelled);
    host.picks = [/Deploy Sums First/];
    await needyDeployed();
    expect(on.app.knownContracts.list(group).map(({ name }) => name)).toEqual(["Needy", "Sums", "HelloWorld"]);
    expect(host.messages.join()).toContain("Deployed Needy at");
  });

  it("deploy a library once, and are not asked for it again", async () => {
    artifacts();
    host.picks = [];
    await needyDeployed();
    expect(on.app.knownContracts.list(group).map(({ name }) => name)).toEqual(["Needy", "Needy", "Sums", "HelloWorld"]);
  });

  it("sign nothing for a library that is an account, whoever asks", async () => {
    on.asked.length = 0;
    const uri = Uri.file("/Needy.json") as never;
    await expect(
      deployArtifact(on.app, group, { artifact: needy, uri }, [], { Sums: on.app.accounts.all[0]?.address ?? "" }),
    ).rejects.toMatchObject({ code: "noContractThere" });
    expect(on.asked.map(({ method }) => method)).not.toContain("sendTransaction");
  });
});
