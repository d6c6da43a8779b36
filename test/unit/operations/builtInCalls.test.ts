// The bytes of an operation on a contract of the node, sent as call data or by the function's name, weigh as much, warn of the same, and
// are refused for the same reason as the operation.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { precompiledAt, precompiledContracts, precompiledInterface } from "../../../src/chain/abi/precompiledContracts";
import { requestOf, type TransactionRequest } from "../../../src/chain/transaction/transact";
import { findOperation } from "../../../src/operations/catalogue";
import { withoutKey } from "../../../src/operations/dryRun";
import { readValues } from "../../../src/operations/model/fields";
import type { OperationContext, Prepared, Preview } from "../../../src/operations/model/operation";
import { decideConsent } from "../../../src/signing/consent";
import { filledIn, operationCases } from "../../support/operationCases";
import { type OperationChain, operationChain } from "../../support/operationChain";
import { knownThings, resolve } from "../../support/operationRuns";

class Enough extends Error {}

async function prepared(context: OperationContext, name: string, fields: Record<string, unknown>): Promise<Prepared> {
  const [noun = "", verb = ""] = name.split(" ");
  const operation = await findOperation(noun, verb);
  if (!operation) throw new Error(name);
  return operation.prepare(context, await readValues(operation.fields, fields as never, resolve));
}

/** The transaction that an operation would sign; undefined where it signs none. */
async function bytesOf(context: OperationContext, made: Prepared, address: `0x${string}`) {
  let request: TransactionRequest | undefined;
  await made
    .run(withoutKey({ address, suite: context.session.suite.name }), {
      agreed: true,
      committee: "refuse",
      sign: async (unsigned) => {
        request = requestOf(unsigned);
        throw new Enough();
      },
    })
    .catch(() => undefined);
  return request;
}

const codeOf = ({ blocked, refusal }: Preview) => blocked?.code ?? refusal?.code;
const byYes = (preview: Preview) => {
  const decision = decideConsent(preview, { access: "full", connection: "bank", before: { yes: true } });
  return decision.kind === "refused" ? String(decision.error.code) : decision.kind;
};

describe.each([
  { auth: false, suite: "standard" },
  { auth: true, suite: "sm" },
] as const)("with auth $auth, $suite", ({ auth, suite }) => {
  let on: OperationChain;
  beforeAll(async () => {
    const features = ["feature_balance", "feature_balance_precompiled", "feature_sharding"];
    on = await operationChain({ auth, suite, sealers: 2, observers: 1, features });
  });
  afterAll(() => on.close());

  it("call data weighs as the operation that has the same bytes", async () => {
    const [signer] = on.signers;
    const context = on.as(signer);
    const deploy = { ...(await knownThings(on.session)), contract: signer.address };
    const seen: string[] = [];
    for (const [name, fields] of operationCases) {
      if (name.startsWith("dev ") || name.startsWith("contract send") || name === "contract deploy") continue;
      const made = await prepared(context, name, filledIn(fields, deploy));
      const request = await bytesOf(context, made, signer.address);
      if (!request?.to || !precompiledAt(request.to)) continue;
      const own = await made.preview({ committee: "refuse" }).catch(() => undefined);
      if (!own) continue;
      const raw = await prepared(context, "contract send-data", { contract: request.to, data: request.data });
      const reported = await raw.preview();
      expect([name, reported.weight, codeOf(reported), byYes(reported)]).toEqual([
        name,
        own.weight,
        codeOf(own),
        byYes(own),
      ]);
      expect(reported.warnings).toEqual(expect.arrayContaining([...own.warnings]));
      seen.push(name);
    }
    expect(new Set(seen).size).toBeGreaterThan(auth ? 25 : 18);
  });

  it("what can't be read isn't harmless", async () => {
    const context = on.as(on.signers[0]);
    const abi = precompiledInterface("ContractAuth", on.session.suite);
    const to = precompiledContracts.ContractAuth.address;
    const short = abi.encodeCall("setContractStatus(address,uint8)", [to, 2]).slice(0, -64);
    for (const data of ["0x", "0x01020304", short]) {
      const { weight } = await (await prepared(context, "contract send-data", { contract: to, data })).preview();
      expect(weight).toBe("irreversible");
    }
  });

  it("is the same by the name of the function, and in any case of the address", async () => {
    const context = on.as(on.signers[0]);
    const manager = precompiledContracts.AccountManager.address;
    const given = { function: "setAccountStatus", arguments: [on.signers[1].address, "2"] };
    const called = await (await prepared(context, "contract send", { contract: manager, ...given })).preview();
    expect(called.weight).toBe("irreversible");
    expect(called.target).toContain(on.signers[1].address);
  });
});
