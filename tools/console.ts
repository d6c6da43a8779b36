// `npm run -s check:console -- CLASSPATH`: each command of the official console that changes a chain, by that console and by
// `chainside shell`, on two chains that are made alike: it has to come to the same transactions with the same results. The class path is
// that of a console of version 3, such as `console/apps/*:console/lib/*`. Prints `agreed N of M`.
import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { createClient } from "../src/chain/client/client";
import { openSession } from "../src/chain/openSession";
import { getBlockByNumber, getBlockNumber } from "../src/chain/rpc/blocks";
import { getObserverList, getSealerList } from "../src/chain/rpc/members";
import { getTransaction, getTransactionReceipt } from "../src/chain/rpc/transactions";
import type { ChainSession } from "../src/chain/session";
import { transact } from "../src/chain/transaction/transact";
import { createHttpTransport } from "../src/chain/transport/httpTransport";
import { runCommand, shellProgram } from "../src/cli/commands";
import { connectionOf } from "../src/cli/connection/connectionOptions";
import { Shell } from "../src/cli/shell/shell";
import { hexToBytes } from "../src/crypto/bytes/hex";
import { writePem } from "../src/crypto/keyFiles/pem";
import { privateKeySigner } from "../src/crypto/privateKeySigner";
import { seededAccounts } from "../src/devchain/keys/seededKeys";
import { startDevChain } from "../src/devchain/startDevChain";
import { useCatalogue } from "../src/text/catalogue";
import { sayingAbi, sayingCode } from "../test/support/hostileContract";

const direct = [
  "setSystemConfigByKey tx_count_limit 1500",
  "addObserver $sealer",
  "addSealer $sealer 2",
  "setConsensusWeight $sealer 3",
  "removeNode $observer",
  "mkdir /apps/both",
  "ln /apps/both/1.0 $contract",
  "call /apps/both/1.0 speak",
  "create table t_both(id varchar, word varchar, primary key(id))",
  "alter table t_both add column more varchar",
  "insert into t_both (id, word, more) values (1, a, b)",
  "update t_both set word = c where id = 1",
  "delete from t_both where id = 1",
  "makeShard both",
  "linkShard $contract both",
  "registerBalanceGovernor $me",
  "registerBalanceGovernor $other",
  "addBalance $me 9 wei",
  "subBalance $me 1 wei",
  "transferBalance $me $other 1 wei",
  "transfer $other 1 wei",
  "unregisterBalanceGovernor $other",
  "fixBFS",
];
const governed = [
  "setRateProposal 51 51",
  "setDeployAuthTypeProposal black_list",
  "openDeployAuthProposal $other",
  "closeDeployAuthProposal $third",
  "setSysConfigProposal tx_count_limit 2000",
  "setConsensusNodeWeightProposal $sealer 3",
  "addObserverProposal $sealer",
  "addSealerProposal $sealer 1",
  "removeNodeProposal $observer",
  "upgradeVoteProposal $contract",
  "freezeAccount $third",
  "unfreezeAccount $third",
  "abolishAccount $third",
  "setMethodAuth $contract speak() white_list",
  "openMethodAuth $contract speak() $other",
  "closeMethodAuth $contract speak() $other",
  "resetAdminProposal $me $contract",
  "freezeContract $contract",
  "unfreezeContract $contract",
  "abolishContract $contract",
  "updateGovernorProposal $other 1",
  "setSysConfigProposal tx_count_limit 3000",
  "revokeProposal 11",
  "setSysConfigProposal tx_count_limit 4000",
  "voteProposal 12 true",
];

interface Side {
  readonly session: ChainSession;
  readonly known: Readonly<Record<string, string>>;
  do(line: string): Promise<string>;
  close(): Promise<void>;
}

async function makeChain(auth: boolean) {
  const features = ["feature_balance", "feature_balance_precompiled", "feature_sharding"];
  const chain = await startDevChain({ port: 0, sealers: 3, observers: 1, blockIntervalMs: 0, auth, features });
  const transport = createHttpTransport({ url: chain.url });
  const session = await openSession(createClient(transport, "group0"));
  const accounts = seededAccounts(session.suite, "chainside", 3);
  const key = hexToBytes(accounts[0]?.privateKey ?? "");
  const made = await transact(session, privateKeySigner(session.suite, key), {
    data: sayingCode(session, "tea"),
    abi: JSON.stringify(sayingAbi),
  });
  const [me = "", other = "", third = ""] = accounts.map(({ address }) => address);
  const sealer = (await getSealerList(session.client)).at(-1)?.nodeID ?? "";
  const observer = (await getObserverList(session.client))[0] ?? "";
  const known = { me, other, third, sealer, observer, contract: made.contractAddress ?? "" };
  const close = async (): Promise<void> => {
    await transport.close();
    await chain.close();
  };
  return { chain, session, key, known, close };
}

async function official(auth: boolean, classPath: string, folder: string): Promise<Side> {
  const { chain, session, key, known, close } = await makeChain(auth);
  writeFileSync(join(folder, "key.pem"), writePem("standard", key));
  const config = [
    "[cryptoMaterial]",
    'certPath = "."\ndisableSsl = "true"\nuseSMCrypto = "false"',
    `[network]\nmessageTimeout = "10000"\ndefaultGroup = "group0"\npeers = ["${new URL(chain.url).host}"]`,
    `[account]\nkeyStoreDir = "account"\naccountFileFormat = "pem"\naccountFilePath = "${join(folder, "key.pem")}"`,
    "[threadPool]\n",
  ];
  writeFileSync(join(folder, "config.toml"), config.join("\n"));
  const child = spawn("java", ["-cp", [folder, classPath].join(delimiter), "console.Driver"], {
    cwd: folder,
    stdio: ["pipe", "pipe", "ignore"],
  });
  let message = "";
  let heard: (() => void) | undefined;
  child.stdout.on("data", (data: Buffer) => {
    message += data.toString();
    heard?.();
  });
  child.on("close", () => heard?.());
  const answer = async (): Promise<string> => {
    while (!message.includes("<<<done>>>")) {
      if (child.exitCode !== null) throw new Error(`the console ended: ${message}`);
      await new Promise<void>((done) => {
        heard = done;
      });
    }
    const [words = "", ...rest] = message.split("<<<done>>>");
    message = rest.join("<<<done>>>");
    return words.trim();
  };
  await answer();
  return {
    session,
    known,
    do: async (line) => {
      child.stdin.write(`${line}\n`);
      return answer();
    },
    close: async () => {
      child.stdin.end();
      child.kill();
      await close();
    },
  };
}

async function ours(auth: boolean): Promise<Side> {
  const { chain, session, known, close } = await makeChain(auth);
  const options = {
    connection: { ...connectionOf({ url: chain.url }), agreed: true },
    typed: [["url", chain.url] as const, ["yes", true] as const],
    keyFile: "dev0",
    keepGoing: true,
    passwordFile: undefined,
    passwordVariable: "CHAINSIDE_PASSWORD",
  };
  const shell = new Shell(options, { ...shellProgram, run: (args) => runCommand(args, () => useCatalogue("en")) });
  return {
    session,
    known,
    do: async (line) => String(await shell.line(line)),
    close: async () => {
      await shell.close();
      await close();
    },
  };
}

/** Rows whose data may differ: a row is found by its key here and by its conditions there; which version BFS is repaired for. */
const ownData = /^(?:update|delete|fixBFS)\b/;

/** How it ended alone: for `fixBFS` the status, else how many rows changed, too. */
const outcomesOf = (row: string, made: string): string =>
  made.replace(row.startsWith("fixBFS") ? /^.*→ (\S+).*$/gm : /^.*→ (.*)$/gm, "$1");

/** What the blocks behind this one hold: calls, their data, how they ended. */
async function transactions({ session: { client } }: Side, behind: number): Promise<string[]> {
  const found: string[] = [];
  for (let block = behind + 1; block <= (await getBlockNumber(client)); block++) {
    for (const hash of (await getBlockByNumber(client, block)).transactions as readonly string[]) {
      const { to = "", input } = await getTransaction(client, hash);
      const { status, output } = await getTransactionReceipt(client, hash);
      // the console's library leaves out 0x for some contracts
      found.push(`${to === "" ? "" : `0x${to.replace(/^0x/, "")}`} ${input} → ${status} ${output}`);
    }
  }
  return found;
}

/** Of the JDK at hand. */
const javaCompiler = "javac";

const [classPath] = process.argv.slice(2);
if (classPath === undefined) {
  console.error("usage: npm run -s check:console -- CLASSPATH");
  process.exit(2);
}
const folder = mkdtempSync(join(tmpdir(), "chainside-console-"));
mkdirSync(join(folder, "account"));
execFileSync(javaCompiler, [
  "-proc:none",
  "-cp",
  classPath,
  "-d",
  folder,
  join(import.meta.dirname, "consoleCheck/Driver.java"),
]);
const quiet = { log: console.log, error: console.error };
let [agreed, total] = [0, 0];
try {
  for (const auth of [false, true]) {
    const [theirs, own] = await Promise.all([official(auth, classPath, folder), ours(auth)]);
    for (const row of auth ? governed : direct) {
      const by = async (side: Side): Promise<{ made: string; message: string }> => {
        const before = await getBlockNumber(side.session.client);
        const message = await side.do(row.replace(/\$(\w+)/g, (_, name: string) => side.known[name] ?? name));
        return { made: (await transactions(side, before)).join("\n"), message };
      };
      const first = await by(theirs);
      const messages: string[] = [];
      console.log = console.error = (line: unknown) => void messages.push(String(line));
      const second = await by(own);
      Object.assign(console, quiet);
      total++;
      const [one, other] = [first.made, second.made].map((made) => (ownData.test(row) ? outcomesOf(row, made) : made));
      if (one === other && one !== "") agreed++;
      else
        console.log(
          `${row}\n  console: ${first.made || first.message.slice(0, 400)}\n  ours: ${second.made || messages.join(" ")}`,
        );
    }
    await theirs.close();
    await own.close();
  }
} finally {
  Object.assign(console, quiet);
  rmSync(folder, { recursive: true, force: true });
}
console.log(`agreed ${agreed} of ${total}`);
process.exit(agreed === total ? 0 : 1);
