import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { contractInterface } from "../../../../src/chain/abi/contractInterface";
import { getTransactionReceipt } from "../../../../src/chain/rpc/transactions";
import { link } from "../../../../src/chain/services/bfs/link";
import { readFunction } from "../../../../src/chain/services/contract/readFunction";
import { requireSuccess } from "../../../../src/chain/services/contract/requireSuccess";
import { transact } from "../../../../src/chain/transaction/transact";
import type { Signer } from "../../../../src/crypto/cryptoSuite";
import { receiptRecord } from "../../../../src/extension/flows/records/receiptRecord";
import { answerOf } from "../../../../src/extension/flows/sent/rememberSending";
import { dryRunInEditor } from "../../../../src/extension/flows/signing/editorDryRun";
import { type ExtensionApp, extensionApp, signerOf } from "../../../support/extensionApp";
import { deployFailing, errorAbi, errorData, escrowAbi } from "../../../support/failingContract";

const coin = errorAbi("NotEnough", [{ type: "uint256", name: "has" }]);
const named = "NotEnough(has: 3)";

describe.each(["standard", "sm"] as const)("an error of a contract behind the one that was called (%s)", (suite) => {
  let on: ExtensionApp;
  let signer: Signer;
  let open: { to: `0x${string}`; data: `0x${string}` };
  let hash: string;
  const abi = () => contractInterface(escrowAbi, on.group.session.suite);
  beforeAll(async () => {
    on = await extensionApp({ suite });
    signer = await signerOf(on);
    const { session } = on.group;
    const to = await deployFailing(session, signer, errorData(session, coin, 3n));
    open = { to, data: abi().encodeCall("open()") };
    const receipt = await transact(session, signer, open);
    hash = receipt.transactionHash;
  });
  afterAll(() => on.dispose());

  const report = async (): Promise<Record<string, string>> => {
    const { session } = on.group;
    const receipt = await getTransactionReceipt(session.client, hash);
    if (!receipt) throw new Error("no receipt");
    const [called] = abi().functions;
    if (!called) throw new Error("no function");
    const failure = async (run: Promise<unknown>): Promise<string> =>
      run.then(
        () => "no failure",
        async (error: unknown) => (await on.app.errors.words(error)).message,
      );
    return {
      question: (await dryRunInEditor(on.app, on.group, signer, open, abi())).detail,
      receipt: (await receiptRecord(on.app, on.group, hash)).text,
      history: await answerOf(session, receipt, open.data, abi()),
      sent: await failure(requireSuccess(session, receipt, abi())),
      called: await failure(readFunction(session, { name: "Escrow", address: open.to, abi: abi() }, called, [])),
    };
  };

  it("has its name wherever it is told, once a contract is known that declares it", async () => {
    const before = await report();
    for (const [place, text] of Object.entries(before)) expect(text, place).toContain("which no known ABI names");
    await on.app.knownContracts.remember(on.group, {
      address: `0x${"12".repeat(20)}`,
      name: "Coin",
      abi: JSON.stringify(coin),
    });
    const after = await report();
    for (const [place, text] of Object.entries(after)) expect(text, place).toContain(named);
    await on.app.knownContracts.forget(on.group, `0x${"12".repeat(20)}`);
  });

  it("has the name that a link of the chain's file system keeps", async () => {
    const request = { path: "/apps/Coin/v1", address: open.to, abi: JSON.stringify([...escrowAbi, ...coin]) };
    await link(on.group.session, signer, request);
    for (const [place, text] of Object.entries(await report())) expect(text, place).toContain(named);
  });
});
