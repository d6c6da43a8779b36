import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { getBlockNumber } from "../../../src/chain/rpc/blocks";
import { getSealerList } from "../../../src/chain/rpc/members";
import { getSystemConfig } from "../../../src/chain/services/systemConfig/getSystemConfig";
import type { Signer } from "../../../src/crypto/cryptoSuite";
import { setConfigOperation } from "../../../src/operations/config/config";
import { sendOperation } from "../../../src/operations/contract/calls";
import { dryRun } from "../../../src/operations/dryRun";
import type { OperationContext, Prepared } from "../../../src/operations/model/operation";
import { predictOutcome } from "../../../src/operations/predictOutcome";
import { type ExtensionApp, extensionApp, signerOf } from "../../support/extensionApp";
import { deployFailing, errorAbi, errorData, escrowAbi } from "../../support/failingContract";
import { operationNamed } from "../../support/operations";

describe("an operation on a chain where everyone may", () => {
  let on: ExtensionApp;
  beforeAll(async () => {
    on = await extensionApp({ sealers: 1, observers: 0 });
  });
  afterAll(() => on.dispose());

  it("says what it comes to before it is done, and does nothing by that", async () => {
    const before = await getBlockNumber(on.group.session.client);
    const [sealer] = await getSealerList(on.group.session.client);
    const { title, lines, warnings, weight, proposal } = await operationNamed("node remove")
      .prepare({ session: on.group.session }, { node: sealer?.nodeID ?? "" })
      .preview();
    expect(title).toMatch(/^Remove node [0-9a-f]{8}… from the group$/);
    expect(lines).toEqual([{ label: "Node", value: sealer?.nodeID }]);
    expect(warnings).toContain(
      "This is the last sealer. Without it, no more blocks are produced, and this can't be undone.",
    );
    expect(weight).toBe("irreversible");
    expect(proposal).toBeUndefined();
    expect(await getBlockNumber(on.group.session.client)).toBe(before);
  });

  it("shows what a value was, and sets it", async () => {
    const prepared = setConfigOperation.prepare(
      { session: on.group.session },
      { key: "tx_count_limit", value: "1600" },
    );
    expect((await prepared.preview()).lines).toEqual([{ label: "tx_count_limit", value: "1000 → 1600" }]);
    const outcome = await prepared.run(await signerOf(on));
    expect(outcome).toMatchObject({ result: { code: 0, transactionHash: expect.stringMatching(/^0x[0-9a-f]{64}$/) } });
    expect((await getSystemConfig(on.group.session, "tx_count_limit"))?.value).toBe("1600");
  });

  it("refuses what locks people out unless a person has seen that", async () => {
    const prepared = setConfigOperation.prepare({ session: on.group.session }, { key: "tx_gas_price", value: "1" });
    const { warnings, weight } = await prepared.preview();
    expect(warnings.length).toBeGreaterThan(0);
    expect(weight).toBe("irreversible");
    const height = await getBlockNumber(on.group.session.client);
    await expect(prepared.run(await signerOf(on))).rejects.toMatchObject({ kind: "usage" });
    expect(await getBlockNumber(on.group.session.client)).toBe(height);
  });

  it("needs a signer", async () => {
    const prepared = setConfigOperation.prepare({ session: on.group.session }, { key: "tx_count_limit", value: "5" });
    await expect(prepared.run()).rejects.toMatchObject({ code: "signerNeeded" });
  });

  it("is tried out without a trace, and says why it would fail", async () => {
    const { session } = on.group;
    const height = await getBlockNumber(session.client);
    const signer = await signerOf(on);
    const fine = await dryRun(
      session,
      setConfigOperation.prepare({ session }, { key: "tx_count_limit", value: "1700" }),
      signer,
    );
    expect(fine.error).toBeUndefined();
    expect(fine.request?.to).toBe("0x0000000000000000000000000000000000001000");
    const wrong = await dryRun(
      session,
      operationNamed("node add-observer").prepare({ session }, { node: "12" }),
      signer,
    );
    expect(wrong.error?.code).toBe("invalidNodeId");
    expect(wrong.request).toBeUndefined();
    expect(await getBlockNumber(session.client)).toBe(height);
  });

  it("signs nothing when it is tried out, even one that asks no leave to sign", async () => {
    const { session } = on.group;
    const signer = await signerOf(on);
    const height = await getBlockNumber(session.client);
    let signatures = 0;
    const counting: Signer = {
      ...signer,
      sign: async (hash) => {
        signatures++;
        return signer.sign(hash);
      },
    };
    const lawful = setConfigOperation.prepare({ session }, { key: "tx_count_limit", value: "1701" });
    const heedless: Prepared = {
      effect: "signs",
      preview: () => lawful.preview(),
      run: (as, { sign: _, ...options } = {}) => lawful.run(as, options),
    };
    const shown = await predictOutcome(session, heedless, counting, "unsigned");
    expect(shown.tried).toMatchObject({ outcome: "success", text: expect.stringContaining("By the chain's rules") });
    expect(signatures).toBe(0);
    expect(await getBlockNumber(session.client)).toBe(height);
    // With the key it would have been done: so it is the missing key that kept it from that.
    await heedless.run(counting, { agreed: true });
    expect(signatures).toBe(1);
    expect(await getBlockNumber(session.client)).toBe(height + 1);
  });

  it("names the contract's own error where its ABI is known here", async () => {
    const { session } = on.group;
    const signer = await signerOf(on);
    const closed = [...escrowAbi, ...errorAbi("Closed", [{ type: "uint256", name: "since" }])];
    const contract = await deployFailing(session, signer, errorData(session, closed, 7n));
    const tried = async (context: OperationContext) =>
      (await predictOutcome(session, sendOperation.prepare(context, { contract, function: "open" }), signer, "signed"))
        .tried;
    const known = { name: "Escrow", abi: closed };
    expect(await tried({ session, abiOf: () => known })).toMatchObject({
      outcome: "failure",
      text: expect.stringContaining("Closed(since: 7)"),
    });
    // The chain's own ABI has no such error.
    expect((await tried({ session }))?.text).not.toContain("Closed");
  });
});

describe("an operation on a chain with a committee", () => {
  let on: ExtensionApp;
  beforeAll(async () => {
    on = await extensionApp({ auth: true });
  });
  afterAll(() => on.dispose());

  it("becomes a proposal, and says so before", async () => {
    const { session } = on.group;
    const account = on.app.accounts.active(on.group)?.address;
    if (!account) throw new Error("no account");
    const prepared = setConfigOperation.prepare({ session, account }, { key: "tx_count_limit", value: "1600" });
    const preview = await prepared.preview();
    expect(preview.title).toBe("Proposal: set tx_count_limit to 1600");
    expect(preview.proposal).toEqual({ kind: "setSystemConfig", key: "tx_count_limit", value: "1600" });
    expect(preview.warnings[0]).toBe(
      "This chain enforces permissions. Only the committee can do this, so a proposal is created.",
    );
    const outcome = await prepared.run(await signerOf(on), { agreed: true });
    expect(outcome).toMatchObject({ proposed: { proposal: { type: "setSystemConfig" } } });
  });

  it("is refused where proposals are spelled out", async () => {
    const { session } = on.group;
    const prepared = setConfigOperation.prepare({ session }, { key: "tx_count_limit", value: "1601" });
    await expect(prepared.run(await signerOf(on), { committee: "refuse" })).rejects.toMatchObject({
      kind: "precompiled",
    });
  });
});
