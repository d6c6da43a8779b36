import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { usualChain } from "../../../src/chain/dev/usualChain";
import { nodeMethods } from "../../../src/chain/rpc/methodTable";
import { signTransaction } from "../../../src/chain/transaction/signTransaction";
import { bytesToHex, hexToBytes } from "../../../src/crypto/bytes/hex";
import { privateKeySigner } from "../../../src/crypto/privateKeySigner";
import { standardSuite as suite } from "../../../src/crypto/suites";
import { type DevChain, startDevChain } from "../../../src/devchain/startDevChain";
import { atLeast } from "../../../src/text/versions";
import helloWorld from "../../fixtures/devchain/helloWorld.json";

const versions = "3.0.0 3.1.0 3.2.0 3.2.6 3.3.0 3.5.0 3.6.0 3.9.0 3.12.0 3.15.4 3.16.4".split(" ");

type Json = Record<string, unknown>;

interface Row {
  name: string;
  from: string;
  until: string;
}

/** The table of docs/devchain.md, "Members by version". */
function documented(): Row[] {
  const page = readFileSync(join(import.meta.dirname, "../../../docs/devchain.md"), "utf8");
  const section = /## Members by version\n([\s\S]*?)\n## /.exec(page)?.[1] ?? "";
  return [...section.matchAll(/^\| `(\w+\.[\w-]+)` \| ([\d.]+) \| ([\d.]*) ?\|$/gm)].map(
    ([, name = "", from = "", until = ""]) => ({ name, from, until }),
  );
}

test("the page names the release that is imitated, and its data version", () => {
  const page = readFileSync(join(import.meta.dirname, "../../../docs/devchain.md"), "utf8");
  const { nodeVersion, compatibilityVersion } = usualChain();
  expect(page).toContain(`| \`nodeVersion\` | ${nodeVersion}, the newest known release |`);
  expect(page).toContain(`what build_chain.sh of the imitated version writes: ${compatibilityVersion};`);
  expect(page).toContain(`the newest known release (${nodeVersion})`);
});

async function ask(chain: DevChain, method: string, ...params: unknown[]): Promise<Json> {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
  return (await (await fetch(chain.url, { method: "POST", body })).json()) as Json;
}

const result = async (chain: DevChain, method: string, ...params: unknown[]): Promise<Json> =>
  (await ask(chain, method, ...params))["result"] as Json;

async function send(chain: DevChain, content: { to?: `0x${string}`; input: string; chainId?: string }): Promise<Json> {
  const account = chain.accounts[0];
  if (!account) throw new Error("no account");
  const { signed } = await signTransaction({
    suite,
    signer: privateKeySigner(suite, hexToBytes(account.privateKey)),
    data: {
      version: 1,
      chainId: "chainside",
      groupId: "group0",
      blockLimit: 500n,
      nonce: `7${Math.random()}`,
      value: "0x0",
      ...content,
      input: hexToBytes(content.input),
    },
  });
  return ask(chain, "sendTransaction", "group0", "", bytesToHex(signed), true);
}

/** One object of every sort that the table speaks of. */
async function answers(chain: DevChain): Promise<Readonly<Record<string, Json>>> {
  const sent = (await send(chain, { input: helloWorld.init }))["result"] as Json;
  const failed = (await send(chain, { to: `0x${"ab".repeat(20)}`, input: "0x01" }))["result"] as Json;
  const hash = sent["transactionHash"];
  const info = await result(chain, "getGroupInfo", "group0");
  const status = JSON.parse(String(await result(chain, "getConsensusStatus", "group0", ""))) as Json;
  const headers = (await fetch(chain.url, { method: "POST", body: "{}" })).headers;
  return {
    sent,
    failed,
    receipt: await result(chain, "getTransactionReceipt", "group0", "", hash, true),
    transaction: await result(chain, "getTransaction", "group0", "", hash, true),
    node: (info["nodeList"] as Json[])[0] as Json,
    sealer: ((await result(chain, "getSealerList", "group0", "")) as unknown as Json[])[0] as Json,
    member: (status["consensusNodeList"] as Json[])[0] as Json,
    sync: JSON.parse(String(await result(chain, "getSyncStatus", "group0", ""))) as Json,
    http: Object.fromEntries(headers),
  };
}

const filter = { fromBlock: "0x0", toBlock: "latest", address: [], topics: [] };

test("answers have the members that the page gives to their version", async () => {
  const methods = nodeMethods.filter(({ since }) => since !== "3.0.0");
  const table = [...documented(), ...methods.map(({ name, since }): Row => ({ name, from: since, until: "" }))];
  expect(table.length).toBeGreaterThan(30);
  const names = [...new Set(table.map(({ name }) => name))];
  for (const nodeVersion of versions) {
    const chain = await startDevChain({ nodeVersion, sealers: 1, observers: 0, allowOrigins: ["*"] });
    try {
      const shown = await answers(chain);
      const present: string[] = [];
      for (const name of names) {
        const [object = "", member] = name.split(".");
        if (member !== undefined) {
          if (Object.hasOwn(shown[object] ?? {}, member)) present.push(name);
        } else {
          const error = (await ask(chain, name, "group0", filter))["error"] as { code: number } | undefined;
          if (error?.code !== -32601) present.push(name);
        }
      }
      const expected = names.filter((name) =>
        table.some(
          (row) =>
            row.name === name &&
            atLeast(nodeVersion, row.from) &&
            (row.until === "" || !atLeast(nodeVersion, row.until)),
        ),
      );
      expect({ nodeVersion, members: present }).toEqual({ nodeVersion, members: expected });

      const { sent, failed, transaction, node } = shown;
      const since = (version: string): boolean => atLeast(nodeVersion, version);
      expect(String(sent?.["contractAddress"]).startsWith("0x")).toBe(since("3.1.0"));
      expect(failed?.["hash"] === "0x").toBe(since("3.2.0"));
      expect(/^37(?:[0-9a-f]{2})+$/.test(String(transaction?.["nonce"]))).toBe(since("3.3.0"));
      expect(node?.["protocol"]).toMatchObject({ maxSupportedVersion: since("3.6.0") ? 2 : 1 });
      const refused = (await send(chain, { input: "0x", chainId: "other" }))["error"] as { code: number };
      expect(refused.code).toBe(since("3.15.4") ? -1 : 10006);
    } finally {
      await chain.close();
    }
  }
});

test("a signature of a call that is no hex ends the request with a word of its own since 3.17", async () => {
  const report = async (nodeVersion: string, signature: string): Promise<unknown> => {
    const chain = await startDevChain({ port: 0, nodeVersion });
    try {
      const to = `0x${"00".repeat(18)}100e`;
      return (await ask(chain, "call", "group0", "", to, "0x12345678", signature))["error"];
    } finally {
      await chain.close();
    }
  };
  expect(await report("3.17.0", "0xzz")).toEqual({ code: -32600, message: "" });
  expect(await report("3.17.0", "0x12")).toEqual({ code: 10008, message: "Invalid signature" });
  expect(await report("3.16.4", "0xzz")).toEqual({ code: 10008, message: "Invalid signature" });
});
