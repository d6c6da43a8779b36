// web3.js with its own defaults, but for how often it looks for a receipt.
import { Web3 } from "web3";
import { abi, blocksBetween, bytecode, chainId, failureOf, key, require, run, twentyAccounts, url } from "./steps.mjs";

const web3 = new Web3(url);
web3.eth.transactionPollingInterval = 50;
const from = web3.eth.accounts.wallet.add(key)[0].address;
let box = new web3.eth.Contract(abi);
let first = 0n;

const deploy = async (options) => {
  const request = box.deploy({ data: bytecode });
  box = await request.send({ from, ...options }).on("receipt", ({ blockNumber }) => {
    first = blockNumber;
  });
  require(box.options.address !== undefined, "there is no address");
  box.transactionPollingInterval = 50;
};
const set = (value, more = {}) => box.methods.set(value).send({ from, ...more });

await run({
  connect: async () => require(Number(await web3.eth.getChainId()) === chainId, "another chain"),
  deploy: [() => deploy({}), ["gas", () => deploy({ gas: 3_000_000 })]],
  write: async () => {
    await set(7);
    require((await box.methods.value().call()) === 7n, "another value");
  },
  dependent: async () => {
    await set(0);
    const nonce = await web3.eth.getTransactionCount(from);
    await Promise.all(
      [4, 3, 2, 1, 0].map((i) => box.methods.step(i).send({ from, nonce: nonce + BigInt(i), gas: 300_000 })),
    );
  },
  reason: async () =>
    require((await failureOf(box.methods.set(13).call({ from }))).includes("unlucky"), "there is no reason"),
  logs: async () => {
    for (let i = 0; i < blocksBetween; i++) await set(8);
    await set(9);
    const logs = await box.getPastEvents("Stored", { fromBlock: first });
    require(logs.some(({ returnValues }) => returnValues.value === 9n), "logs are missing");
  },
  fees: () => web3.eth.getFeeHistory(2, "latest", [50]),
  batch: async () => {
    const batch = new web3.BatchRequest();
    const answers = twentyAccounts.map((each) => batch.add({ method: "eth_getBalance", params: [each, "latest"] }));
    await batch.execute();
    await Promise.all(answers);
  },
  past: async () => {
    require((await box.methods.value().call({}, first)) === 0n, "the state is that of now");
  },
  trace: async () => {
    const { transactionHash } = await set(5);
    await web3.requestManager.send({
      method: "debug_traceTransaction",
      params: [transactionHash, { tracer: "callTracer" }],
    });
  },
});
