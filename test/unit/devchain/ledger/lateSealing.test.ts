import { describe, expect, it } from "vitest";
import { createClient } from "../../../../src/chain/client/client";
import { signTransaction } from "../../../../src/chain/transaction/signTransaction";
import { bytesToHex } from "../../../../src/crypto/bytes/hex";
import { privateKeySigner } from "../../../../src/crypto/privateKeySigner";
import { ChainInProcess, transportTo } from "../../../support/chainInProcess";

/** Sends while nothing is sealed, lets so many empty blocks pass, and then seals what waits. */
async function sealedAfter(blocks: number, options: { sealers: number; nodeVersion?: string }) {
  const chain = await ChainInProcess.start(options);
  const { suite, settings } = chain.network;
  const group = chain.group();
  const client = createClient(transportTo(chain), "group0");
  const blockLimit = BigInt(group.blocks.head + 3);
  const { hash, signed } = await signTransaction({
    suite,
    signer: privateKeySigner(suite, new Uint8Array(32).fill(3)),
    data: { chainId: settings.chainId, groupId: "group0", nonce: "1", blockLimit, to: `0x${"12".repeat(20)}` },
  });
  group.paused = true;
  const params = ["group0", "", bytesToHex(signed), false];
  const answer = client.transport.request("sendTransaction", params);
  await group.mineTo(Number(blockLimit) - 1 + blocks);
  group.paused = false;
  group.schedule();
  const { status, blockNumber, hash: receiptHash } = (await answer) as Record<string, unknown>;
  const asked = await client.transport.request("getTransactionReceipt", ["group0", "", hash, false]).then(
    () => "there",
    ({ code }: { code: unknown }) => code,
  );
  const again = await client.transport.request("sendTransaction", params).catch(({ code }: { code: unknown }) => code);
  chain.close();
  const past = Number(blockNumber) === 0 ? undefined : Number(blockNumber) - Number(blockLimit);
  return { status, past, receiptHash, asked, again };
}

describe("a transaction whose block limit passes while it waits", () => {
  it.each([1, 2])("is still sealed %i blocks past it by four sealers", async (past) => {
    expect(await sealedAfter(past, { sealers: 4 })).toMatchObject({ past, asked: "there", again: 10000 });
  });

  it("is dropped after that, in words of the release", async () => {
    const dropped = { past: undefined, receiptHash: "0x", asked: 3008, again: 10001 };
    expect(await sealedAfter(3, { sealers: 4, nodeVersion: "3.17.0" })).toEqual({ ...dropped, status: 10010 });
    expect(await sealedAfter(3, { sealers: 4, nodeVersion: "3.16.4" })).toEqual({ ...dropped, status: 0 });
  });

  it("is sealed at any height by a single sealer", async () => {
    expect(await sealedAfter(40, { sealers: 1 })).toMatchObject({ past: 40, asked: "there" });
  });
});
