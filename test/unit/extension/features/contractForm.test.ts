import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { contractInterface } from "../../../../src/chain/abi/contractInterface";
import { transact } from "../../../../src/chain/transaction/transact";
import { bytesToHex } from "../../../../src/crypto/bytes/hex";
import { fieldVerdicts } from "../../../../src/extension/features/contractForm/fieldVerdicts";
import { callInForm, tryOutInForm } from "../../../../src/extension/features/contractForm/formActions";
import { ownAccounts } from "../../../../src/extension/flows/accounts/accountName";
import { dryRunInEditor } from "../../../../src/extension/flows/signing/editorDryRun";
import { type ExtensionApp, extensionApp, signerOf } from "../../../support/extensionApp";
import { paidWei, payingContract } from "../../../support/payingContract";

const abi = [{ type: "function", name: "mint", inputs: [], outputs: [], stateMutability: "nonpayable" }];

describe("a function that only one account may call", () => {
  let on: ExtensionApp;
  let call: Parameters<typeof tryOutInForm>[0];
  beforeAll(async () => {
    on = await extensionApp();
    const [admin] = ownAccounts(on.app, on.group);
    if (!admin) throw new Error("no account");
    await on.app.accounts.importHex("standard", bytesToHex(new Uint8Array(32).fill(7)).slice(2), "stranger");
    await on.app.accounts.use(admin, on.group);
    const { session } = on.group;
    // caller == admin ? stop : revert
    const runtime = `3373${admin.address.slice(2)}14601f5760006000fd5b00`;
    const data = `0x6021600c60003960216000f3${runtime}` as const;
    const { contractAddress } = await transact(session, await signerOf(on), { data });
    const contract = {
      name: "Coin",
      address: contractAddress as `0x${string}`,
      abi: contractInterface(abi, session.suite),
    };
    const [called] = contract.abi.functions;
    if (!called) throw new Error("no function");
    const draft = { values: [], amount: "", libraries: {} };
    call = { app: on.app, group: on.group, contract, called, draft, from: admin.address };
  });
  afterAll(() => on.dispose());

  const tried = async (from: string) => {
    const outcome = await tryOutInForm({ ...call, from });
    return outcome.kind === "preview" ? [outcome.outcome, outcome.text] : outcome;
  };

  it("is tried out as the account that is chosen", async () => {
    const [admin, stranger] = ownAccounts(on.app, on.group).toSorted((a) => (a.label === "dev0" ? -1 : 1));
    expect(await tried(admin?.address ?? "")).toEqual(["success", "Dry run: would succeed"]);
    expect(await tried(stranger?.address ?? "")).toEqual(["failure", "Dry run: would fail"]);
  });

  it("is not said to fail where it was tried out without a sender", async () => {
    expect(await tried("")).toEqual(["unknown", "Can't be tried without a signature"]);
    const request = { to: call.contract.address, data: call.contract.abi.encodeCall("mint") };
    expect((await dryRunInEditor(on.app, on.group, undefined, request, call.contract.abi)).outcome).toBe("unknown");
  });

  it("is signed by nobody on a read-only connection", async () => {
    on.access = "readOnly";
    await expect(tryOutInForm(call)).rejects.toMatchObject({ code: "readOnlyConnection" });
    on.access = "confirm";
  });
});

it("an answer and a dry run have the name of an account and ether behind values, which are copied as they are", async () => {
  const on = await extensionApp();
  const contract = await payingContract(on, "Till");
  const [account] = ownAccounts(on.app, on.group);
  const from = account?.address ?? "";
  const draft = { values: [], amount: "", libraries: {} };
  const call = { app: on.app, group: on.group, contract, called: contract.abi.getFunction("last"), draft, from };
  on.access = "full";
  const answer = await callInForm(call, new AbortController().signal);
  const tried = await tryOutInForm({
    ...call,
    called: contract.abi.getFunction("pay"),
    draft: { ...draft, values: [from] },
  });
  on.dispose();
  const [who, amount] = [`${from.toLowerCase()} (dev0)`, `${paidWei} (2.5 ether)`];
  expect(tried).toMatchObject({ kind: "preview", outcome: "success", detail: `→ who: ${who}, amount: ${amount}` });
  expect(answer).toMatchObject({
    kind: "answer",
    values: [
      { name: "who", type: "address", value: from.toLowerCase(), noted: who },
      { name: "amount", type: "uint256", value: paidWei, noted: amount },
    ],
  });
});

it.each([
  ["uint256", paidWei, "2.5 ether"],
  ["uint256", "2.5 ether", `= ${paidWei}`],
  ["uint256", "7", ""],
  ["uint64", paidWei, ""],
])("a field of %s says of %s what it comes to", async (type, text, note) => {
  const shape = { kind: "integer", signed: false, bits: Number(type.slice(4)) } as const;
  const verdicts = await fieldVerdicts(
    [{ path: "amount", type, shape, text }],
    () => "",
    () => undefined,
    async () => "wrong",
  );
  expect(verdicts).toEqual([{ path: "amount", problem: "", note }]);
});
