import { expect, test } from "vitest";
import { createClient } from "../../../../src/chain/client/client";
import { openSession } from "../../../../src/chain/openSession";
import { getContractAdmin } from "../../../../src/chain/services/contractAuth/contractAdmin";
import { isStuck, setContractStatus } from "../../../../src/chain/services/contractAuth/contractStatus";
import { checkRights } from "../../../../src/chain/services/rights/checkRights";
import { transact } from "../../../../src/chain/transaction/transact";
import { createHttpTransport } from "../../../../src/chain/transport/httpTransport";
import { type Address, hexToBytes } from "../../../../src/crypto/bytes/hex";
import { privateKeySigner } from "../../../../src/crypto/privateKeySigner";
import { startDevChain } from "../../../../src/devchain/startDevChain";

const creation = "0x600160005360016000f3";

test.each([
  ["3.16.4", 0, false, undefined, "contractFrozen"],
  ["3.17.1", 0, false, undefined, "contractFrozen"],
  ["3.16.4", 1, true, "contractStuck", "contractStuck"],
  ["3.17.1", 1, true, "contractStuck", "contractStuck"],
] as const)("of %s with executor version %i a frozen contract is stuck: %s", async (...row) => {
  const [nodeVersion, executorVersion, stuck, change, call] = row;
  const chain = await startDevChain({ nodeVersion, executorVersion, auth: true });
  const transport = createHttpTransport({ url: chain.url, timeoutMs: 60_000 });
  try {
    const session = await openSession(createClient(transport, "group0"));
    const signer = await privateKeySigner(session.suite, hexToBytes(chain.accounts[0]?.privateKey ?? ""));
    const contract = (await transact(session, signer, { data: creation })).contractAddress as Address;
    expect([await isStuck(session, contract), await getContractAdmin(session, contract)]).toEqual([
      false,
      signer.address,
    ]);
    await setContractStatus(session, signer, { contract, status: "frozen", override: true });
    expect(await isStuck(session, contract)).toBe(stuck);
    const refusal = await checkRights(session, signer.address, { kind: "setContractStatus", contract });
    expect(refusal?.code).toBe(change);
    const callRefusal = await checkRights(session, signer.address, {
      kind: "callMethod",
      contract,
      method: "set(string)",
    });
    expect(callRefusal?.code).toBe(call);
  } finally {
    await transport.close();
    await chain.close();
  }
});
