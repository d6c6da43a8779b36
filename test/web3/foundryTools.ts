// What people do with cast and forge.
import { randomBytes } from "node:crypto";
import { cpSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { type Measured, withSettings } from "../support/toolTable";
import { boxArtifact } from "../support/web3Proxy";
import { foundry } from "./installed";
import { ended, type Place } from "./program";

const blocksBetween = 12;
const set = "set(uint256)";

function require(isSo: boolean, words: string): void {
  if (!isSo) throw new Error(words);
}

/** Commands that read, with what follows them; `BOX` and `HASH` are a contract and a transaction. */
const readingCommands = [
  ...[
    "chain-id",
    "block-number",
    "block latest",
    "gas-price",
    "client",
    "age latest",
    "base-fee",
    "find-block 1700000000",
  ],
  ...[
    "balance BOX",
    "nonce BOX",
    "code BOX",
    "codesize BOX",
    "storage BOX 0",
    "implementation BOX",
    "tx HASH",
    "receipt HASH",
  ],
  ...["estimate BOX set(uint256) 5", "call BOX value() --trace"],
] as const;

export async function castSteps(place: Place): Promise<Measured> {
  const cast = (await foundry()).program("cast");
  const run = async (command: string, ...args: string[]): Promise<string> => {
    const { code, out, said } = await ended(cast, [command, "--rpc-url", place.url, ...args], place);
    if (code !== 0) throw new Error(said);
    return out.trim();
  };
  const signing = ["--private-key", place.key];
  let settings: string[] = [];
  let box = "";
  let first = 0;
  let hash = "";
  const send = async (
    args: readonly string[],
    more: readonly string[] = settings,
  ): Promise<Record<string, unknown>> => {
    const receipt = JSON.parse(await run("send", ...signing, "--json", ...more, ...args)) as Record<string, unknown>;
    require(receipt["status"] === "0x1", "the transaction failed");
    return receipt;
  };
  const read = async (...more: string[]): Promise<string> => run("call", box, "value()(uint256)", ...more);
  const results: Record<string, Awaited<ReturnType<typeof withSettings>>> = {};
  const step = async (
    name: string,
    attempt: (setting?: string) => Promise<void>,
    ways: string[] = [],
  ): Promise<void> => {
    results[name] = await withSettings(attempt, ways);
  };

  await step("connect", async () => require((await run("chain-id")) !== "", "no chain"));
  const fees = "--legacy";
  await step(
    "deploy",
    async (setting) => {
      const { contractAddress, blockNumber } = await send(
        ["--create", boxArtifact().bytecode],
        setting ? [setting] : [],
      );
      if (setting) settings = [setting];
      box = String(contractAddress);
      first = Number(blockNumber);
    },
    [fees],
  );
  await step(
    "write",
    async (setting) => {
      hash = String((await send([box, set, "7"], setting ? [setting] : []))["transactionHash"]);
      require((await read()) === "7", "another value");
    },
    [fees],
  );
  const dependent = async (setting?: string): Promise<void> => {
    await send([box, set, "0"]);
    const nonce = Number(await run("nonce", await run("tx", hash, "from")));
    const more = setting ? [setting] : [];
    const send1 = (i: number): Promise<string> =>
      run(
        "send",
        ...signing,
        "--async",
        "--gas-limit",
        "300000",
        "--nonce",
        String(nonce + i),
        ...more,
        box,
        "step(uint256)",
        String(i),
      );
    const hashes = await Promise.all([4, 3, 2, 1, 0].map(send1));
    const receipts = await Promise.all(hashes.map((each) => run("receipt", each, "status")));
    require(receipts.every(
      (each) => each.startsWith("1") || each === "0x1" || each === "true",
    ), "the transaction failed");
  };
  await step("dependent", dependent, [fees]);
  await step("reason", async () => {
    const said = await run("call", box, set, "13").catch((error: unknown) => String(error));
    require(said.includes("unlucky"), "there is no reason");
  });
  await step("logs", async () => {
    for (let i = 0; i < blocksBetween; i++) await send([box, set, "8"]);
    await send([box, set, "9"]);
    const found = await run("logs", "--from-block", String(first), "--address", box, "Stored(address indexed,uint256)");
    require(found.includes(`0x${"9".padStart(64, "0")}`), "logs are missing");
  });
  await step("fees", async () => void (await run("rpc", "eth_feeHistory", "0x2", "latest", "[]")));
  await step("past", async () => require((await read("--block", String(first))) === "0", "the state is that of now"));
  await step("commands", async () => {
    for (const command of readingCommands) {
      const [name = "", ...rest] = command.replace("BOX", box).replace("HASH", hash).split(" ");
      await run(name, ...rest);
    }
  });
  await step(
    "codeHash",
    async (setting) => {
      if (setting === undefined) return void (await run("codehash", box));
      const { out, said } = await ended(cast, ["keccak", await run("code", box)], place);
      require(/^0x[0-9a-f]{64}$/.test(out.trim()), said);
    },
    ["code"],
  );
  await step("proof", async () => void (await run("proof", box, "0")));
  await step("accessList", async () => void (await run("access-list", box, set, "5")));
  await step("rerun", async () => {
    const said = await run("run", "--quick", hash);
    require(said.includes("successfully executed"), said);
  });
  return results;
}

export async function forgeSteps(place: Place): Promise<Measured> {
  const { project, program } = await foundry();
  const forge = program("forge");
  // What it keeps of what it sent is each place's own.
  const cwd = join(project, "places", randomBytes(4).toString("hex"));
  mkdirSync(cwd, { recursive: true });
  for (const name of ["foundry.toml", "solc", "src", "script"])
    cpSync(join(project, name), join(cwd, name), { recursive: true });
  const run = async (...args: string[]): Promise<string> => {
    const { code, said } = await ended(forge, [...args, "--rpc-url", place.url, "--private-key", place.key], place, {
      cwd,
    });
    if (code !== 0) throw new Error(said);
    return said;
  };
  const more = (setting?: string): string[] => setting?.split(" ") ?? [];
  const script = ["script", "script/Shelf.s.sol:Shelf", "--broadcast"];
  const room = "--gas-estimate-multiplier 300";
  return {
    create: await withSettings(
      async (setting) => {
        const said = await run("create", "src/Box.sol:Box", "--broadcast", ...more(setting));
        require(said.includes("Deployed to"), said);
      },
      ["--legacy"],
    ),
    script: await withSettings(
      async (setting) => {
        const said = await run(...script, ...more(setting));
        require(said.includes("ONCHAIN EXECUTION COMPLETE & SUCCESSFUL"), said);
      },
      [room, "--legacy --slow", `--legacy --slow ${room}`],
    ),
  };
}
