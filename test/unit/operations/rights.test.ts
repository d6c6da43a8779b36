import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mkdir } from "../../../src/chain/services/bfs/directories";
import { transact } from "../../../src/chain/transaction/transact";
import type { Address } from "../../../src/crypto/bytes/hex";
import { accountOperations } from "../../../src/operations/account/account";
import { contractRightsOperations } from "../../../src/operations/contract/rights";
import type { Operation, OperationContext } from "../../../src/operations/model/operation";
import { type OperationChain, operationChain } from "../../support/operationChain";
import { operationNamed } from "../../support/operations";

/** Code of a contract without any interface. */
const creation = "0x600160005360016000f3";

let chain: OperationChain;
let contract: Address;

const start = (options: Parameters<typeof operationChain>[0]) => async (): Promise<void> => {
  chain = await operationChain(options);
  contract = (await transact(chain.session, chain.signers[0], { data: creation })).contractAddress as Address;
};

/** What a question of a noun answers. */
async function asked(
  operations: readonly Operation[],
  verb: string,
  values: Readonly<Record<string, unknown>>,
  context: OperationContext = chain.as(chain.signers[0]),
): Promise<unknown> {
  const outcome = await operations
    .find((each) => each.verb === verb)
    ?.prepare(context, values)
    .run();
  return outcome && "result" in outcome ? outcome.result : outcome;
}

const aboutContract = (verb: string, more: Readonly<Record<string, unknown>> = {}): Promise<unknown> =>
  asked(contractRightsOperations as readonly Operation[], verb, { contract, ...more });

describe("rights on a chain that enforces them", () => {
  beforeAll(start({ auth: true, executorVersion: 0 }));
  afterAll(() => chain.close());

  it("tells who administers a contract, and who may deploy", async () => {
    const [admin, other] = chain.signers;
    expect(await aboutContract("admin")).toBe(admin.address);
    expect(await aboutContract("status")).toBe("normal");
    expect(await aboutContract("deploy-policy")).toBe("none");
    expect(await aboutContract("check-deploy")).toBe(true);
    expect(await aboutContract("check-method", { method: "set(string)", account: other.address })).toBe(true);
  });

  it("misses the account that a question is about, which changes nothing", async () => {
    for (const verb of ["check-deploy", "check-method"]) {
      const context: OperationContext = { session: chain.session };
      const asking = asked(
        contractRightsOperations as readonly Operation[],
        verb,
        { contract, method: "m()" },
        context,
      );
      await expect(asking).rejects.toMatchObject({
        code: "accountNeeded",
        message: `contract ${verb} asks what an account may do, and no account is specified.`,
      });
    }
  });

  it("freezes and unfreezes a contract, and says what that does", async () => {
    const [admin, other] = chain.signers;
    const freeze = operationNamed("contract freeze").prepare(chain.as(admin), { contract });
    const { title, lines, warnings, weight, refusal } = await freeze.preview();
    expect([title, lines.at(-1)?.value]).toEqual([`Freeze contract ${contract}`, "can be called → frozen"]);
    expect(warnings).toEqual(["From then on, every call of the contract fails, including reads."]);
    expect([weight, refusal]).toEqual(["grave", undefined]);
    await freeze.run(admin);
    expect(await aboutContract("status")).toBe("frozen");
    const theirs = operationNamed("contract unfreeze").prepare(chain.as(other), { contract });
    expect((await theirs.preview()).refusal?.code).toBe("notContractAdmin");
    await expect(theirs.run(other)).rejects.toMatchObject({ kind: "precompiled", code: -50_000 });
    await operationNamed("contract unfreeze").prepare(chain.as(admin), { contract }).run(admin);
    expect(await aboutContract("status")).toBe("normal");
  });

  it("opens a method to an account once it has a list", async () => {
    const [admin, other] = chain.signers;
    const method = "set(string)";
    const open = operationNamed("contract open-method").prepare(chain.as(admin), {
      contract,
      method,
      account: other.address,
    });
    expect((await open.preview()).blocked?.code).toBe("methodWithoutPolicy");
    const policy = operationNamed("contract set-method-policy").prepare(chain.as(admin), {
      contract,
      method,
      policy: "whiteList",
    });
    expect((await policy.preview()).warnings[0]).toContain("The whitelist is empty. No one can call the method");
    await policy.run(admin);
    expect(await aboutContract("check-method", { method, account: other.address })).toBe(false);
    expect((await open.preview()).warnings[0]).toContain("The ABI of this contract is unknown.");
    await open.run(admin);
    expect(await aboutContract("check-method", { method, account: other.address })).toBe(true);
    expect(await aboutContract("method-policy", { method })).toEqual({
      type: "whiteList",
      open: [other.address],
      closed: [],
      outsider: false,
    });
  });

  it("warns of methods that a step opens, by the interface that the person has", async () => {
    const [admin, other] = chain.signers;
    const abi = ["set(string)", "add(uint256)"].map((signature) => {
      const [name = "", type = ""] = signature.split(/[()]/);
      return { type: "function", name, inputs: [{ name: "it", type }], outputs: [], stateMutability: "nonpayable" };
    });
    const context: OperationContext = { ...chain.as(admin), abiOf: () => ({ name: "Store", abi }) };
    const another = (await transact(chain.session, admin, { data: creation })).contractAddress as Address;
    for (const method of ["set(string)", "add(uint256)"])
      await operationNamed("contract set-method-policy")
        .prepare(context, { contract: another, method, policy: "whiteList" })
        .run(admin);
    const first = { contract: another, method: "set(string)", account: other.address };
    const opening = await operationNamed("contract open-method").prepare(context, first).preview();
    expect(opening.warnings).toEqual([
      expect.stringContaining("This lets everyone call other methods: add(uint256). Their whitelists are empty"),
    ]);
  });

  it("abolishes for good, and says so", async () => {
    const [admin] = chain.signers;
    const abolish = operationNamed("contract abolish").prepare(chain.as(admin), { contract });
    expect(await abolish.preview()).toMatchObject({
      weight: "irreversible",
      warnings: ["An abolished contract can never be called again by anyone."],
    });
    await abolish.run(admin);
    expect(await aboutContract("status")).toBe("abolished");
  });

  it("freezes an account from the next block on, and warns who would sign until then", async () => {
    const [governor, other] = chain.signers;
    const freeze = operationNamed("account freeze").prepare(chain.as(governor), { account: other.address });
    const preview = await freeze.preview();
    expect(preview.warnings).toEqual([
      "From the next block on, the account can't send transactions until a governor unfreezes it.",
    ]);
    expect(preview.lines.at(-1)?.value).toBe("can send transactions → frozen");
    await freeze.run(governor);
    const itself = operationNamed("account freeze").prepare(chain.as(other), { account: governor.address });
    const theirs = await itself.preview();
    expect(theirs.blocked?.code).toBe("statusOfGovernor");
    // What the newest block froze is frozen for who would sign now.
    const mine = await operationNamed("bfs mkdir").prepare(chain.as(other), { path: "/apps/too-late" }).preview();
    expect(mine.blocked?.code).toBe("accountFrozen");
    await mkdir(chain.session, governor, "/apps/between");
    expect(await asked(accountOperations as readonly Operation[], "status", { account: other.address })).toBe("frozen");
    await expect(itself.run(other)).rejects.toMatchObject({ kind: "execution" });
    const abolish = operationNamed("account abolish").prepare(chain.as(governor), { account: other.address });
    expect((await abolish.preview()).weight).toBe("irreversible");
  });
});

describe("a frozen contract that no one can unfreeze", () => {
  beforeAll(start({ auth: true, executorVersion: 1 }));
  afterAll(() => chain.close());

  it("is one only where a person agreed to that", async () => {
    const [admin] = chain.signers;
    const freeze = operationNamed("contract freeze").prepare(chain.as(admin), { contract });
    const { warnings, weight } = await freeze.preview();
    expect([warnings.length, weight]).toEqual([2, "irreversible"]);
    await expect(freeze.run(admin)).rejects.toMatchObject({ code: "frozenForGood" });
    expect(await aboutContract("status")).toBe("normal");
    await freeze.run(admin, { agreed: true });
    expect(await aboutContract("status")).toBe("frozen");
  });
});

describe("rights on a chain that doesn't enforce them", () => {
  beforeAll(start({ auth: false }));
  afterAll(() => chain.close());

  it("count later, and every change says so", async () => {
    const [first, second] = chain.signers;
    const context = chain.as(first);
    const previews = await Promise.all([
      operationNamed("contract freeze").prepare(context, { contract }).preview(),
      operationNamed("account freeze").prepare(context, { account: second.address }).preview(),
      operationNamed("contract set-method-policy")
        .prepare(context, { contract, method: "set(string)", policy: "blackList" })
        .preview(),
    ]);
    for (const { warnings } of previews)
      expect(warnings.at(-1)).toContain("This chain doesn't enforce permissions now.");
    expect(previews.map(({ refusal }) => refusal)).toEqual([undefined, undefined, undefined]);
  });
});
