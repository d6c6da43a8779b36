// What people do with viem and with ethers, as these come from the registry: each step ends, or throws what the tool throws.
import { ContractFactory, type JsonRpcApiProviderOptions, JsonRpcProvider, Wallet } from "ethers";
import { type Abi, createPublicClient, createWalletClient, defineChain, type Hex, http } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { type Measured, type StepResult, withSettings } from "./toolTable";
import { boxArtifact } from "./web3Proxy";

/** What the tool gives, and what a step needs besides. */
export interface ToolUse {
  readonly url: string;
  readonly key: Hex;
  /** Makes empty blocks. */
  mine(count: number): Promise<unknown>;
}

/** What a step does, and what else to try where it fails, each with the setting that makes the difference. */
type ToolStep =
  | (() => Promise<unknown>)
  | readonly [plain: () => Promise<unknown>, ...others: (readonly [setting: string, again: () => Promise<unknown>])[]];

/** The steps of a tool by their names, in their order; one may need those before it. */
export interface ToolSteps {
  readonly steps: Readonly<Record<string, ToolStep>>;
  readonly close?: () => Promise<void>;
}

/** Runs a tool's steps one after the other. */
export async function runSteps({ steps, close }: ToolSteps): Promise<Measured> {
  const results: Record<string, StepResult> = {};
  for (const [name, step] of Object.entries(steps)) {
    const [plain, ...others] = typeof step === "function" ? [step] : step;
    results[name] = await withSettings(
      (setting) => (others.find(([each]) => each === setting)?.[1] ?? plain)().then(() => undefined),
      others.map(([setting]) => setting),
    );
  }
  await close?.();
  return results;
}

function require(isSo: boolean, words: string): void {
  if (!isSo) throw new Error(words);
}

/** Only what hangs is to meet it. */
const patienceMs = 120_000;
const blocksBetween = 12;
/** Blocks that a node looks through for logs in one request. */
const rangeLength = 10;
const rangesOf = (first: number, last: number): [from: number, to: number][] =>
  Array.from({ length: Math.ceil((last - first + 1) / rangeLength) }, (_, i) => {
    const from = first + i * rangeLength;
    return [from, Math.min(from + rangeLength - 1, last)];
  });
const twentyAccounts = Array.from({ length: 20 }, (_, i): Hex => `0x${String(i + 1).padStart(40, "0")}`);

/** viem with its own defaults. */
export function viemSteps({ url, key, mine }: ToolUse): ToolSteps {
  const chain = defineChain({
    id: 20200,
    name: "FISCO BCOS",
    nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
    rpcUrls: { default: { http: [url] } },
  });
  const { abi, bytecode } = boxArtifact() as { abi: Abi; bytecode: Hex };
  const account = privateKeyToAccount(key);
  const transport = http(url, { retryCount: 0 });
  const reader = createPublicClient({ chain, transport, pollingInterval: 20, cacheTime: 0 });
  const wallet = createWalletClient({ chain, transport, account });
  let address: Hex = "0x";
  let first = 0n;
  const write = async (functionName: string, args: readonly unknown[], nonce?: number): Promise<Hex> =>
    wallet.writeContract({
      address,
      abi,
      functionName,
      args,
      ...(nonce === undefined ? {} : { nonce, gas: 300_000n }),
    });
  const requireNine = (logs: readonly unknown[]): void => {
    const values = logs.map((log) => (log as { args: { value?: bigint } }).args.value);
    require(values.includes(9n), "logs are missing");
  };
  const balances = async (batch: true | { batchSize: number }): Promise<void> => {
    const many = createPublicClient({ chain, transport: http(url, { retryCount: 0, batch }) });
    await Promise.all(twentyAccounts.map((address) => many.getBalance({ address })));
  };
  const done = async (hash: Hex): Promise<void> => {
    const { status } = await reader.waitForTransactionReceipt({ hash, timeout: patienceMs });
    require(status === "success", "the transaction failed");
  };
  const steps: ToolSteps["steps"] = {
    connect: async () => require((await reader.getChainId()) === 20200, "another chain"),
    deploy: async () => {
      const hash = await wallet.deployContract({ abi, bytecode });
      const receipt = await reader.waitForTransactionReceipt({ hash, timeout: patienceMs });
      address = receipt.contractAddress as Hex;
      first = receipt.blockNumber;
      require((await reader.getCode({ address })) !== undefined, "there is no code");
    },
    write: async () => {
      await done(await write("set", [7n]));
      require((await reader.readContract({ address, abi, functionName: "value" })) === 7n, "another value");
    },
    dependent: async () => {
      await done(await write("set", [0n]));
      const nonce = await reader.getTransactionCount({ address: account.address });
      const order = [4, 3, 2, 1, 0];
      const hashes = await Promise.all(order.map((i) => write("step", [BigInt(i)], nonce + i)));
      await Promise.all(hashes.map(done));
    },
    reason: async () => {
      const failed: unknown = await reader
        .simulateContract({ address, abi, functionName: "set", args: [13n], account })
        .catch((error: unknown) => error);
      require(String(failed).includes("unlucky"), "there is no reason");
    },
    logs: [
      async () => {
        await mine(blocksBetween);
        await done(await write("set", [9n]));
        requireNine(await reader.getContractEvents({ address, abi, eventName: "Stored", fromBlock: first }));
      },
      [
        "ranges",
        async () => {
          const last = await reader.getBlockNumber();
          const ranges = rangesOf(Number(first), Number(last)).map(([from, to]) =>
            reader.getContractEvents({
              address,
              abi,
              eventName: "Stored",
              fromBlock: BigInt(from),
              toBlock: BigInt(to),
            }),
          );
          requireNine((await Promise.all(ranges)).flat());
        },
      ],
    ],
    fees: () => reader.getFeeHistory({ blockCount: 2, rewardPercentiles: [50] }),
    batch: [() => balances(true), ["batchSize: 8", () => balances({ batchSize: 8 })]],
    past: async () => {
      const before = await reader.readContract({ address, abi, functionName: "value", blockNumber: first });
      require(before === 0n, "the state is that of now");
    },
    trace: async () => {
      const hash = await write("set", [5n]);
      await done(hash);
      await reader.request({ method: "debug_traceTransaction", params: [hash, { tracer: "callTracer" }] } as never);
    },
  };
  return { steps };
}

/** ethers with its own defaults. */
export function ethersSteps({ url, key, mine }: ToolUse): ToolSteps {
  const { abi, bytecode } = boxArtifact();
  const provider = new JsonRpcProvider(url, undefined, { polling: true, pollingInterval: 20 });
  const wallet = new Wallet(key, provider);
  let box: Awaited<ReturnType<ContractFactory["deploy"]>>;
  let first = 0;
  const own = (name: string) => box.getFunction(name);
  const set = async (value: number): Promise<string> => {
    // the nonce of 250 ms ago, which ethers keeps, is another step's
    const nonce = await provider.send("eth_getTransactionCount", [wallet.address, "pending"]);
    const sent = await own("set").send(value, { nonce: Number(nonce) });
    await sent.wait(1, patienceMs);
    return sent.hash;
  };
  const requireNine = (logs: readonly { readonly data: string }[]): void =>
    require(logs.some(({ data }) => BigInt(data) === 9n), "logs are missing");
  const balances = (by: JsonRpcProvider) => Promise.all(twentyAccounts.map((each) => by.getBalance(each)));
  const balancesBy = async (options: JsonRpcApiProviderOptions): Promise<void> => {
    const other = new JsonRpcProvider(url, undefined, options);
    await balances(other).finally(() => other.destroy());
  };
  const byNonces = async (name: string, values: readonly number[]): Promise<void> => {
    const nonce = Number(await provider.send("eth_getTransactionCount", [wallet.address, "latest"]));
    const sent = await Promise.all(
      values.map((value) => own(name).send(value, { nonce: nonce + value, gasLimit: 300_000 })),
    );
    await Promise.all(sent.map((each) => each.wait(1, patienceMs)));
  };
  const steps: ToolSteps["steps"] = {
    connect: async () => require((await provider.getNetwork()).chainId === 20200n, "another chain"),
    deploy: async () => {
      box = await new ContractFactory(abi as never, bytecode, wallet).deploy();
      await box.waitForDeployment();
      first = (await box.deploymentTransaction()?.wait(1, patienceMs))?.blockNumber ?? 0;
    },
    write: async () => {
      await set(7);
      require((await own("value").staticCall()) === 7n, "another value");
    },
    dependent: async () => {
      await set(0);
      await byNonces("step", [4, 3, 2, 1, 0]);
    },
    reason: async () => {
      const failed: unknown = await own("set")
        .staticCall(13)
        .catch((error: unknown) => error);
      require((failed as { reason?: string }).reason === "unlucky", "there is no reason");
    },
    logs: [
      async () => {
        await mine(blocksBetween);
        await set(9);
        requireNine(await box.queryFilter("Stored", first));
      },
      [
        "ranges",
        async () => {
          // the number of 250 ms ago, which ethers keeps, is too low
          const last = Number(await provider.send("eth_blockNumber", []));
          const ranges = rangesOf(first, last);
          requireNine((await Promise.all(ranges.map(([from, to]) => box.queryFilter("Stored", from, to)))).flat());
        },
      ],
    ],
    fees: () => provider.send("eth_feeHistory", ["0x2", "latest", [50]]),
    batch: [() => balances(provider), ["batchMaxCount: 8", () => balancesBy({ batchMaxCount: 8 })]],
    past: async () => {
      const before = await own("value").staticCall({ blockTag: first });
      require(before === 0n, "the state is that of now");
    },
    trace: async () => provider.send("debug_traceTransaction", [await set(5), { tracer: "callTracer" }]),
  };
  return { steps, close: async () => provider.destroy() };
}
