import { join, resolve } from "node:path";
import { HDNodeWallet, Transaction } from "ethers";
import { signTransaction } from "../../../src/chain/transaction/signTransaction";
import { bytesToHex, hexToBytes } from "../../../src/crypto/bytes/hex";
import { privateKeySigner } from "../../../src/crypto/privateKeySigner";
import { cryptoSuite, standardSuite } from "../../../src/crypto/suites";
import { seededAccounts } from "../../../src/devchain/keys/seededKeys";
import helloWorld from "../../fixtures/devchain/helloWorld.json";
import helloWorldSm from "../../fixtures/devchain/helloWorld.sm.json";
import { type RawConnection, rawRequest } from "./rawHttp";

const here = import.meta.dirname;
const devchain = process.env["CHAINSIDE_DEVCHAIN"] ?? resolve(here, "../../../dist/devchain.js");
const mnemonic = "test test test test test test test test test test test junk";

/** What is signed beforehand for one transaction. */
export interface SignedJob {
  readonly send: Buffer;
  /** Asks for the receipt, where the answer to `send` is not one. */
  readonly receipt: Buffer | undefined;
}

/** A chain under test: how it starts and what its requests look like. */
export interface Contender {
  readonly name: string;
  /** Sets the accounts' nonces, to 0 for a new chain; gives what they were. */
  begin(nonces?: readonly number[]): readonly number[];
  readonly command: (port: number) => [program: string, ...args: string[]];
  /** Signs with the account of a connection; `to` undefined deploys. */
  sign(account: number, to: string | undefined, head: number): Promise<SignedJob>;
  readonly read: (to: string) => Buffer;
  readonly number: Buffer;
}

interface Answer {
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

/** @throws Error with the chain's words. */
export function resultOf(body: string): unknown {
  const { result, error } = JSON.parse(body) as Answer;
  if (error) throw new Error(error.message);
  return result;
}

/** Sends and waits until the receipt is in hand. Gives the receipt's text. */
export async function sendAndWait(connection: RawConnection, job: SignedJob): Promise<string> {
  const sent = await connection.ask(job.send);
  if (sent.includes('"error"')) throw new Error(sent);
  if (!job.receipt) return sent;
  for (let attempt = 0; attempt < 10_000; attempt++) {
    const receipt = await connection.ask(job.receipt);
    if (receipt.includes('"blockNumber"')) return receipt;
  }
  throw new Error(`there is no receipt for ${sent}`);
}

/** The embedded chain. */
export function ours(sm: boolean): Contender {
  const suite = cryptoSuite(sm ? "sm" : "standard");
  const signers = seededAccounts(suite, "chainside", 16).map(({ privateKey }) =>
    privateKeySigner(suite, hexToBytes(privateKey)),
  );
  const code = sm ? helloWorldSm : helloWorld;
  let nonce = 0;
  return {
    name: sm ? "chainside, SM" : "chainside",
    begin: () => [],
    command: (port) => [
      process.execPath,
      devchain,
      "--port",
      String(port),
      "--chain-id",
      "chainside",
      ...(sm ? ["--sm"] : []),
    ],
    async sign(account, to, head) {
      const signer = signers[account];
      if (!signer) throw new Error("there are 16 accounts");
      const data = {
        chainId: "chainside",
        groupId: "group0",
        blockLimit: BigInt(head + 990),
        nonce: `n${nonce++}`,
        to: to ?? "",
        input: hexToBytes(to === undefined ? code.init : code.set),
      };
      const { signed } = await signTransaction({ suite, signer, data });
      return { send: rawRequest("sendTransaction", ["group0", "", bytesToHex(signed), false]), receipt: undefined };
    },
    read: (to) => rawRequest("call", ["group0", "", to, code.get]),
    number: rawRequest("getBlockNumber", ["group0", ""]),
  };
}

/** What all of Ethereum's chains have in common. A method named …Sync answers with the receipt at once. */
function ethereum(name: string, chainId: number, method: string, command: Contender["command"]): Contender {
  const accounts = Array.from({ length: 16 }, (_, index) => {
    const { privateKey } = HDNodeWallet.fromPhrase(mnemonic, undefined, `m/44'/60'/0'/0/${index}`);
    return { signer: privateKeySigner(standardSuite, hexToBytes(privateKey)), nonce: 0 };
  });
  return {
    name,
    begin(nonces = []) {
      const before = accounts.map(({ nonce }) => nonce);
      accounts.forEach((account, index) => {
        account.nonce = nonces[index] ?? 0;
      });
      return before;
    },
    command,
    async sign(account, to) {
      const from = accounts[account];
      if (!from) throw new Error("there are 16 accounts");
      const unsigned = Transaction.from({
        type: 2,
        chainId,
        nonce: from.nonce++,
        to: to ?? null,
        data: to === undefined ? helloWorld.init : helloWorld.set,
        gasLimit: to === undefined ? 1_000_000n : 200_000n,
        maxFeePerGas: 10_000_000_000n,
        maxPriorityFeePerGas: 1_000_000_000n,
      });
      const bytes = await from.signer.sign(hexToBytes(unsigned.unsignedHash));
      unsigned.signature = {
        r: bytesToHex(bytes.slice(0, 32)),
        s: bytesToHex(bytes.slice(32, 64)),
        v: bytes[64] === 0 ? 27 : 28,
      };
      return {
        send: rawRequest(method, [unsigned.serialized]),
        receipt: method.endsWith("Sync") ? undefined : rawRequest("eth_getTransactionReceipt", [unsigned.hash]),
      };
    },
    read: (to) => rawRequest("eth_call", [{ to, data: helloWorld.get }, "latest"]),
    number: rawRequest("eth_blockNumber", []),
  };
}

const installed = (path: string): string => join(here, "node_modules", path);

const hardhat = (port: number, config: string): [string, ...string[]] => [
  process.execPath,
  installed("hardhat/internal/cli/cli.js"),
  ...["--config", join(here, config), "node", "--port", String(port)],
];

/** The peers, from the folder's own packages. */
export function peers(): Contender[] {
  const platform = `${process.platform}-${process.arch === "x64" ? "amd64" : process.arch}`;
  return [
    ethereum("anvil", 31337, "eth_sendRawTransactionSync", (port) => [
      installed(`@foundry-rs/anvil-${platform}/bin/anvil`),
      ...["--port", String(port), "--silent", "--accounts", "16"],
    ]),
    ethereum("hardhat", 31337, "eth_sendRawTransaction", (port) => hardhat(port, "hardhat.config.cjs")),
    ethereum("hardhat, no log", 31337, "eth_sendRawTransaction", (port) => hardhat(port, "hardhat.quiet.config.cjs")),
    ethereum("ganache", 1337, "eth_sendRawTransaction", (port) => [
      process.execPath,
      installed("ganache/dist/node/cli.js"),
      ...["--server.port", String(port), "--logging.quiet", "--wallet.mnemonic", mnemonic],
      ...["--wallet.totalAccounts", "16"],
    ]),
  ];
}
