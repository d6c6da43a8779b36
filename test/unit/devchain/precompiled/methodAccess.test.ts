import fc from "fast-check";
import { expect, test } from "vitest";
import { createClient } from "../../../../src/chain/client/client";
import { openSession } from "../../../../src/chain/openSession";
import {
  getMethodAccess,
  type MethodStep,
  methodsOpenedBy,
} from "../../../../src/chain/services/contractAuth/methodAccess";
import { setMethodAuth, setMethodAuthType } from "../../../../src/chain/services/contractAuth/methodAuth";
import { transact } from "../../../../src/chain/transaction/transact";
import { createHttpTransport } from "../../../../src/chain/transport/httpTransport";
import { type Address, hexToBytes } from "../../../../src/crypto/bytes/hex";
import { privateKeySigner } from "../../../../src/crypto/privateKeySigner";
import { startDevChain } from "../../../../src/devchain/startDevChain";

const methods = ["a()", "b()", "c()"];
const account = (index: number): Address => `0x${String(index).padStart(40, "1")}`;
/** Runtime code of one byte: STOP. */
const creation = "0x600160005360016000f3";

test("a method that a step opens to everyone is named before, and none that stays closed", async () => {
  const method = fc.constantFrom(...methods);
  const step: fc.Arbitrary<MethodStep> = fc.oneof(
    fc.record({
      kind: fc.constant("policy" as const),
      method,
      type: fc.constantFrom("whiteList" as const, "blackList" as const),
    }),
    fc.record({
      kind: fc.constant("entry" as const),
      method,
      account: fc.integer({ min: 1, max: 3 }).map(account),
      open: fc.boolean(),
    }),
  );
  const chain = await startDevChain({ executorVersion: 0, auth: true });
  const transport = createHttpTransport({ url: chain.url, timeoutMs: 60_000 });
  try {
    const session = await openSession(createClient(transport, "group0"));
    const signer = await privateKeySigner(session.suite, hexToBytes(chain.accounts[0]?.privateKey ?? ""));
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 6 }), async (steps) => {
        const { contractAddress } = await transact(session, signer, { data: creation });
        const contract = contractAddress as Address;
        const read = async () =>
          new Map(
            await Promise.all(
              methods.map(async (name) => [name, await getMethodAccess(session, { contract, method: name })] as const),
            ),
          );
        for (const each of steps) {
          const before = await read();
          const expectedOutcome = methodsOpenedBy(before, each);
          const request = { contract, method: each.method };
          if (each.kind === "policy") await setMethodAuthType(session, signer, { ...request, type: each.type });
          else
            await setMethodAuth(session, signer, { ...request, account: each.account, open: each.open }).catch(
              (error: { code: unknown }) => expect(error.code).toBe(-51_003),
            );
          const after = await read();
          const opened = methods.filter((name) => after.get(name)?.outsider && !before.get(name)?.outsider);
          // White entries that a method keeps under a black list are not shown, so its own change of policy cannot be foretold.
          const others = (names: readonly string[]) =>
            names.filter((name) => each.kind === "entry" || name !== each.method);
          expect(others(expectedOutcome)).toEqual(others(opened));
        }
      }),
      { numRuns: 12 },
    );
  } finally {
    await transport.close();
    await chain.close();
  }
});
