import { is } from "valibot";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { getCommitteeInfo } from "../../../src/chain/services/governance/committee";
import { countProposals } from "../../../src/chain/services/governance/proposal";
import type { Signer } from "../../../src/crypto/cryptoSuite";
import { findOperation } from "../../../src/operations/catalogue";
import { setConfigOperation } from "../../../src/operations/config/config";
import { type RawValue, readValues } from "../../../src/operations/model/fields";
import type { Operation, Prepared } from "../../../src/operations/model/operation";
import { votingBy } from "../../../src/operations/proposal/proposal";
import { confirmingNames } from "../../../src/signing/consent";
import { type OperationChain, operationChain } from "../../support/operationChain";

let chain: OperationChain;

async function operation(noun: string, verb: string): Promise<Operation> {
  const found = await findOperation(noun, verb);
  if (!found) throw new Error(`there is no ${noun} ${verb}`);
  return found;
}

/** An operation by its name with what a front was given. */
async function prepared(
  name: string,
  given: Readonly<Record<string, RawValue>> = {},
  signer: Signer = chain.signers[0],
): Promise<Prepared> {
  const [noun = "", verb = ""] = name.split(" ");
  const { fields, prepare } = await operation(noun, verb);
  const values = await readValues(fields, given, async () => {
    throw new Error("addresses are given whole");
  });
  return prepare(chain.as(signer), values);
}

async function resultOf(
  name: string,
  given: Readonly<Record<string, RawValue>> = {},
  signer?: Signer,
): Promise<unknown> {
  const [noun = "", verb = ""] = name.split(" ");
  const outcome = await (await prepared(name, given, signer)).run(signer ?? chain.signers[0]);
  if (!("result" in outcome)) throw new Error("a proposal was made");
  expect(is((await operation(noun, verb)).result, outcome.result), name).toBe(true);
  return outcome.result;
}

describe.each(["standard", "sm"] as const)("the committee of a chain of suite %s", (suite) => {
  beforeAll(async () => {
    chain = await operationChain({ suite, auth: true });
  });
  afterAll(() => chain.close());

  it("is shown, and can't be made twice", async () => {
    const [governor] = chain.signers;
    expect(await resultOf("committee show")).toMatchObject({ governors: [{ address: governor.address, weight: 1 }] });
    const init = (await operation("committee", "init")).prepare(chain.as(governor), { governor: governor.address });
    expect((await init.preview()).blocked?.code).toBe("committeeExists");
    await expect(init.run(governor)).rejects.toMatchObject({ code: "committeeExists" });
  });

  it("is asked instead where only it may", async () => {
    const [governor, other] = chain.signers;
    const set = setConfigOperation.prepare(chain.as(governor), { key: "tx_count_limit", value: "1500" });
    const instead = await set.preview();
    const direct = await (
      await prepared("committee propose-config", { key: "tx_count_limit", value: "1500" })
    ).preview();
    expect(instead.proposal).toEqual({ kind: "setSystemConfig", key: "tx_count_limit", value: "1500" });
    expect({ ...instead, warnings: instead.warnings.slice(1) }).toEqual(direct);
    expect(instead.warnings[0]).toContain("so a proposal is created");
    // Who is no governor hears why, in both ways alike, and is refused alike.
    const lacking = await setConfigOperation
      .prepare(chain.as(other), { key: "tx_count_limit", value: "1500" })
      .preview();
    expect(lacking.refusal?.code).toBe("notGovernor");
    const refused = await prepared("committee propose-config", { key: "tx_count_limit", value: "1500" }, other);
    expect((await refused.preview()).refusal?.message).toBe(lacking.refusal?.message);
    await expect(refused.run(other)).rejects.toMatchObject({ kind: "execution" });
  });

  it("says what every kind of proposal comes to, and signs nothing for that", async () => {
    const { address } = chain.signers[1];
    const before = await countProposals(chain.session);
    const warned = async (name: string, given: Readonly<Record<string, RawValue>>): Promise<unknown[]> => {
      const { warnings, weight } = await (await prepared(`committee ${name}`, given)).preview();
      return [warnings.join(" "), weight];
    };
    expect(await warned("propose-governor", { account: address, weight: 2 })).toEqual([expect.any(String), "grave"]);
    expect(await warned("propose-vote-contract", { contract: address })).toEqual([
      expect.stringContaining("will decide every vote"),
      "irreversible",
    ]);
    expect(await warned("propose-config", { key: "tx_gas_price", value: "1" })).toEqual([
      expect.any(String),
      "irreversible",
    ]);
    expect(await warned("propose-deploy-right", { account: address, open: "false" })).toEqual([
      expect.stringContaining("this has no effect"),
      "grave",
    ]);
    expect(await warned("propose-rates", { participation: 50, approval: 50 })).toEqual([
      expect.stringContaining("the proposal passes at once with your vote alone"),
      "grave",
    ]);
    await expect(prepared("committee propose-rates", { participation: 101, approval: 50 })).rejects.toMatchObject({
      field: "participation",
    });
    const wrong = await prepared("committee propose-node-removal", { node: "12" });
    expect(await wrong.preview()).toMatchObject({
      refusal: { code: "invalidNodeId" },
      warnings: [],
      weight: "ordinary",
    });
    await expect(wrong.run(chain.signers[0])).rejects.toMatchObject({ code: "invalidNodeId" });
    expect(await countProposals(chain.session)).toBe(before);
  });

  it("refuses what locks people out unless a person agreed", async () => {
    const locking = await prepared("committee propose-config", { key: "tx_gas_price", value: "1" });
    await expect(locking.run(chain.signers[0])).rejects.toMatchObject({ kind: "usage" });
  });

  it("takes the console's spelling of a list", async () => {
    const { lines } = await (await prepared("committee propose-deploy-policy", { policy: "white_list" })).preview();
    expect(lines).toEqual([{ label: "Who can deploy", value: "only accounts allowed to deploy" }]);
  });

  it("takes a value with a unit, as the console does", async () => {
    const given = { key: "tx_gas_price", value: "2", unit: "gwei" };
    for (const name of ["committee propose-config", "config set"]) {
      const { proposal } = await (await prepared(name, given)).preview();
      expect(proposal).toEqual({ kind: "setSystemConfig", key: "tx_gas_price", value: "2000000000" });
    }
  });

  it("votes, with everything said before", async () => {
    const [governor, other] = chain.signers;
    await resultOf("committee propose-governor", { account: other.address, weight: 1 });
    expect((await getCommitteeInfo(chain.session)).governors).toHaveLength(2);
    await resultOf("committee propose-rates", { participation: 60, approval: 60 });
    const open = await resultOf("committee propose-config", { key: "tx_count_limit", value: "1200", interval: 12_345 });
    expect(open).toMatchObject({ status: "open", executed: false });
    const { id } = open as { id: number };
    expect(await resultOf("proposal show", { id })).toMatchObject({ id, status: "open" });
    expect(await resultOf("proposal latest")).toMatchObject({ id });
    expect(await resultOf("proposal count")).toBe(id);
    expect(await resultOf("proposal list", { from: id })).toMatchObject([{ id }]);
    expect(await resultOf("proposal list")).toHaveLength(id);

    const { lines, notes, warnings, weight, refusal } = await (
      await prepared("proposal vote", { id, agree: true }, other)
    ).preview();
    expect(lines).toContainEqual({ label: "Config key", value: "tx_count_limit" });
    expect(notes.join(" ")).toContain("With your vote, if you agree, the proposal passes");
    expect([warnings, weight, refusal]).toEqual([[], "grave", undefined]);
    const again = await (await prepared("proposal vote", { id, agree: true }, governor)).preview();
    expect(again.blocked?.code).toBe("alreadyVoted");
    const shown = await (await prepared("proposal revoke", { id }, other)).preview();
    // so that every front asks, also where only what has a warning is asked about
    expect([shown.refusal?.code, shown.warnings.length]).toEqual(["notProposer", 1]);
    expect(await resultOf("proposal vote", { id, agree: "true" }, other)).toMatchObject({
      status: "finished",
      executed: true,
    });
    expect((await (await prepared("proposal vote", { id, agree: true }, other)).preview()).blocked?.code).toBe(
      "proposalNotOpen",
    );
  });

  it("has a vote that can't be undone agreed to by what the proposal is about, and not by a word that fits each", async () => {
    const [, other] = chain.signers;
    const account = `0x${"d1".repeat(20)}`;
    const { id } = (await resultOf("committee propose-governor", { account, weight: 90 })) as { id: number };
    const vote = await (await prepared("proposal vote", { id, agree: true }, other)).preview();
    expect(vote).toMatchObject({ weight: "irreversible", target: account });
    expect(confirmingNames(vote)).not.toContain("Agree");
    const unknown = await votingBy(async () => undefined)
      .prepare(chain.as(other), { id, agree: true })
      .preview();
    expect(unknown).toMatchObject({ weight: "irreversible", target: `#${id}` });
    await resultOf("proposal revoke", { id });
  });

  it("takes a proposal back", async () => {
    const made = await resultOf("committee propose-rates", { participation: 70, approval: 70 });
    const { id } = made as { id: number };
    expect(await resultOf("proposal revoke", { id })).toMatchObject({ id, status: "revoked", executed: false });
  });
});

describe("the committee of a chain that enforces nothing", () => {
  beforeAll(async () => {
    chain = await operationChain();
  });
  afterAll(() => chain.close());

  it("isn't asked where everyone may, and its proposals are made as anywhere", async () => {
    const [governor] = chain.signers;
    const set = setConfigOperation.prepare(chain.as(governor), { key: "tx_count_limit", value: "1500" });
    const { title, proposal, warnings } = await set.preview();
    expect([title, proposal, warnings]).toEqual(["Set tx_count_limit to 1500", undefined, []]);
    const { refusal } = await (await prepared("committee propose-rates", { participation: 1, approval: 1 })).preview();
    expect(refusal).toBeUndefined();
  });
});
