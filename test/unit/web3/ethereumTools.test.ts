import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ask } from "../../support/askNode";
import { ethersSteps, type ToolSteps, type ToolUse, viemSteps } from "../../support/ethereumTools";
import { ProxiedChain } from "../../support/web3Proxy";

const releases = ["3.16.4", "3.17.1"] as const;
const tools: Readonly<Record<string, (use: ToolUse) => ToolSteps>> = { viem: viemSteps, ethers: ethersSteps };

/** The steps in the words of the page, in English and Chinese. */
const words: Readonly<Record<string, readonly [string, string]>> = {
  connect: ["connect", "连接"],
  deploy: ["deploy a contract", "部署合约"],
  write: ["write, wait for the receipt, and read", "写入、等待回执、读取"],
  dependent: ["five at once that build on each other", "同时发送五笔相互依赖的交易"],
  reason: ["the reason of a revert", "回滚原因"],
  logs: ["events over more than 10 blocks", "跨 10 个以上区块的事件"],
  fees: ["fee history", "历史费用"],
  batch: ["twenty questions at once", "同时提出二十个请求"],
  past: ["state of an older block", "旧区块的状态"],
  trace: ["trace of a transaction", "交易跟踪"],
};

type Column = Record<string, boolean>;

async function tried(steps: ToolSteps): Promise<Column> {
  const column: Column = {};
  for (const name of Object.keys(words)) {
    column[name] = await (steps[name] as () => Promise<unknown>)().then(
      () => true,
      () => false,
    );
  }
  await steps["close"]?.();
  return column;
}

/** A tool on the chain of a release: straight to its web3 port, and by the proxy. */
async function columns(tool: string, nodeVersion: string): Promise<[Column, Column]> {
  const steps = tools[tool] as (use: ToolUse) => ToolSteps;
  const column = async (proxied: boolean): Promise<Column> => {
    const chain = await ProxiedChain.start({ nodeVersion, sealers: 1, observers: 0, openDev: true, seed: "tools" });
    const url = proxied ? chain.proxy.url : (chain.chain.web3Url ?? "");
    const mine = (count: number): Promise<unknown> => ask(chain.chain.url, "dev_mine", ["group0", count]);
    const done = await tried(steps({ url, key: chain.chain.accounts[0]?.privateKey ?? "0x", mine }));
    await chain.close();
    return done;
  };
  return Promise.all([column(false), column(true)]);
}

/** Between these lines of a page stands the table; a run with CHAINSIDE_WRITE_TABLES=1 writes it. */
const [begin, end] = ["<!-- tools -->", "<!-- /tools -->"];

function expectTable(page: string, table: string): void {
  const path = join(import.meta.dirname, "../../../docs", page);
  const text = readFileSync(path, "utf8");
  const [before, rest = ""] = text.split(`${begin}\n`);
  const [written, after] = rest.split(`${end}\n`);
  if (process.env["CHAINSIDE_WRITE_TABLES"] === "1") writeFileSync(path, `${before}${begin}\n${table}${end}\n${after}`);
  else expect(written, page).toBe(table);
}

test("what viem and ethers can do at a web3 port and at the proxy is what the pages say", async () => {
  // What can't be done is waited for in vain: all at once.
  const pairs = Object.keys(tools).flatMap((tool) => releases.map((release) => ({ tool, release })));
  const each = await Promise.all(pairs.map(({ tool, release }) => columns(tool, release)));
  const found = new Map<string, Column>();
  for (const [index, { tool, release }] of pairs.entries()) {
    const [port, proxy] = each[index] as [Column, Column];
    found.set(`${tool} ${release} port`, port).set(`${tool} ${release} proxy`, proxy);
  }
  const table = (language: 0 | 1): string => {
    const head = [...found.keys()].map((name) => {
      const [tool, release, place] = name.split(" ");
      const shown = place === "proxy" ? ["proxy", "代理"] : ["web3 port", "web3 端口"];
      return `${tool}, ${release}, ${shown[language]}`;
    });
    const rows = Object.entries(words).map(([step, names]) => [
      names[language],
      ...[...found.values()].map((column) => (column[step] ? "✓" : "–")),
    ]);
    const first = ["step", "步骤"][language] as string;
    const lines = [[first, ...head], ["---", ...head.map(() => "---")], ...rows];
    return `${lines.map((line) => `| ${line.join(" | ")} |`).join("\n")}\n`;
  };
  expectTable("ethereum-tools.md", table(0));
  expectTable("ethereum-tools.zh-cn.md", table(1));
});
