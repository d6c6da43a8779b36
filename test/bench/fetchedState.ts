// What looking for former words is worth (src/fork/replayFetched.ts): random transactions of a chain that are recorded again from the state
// of now, because too many blocks came since, with the search and without: `node --import tsx test/bench/fetchedState.ts [--transactions
// N]`. Counts, no times.
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { ExecutionRecording } from "../../src/chain/dev/executionRecording";
import { createHttpTransport } from "../../src/chain/transport/httpTransport";
import { forkClient } from "../../src/fork/forkClient";
import { planFork } from "../../src/fork/openFork";
import { ForkChain } from "../support/forkChain";
import { historyCall, people } from "../support/historyCalls";
import { seededNumbers } from "../support/seededNumbers";

const source = readFileSync(resolve(import.meta.dirname, "../fixtures/contracts/History.sol"), "utf8");
const at = process.argv.indexOf("--transactions");
const count = at < 0 ? 60 : Number(process.argv[at + 1]);
const blocks = 8;
const chain = await ForkChain.start(source, { web3Port: 0 });
const contracts = [await chain.deploy("History"), await chain.deploy("History")].map((each) => each.contractAddress);
const below = seededNumbers(104_729);

async function recorded(hash: string, rounds?: number): Promise<ExecutionRecording> {
  const web3 = createHttpTransport({ url: chain.chain.web3Url ?? "" });
  const limits = { blocks, ...(rounds === undefined ? {} : { rounds }) };
  const fork = await (await planFork({ client: chain.client(), web3, transaction: hash, limits })).carryOut();
  const { transport } = forkClient(fork, "a fork", "group0");
  const answer = await transport.request("dev_recordTransaction", ["group0", hash, {}]);
  await web3.close();
  return answer as ExecutionRecording;
}

/** Every step, not only the end: notes hold what each opcode put on the stack. */
const isSame = (one: ExecutionRecording, other: ExecutionRecording): boolean =>
  (["frames", "notes", "codes", "status", "output", "gasUsed"] as const).every((part) =>
    isDeepStrictEqual(one[part], other[part]),
  );

let [withSearch, without, tried] = [0, 0, 0];
for (let i = 0; i < count + blocks; i++) {
  const [method, args] = historyCall(below);
  const to = contracts[below(2)] ?? "";
  const { transactionHash } = await chain.send(to, "History", method, args, people[below(3)]);
  // each is looked at when the blocks of some others lie above it
  const later = below(blocks);
  for (let j = 0; j < later; j++) {
    const [next, given] = historyCall(below);
    await chain.send(contracts[below(2)] ?? "", "History", next, given, people[below(3)]);
  }
  if (i < blocks) continue;
  const own = await chain.recorded(transactionHash);
  tried++;
  if (isSame(own, await recorded(transactionHash))) withSearch++;
  if (isSame(own, await recorded(transactionHash, 1))) without++;
}
console.log(
  `${tried} transactions, ${blocks} blocks executed at most: step by step the chain's own with the search ${withSearch}, without ${without}`,
);
await chain.close();
process.exit(0);
