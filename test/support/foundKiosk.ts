import { cpSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { contractInterface } from "../../src/chain/abi/contractInterface";
import { createClient } from "../../src/chain/client/client";
import { openSession } from "../../src/chain/openSession";
import { transact } from "../../src/chain/transaction/transact";
import { createHttpTransport } from "../../src/chain/transport/httpTransport";
import { type Hex, hexToBytes } from "../../src/crypto/bytes/hex";
import { privateKeySigner } from "../../src/crypto/privateKeySigner";
import type { DevChain } from "../../src/devchain/startDevChain";

const kioskFolder = resolve(import.meta.dirname, "../fixtures/artifacts/contracts/Kiosk.sol");
const { abi, bytecode } = JSON.parse(readFileSync(join(kioskFolder, "Kiosk.json"), "utf8")) as {
  abi: readonly unknown[];
  bytecode: string;
};

/** Puts the compiled kiosk into a workspace: a contract with structs, lists, overloads, events and errors of every sort. */
export const withKiosk = (folder: string): void =>
  cpSync(kioskFolder, join(folder, "artifacts/contracts/Kiosk.sol"), { recursive: true });

/** A kiosk that was deployed elsewhere, and a transaction of it that failed. */
export interface FoundKiosk {
  readonly address: string;
  /** Call data of `find(120)`. */
  readonly find: Hex;
  /** Hash of the transaction that called it. */
  readonly failed: string;
  readonly output: Hex;
}

async function onChain<Result>(
  { url, accounts }: DevChain,
  work: (
    send: (request: { to?: string; data: Hex }) => ReturnType<typeof transact>,
    kiosk: ReturnType<typeof contractInterface>,
  ) => Promise<Result>,
): Promise<Result> {
  const transport = createHttpTransport({ url });
  try {
    const session = await openSession(createClient(transport, "group0"));
    const signer = privateKeySigner(session.suite, hexToBytes(accounts[0]?.privateKey ?? "0x"));
    return await work((request) => transact(session, signer, request), contractInterface(abi, session.suite));
  } finally {
    await transport.close();
  }
}

/** Deploys a kiosk in a block, and calls it in another. */
export const foundKiosk = (chain: DevChain): Promise<FoundKiosk> =>
  onChain(chain, async (send, kiosk) => {
    const { contractAddress: address } = await send({ data: kiosk.encodeDeploy(bytecode, ["corner"]) });
    const find = kiosk.encodeCall("find(uint64)", ["120"]);
    const { transactionHash: failed, output } = await send({ to: address, data: find });
    return { address, find, failed, output };
  });

/** Deploys another. Gives its address. */
export const anotherKiosk = (chain: DevChain): Promise<string> =>
  onChain(
    chain,
    async (send, kiosk) => (await send({ data: kiosk.encodeDeploy(bytecode, ["street"]) })).contractAddress,
  );
