import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { signTransaction } from "../../../src/chain/transaction/signTransaction";
import { bytesToHex, hexToBytes } from "../../../src/crypto/bytes/hex";
import { privateKeySigner } from "../../../src/crypto/privateKeySigner";
import { cryptoSuite } from "../../../src/crypto/suites";
import { type DevChainOptions, devChainSettings } from "../../../src/devchain/settings/options";
import { type DevChain, newToken, startDevChain } from "../../../src/devchain/startDevChain";
import { newestRelease } from "../../../src/facts/releases/releases";
import { ask } from "../../support/askNode";
import { listening } from "../../support/listening";
import { freePort } from "../../support/ports";

let chain: DevChain | undefined;

afterEach(async () => {
  await chain?.close();
  chain = undefined;
});

const rpc = (url: string, method: string, ...params: unknown[]): Promise<unknown> => ask(url, method, params);

/** Init code of a contract that answers 42 to everything. */
const init = "600a600c600039600a6000f3602a60005260206000f3";

test("a token can be typed behind an option: it never begins with a dash", () => {
  const random = [Buffer.alloc(32, 0xf8), Buffer.alloc(32, 0xf8), Buffer.alloc(32, 1)];
  expect(newToken(() => random.shift() ?? Buffer.alloc(32))).toBe(Buffer.alloc(32, 1).toString("base64url"));
  expect(random).toEqual([]);
});

for (const suiteName of ["standard", "sm"] as const) {
  test(`a transaction of the ${suiteName} suite gets its block, receipt and contract`, async () => {
    chain = await startDevChain({ openDev: true, suite: suiteName, seed: "unit" });
    const suite = cryptoSuite(suiteName);
    const account = chain.accounts[0];
    if (!account) throw new Error("no account");
    const { hash, signed } = await signTransaction({
      suite,
      signer: privateKeySigner(suite, hexToBytes(account.privateKey)),
      data: { chainId: "chainside", groupId: "group0", blockLimit: 500n, nonce: "1", input: hexToBytes(init) },
    });
    const receipt = await rpc(chain.url, "sendTransaction", "group0", "", bytesToHex(signed), false);
    expect(receipt).toMatchObject({
      blockNumber: 1,
      status: 0,
      from: account.address,
      transactionHash: hash,
      contractAddress:
        suiteName === "sm"
          ? "0xc0523dbdd94ba27e14b0336d799489340ca24cdf"
          : "0x6849f21d1e455e9f0712b1e99fa4fcd23758e8f1",
    });
    const { contractAddress } = receipt as { contractAddress: string };
    expect(await rpc(chain.url, "call", "group0", "", contractAddress, "0x")).toEqual({
      blockNumber: 1,
      output: `0x${"0".repeat(62)}2a`,
      status: 0,
    });
    const block = (await rpc(chain.url, "getBlockByNumber", "group0", "", 1)) as {
      hash: string;
      sealerList: string[];
      signatureList: { sealerIndex: number; signature: string }[];
    };
    expect(block.signatureList).toHaveLength(3);
    for (const { sealerIndex, signature } of block.signatureList) {
      const key = hexToBytes(block.sealerList[sealerIndex] ?? "");
      expect(suite.verify(hexToBytes(block.hash), hexToBytes(signature), key)).toBe(true);
    }
  });
}

test("the same seed makes the same keys and the same genesis block", async () => {
  const first = await startDevChain({ openDev: true, seed: "same" });
  const one = await rpc(first.url, "getBlockHashByNumber", "group0", "", 0);
  await first.close();
  chain = await startDevChain({ openDev: true, seed: "same" });
  expect(await rpc(chain.url, "getBlockHashByNumber", "group0", "", 0)).toBe(one);
  expect(chain.accounts).toEqual(first.accounts);
  expect(await rpc(chain.url, "getSealerList", "group0", "")).toHaveLength(4);
  expect(await rpc(chain.url, "getObserverList", "group0", "")).toHaveLength(1);
});

test("a call of the classic executor lets no contract write, one of the baseline executor forgets what was written", async () => {
  /** Init code of a contract that writes 1 to slot 0 and stops. */
  const writes = "6006600c60003960066000f3600160005500";
  for (const [executorVersion, expected] of [
    [0, 1],
    [1, 0],
  ] as const) {
    const started = await startDevChain({ openDev: true, executorVersion });
    chain = started;
    const made = (await rpc(started.url, "dev_sendTransaction", "group0", {
      from: started.accounts[0]?.address,
      data: `0x${writes}`,
    })) as { contractAddress: string };
    const answer = await rpc(started.url, "call", "group0", "", made.contractAddress, "0x00");
    expect((answer as { status: number }).status).toBe(expected);
    await started.close();
  }
  chain = undefined;
});

test.each([
  ["feature_shardin", "feature_shardin", "Did you mean feature_sharding?"],
  ["Feature_Balance", "Feature_Balance", "Did you mean feature_balance?"],
  ["bugfix_rever", "bugfix_rever", "Did you mean bugfix_revert?"],
  ["feature_of_nobody_at_all", "feature_of_nobody_at_all", "Remove it."],
  ["\u001b[31mred", "\\u001b[31mred", "Remove it."],
])("starts no chain with the unknown feature flag %j", async (name, shown, advice) => {
  await expect(startDevChain({ openDev: true, features: ["feature_balance", name] })).rejects.toMatchObject({
    kind: "usage",
    code: "badOption",
    message: `No release has a feature flag ${shown}.`,
    advice,
  });
});

test.each([
  [
    { nodeVersion: "3.9.0", features: ["feature_evm_cancun"] },
    "Nodes have the feature flag feature_evm_cancun since 3.10.0, not in 3.9.0.",
  ],
  [{ nodeVersion: "3.6.0", compatibilityVersion: "3.7.0" }, "Data version 3.7.0 is newer than the node version 3.6.0."],
  [{ compatibilityVersion: "3.99.0" }, `Data version 3.99.0 is newer than the node version ${newestRelease}.`],
])("starts no chain that no node of the release would start: %j", async (options, message) => {
  await expect(startDevChain(options)).rejects.toMatchObject({ kind: "usage", code: "badOption", message });
});

test.each([
  [{ groups: "abc" }, "The option groups must be a list of texts."],
  [{ features: [1] }, "The option features must be a list of texts."],
  [{ seed: 5 }, "The option seed must be a text."],
  [{ host: 5 }, "The option host must be a text."],
  [{ openDev: "false" }, "The option openDev must be true or false."],
  [{ sealers: "2" }, "The option sealers must be a number."],
  [{ txGasLimit: "x" }, "The option txGasLimit must be a whole number, 0 or more."],
  [{ suite: "xx" }, "The option suite can't be xx."],
  [{ executorVersion: 7 }, "The option executorVersion can't be 7."],
  [{ durability: "\u001b[31m" }, "The option durability can't be \\u001b[31m."],
  [{ seler: 3 }, "There is no option seler."],
])("a chain of a file starts with options of their own form only: %j", async (options, message) => {
  await expect(startDevChain(options as DevChainOptions)).rejects.toMatchObject({ code: "badOption", message });
});

test("amounts of a file are numbers", () => {
  const settings = devChainSettings(JSON.parse('{"webChainId": 5, "txGasLimit": 4000000000}') as DevChainOptions);
  expect(settings).toMatchObject({ webChainId: 5n, txGasLimit: 4_000_000_000n });
});

test.each(["port", "web3Port", "archivePort", "archiveQueryPort"])(
  "where %s is taken nothing stays open",
  async (name) => {
    const data = mkdtempSync(join(tmpdir(), "chainside-taken-"));
    const other = createServer();
    const ended = (server: Server) => new Promise((resolve) => server.close(resolve));
    const [taken, port] = [await listening(other), await freePort()];
    const options = { data, sealers: 1, observers: 0, port };
    try {
      await expect(startDevChain({ ...options, [name]: taken })).rejects.toThrow("EADDRINUSE");
      chain = await startDevChain(options);
      expect(chain.port).toBe(port);
    } finally {
      await ended(other);
      await chain?.close();
      chain = undefined;
      rmSync(data, { recursive: true });
    }
  },
);
