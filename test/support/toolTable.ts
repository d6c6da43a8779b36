// What tools can do at a chain, as rows of the table in docs/ethereum-tools.md: made of what was measured.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";

/** What became of a step. */
export interface StepResult {
  readonly ok: boolean;
  /** Only with this setting: code, or a name of `settingWords`. */
  readonly setting?: string;
  /** What the tool said first. */
  readonly error?: string;
}

/** The steps of a tool by their names. */
export type Measured = Readonly<Record<string, StepResult>>;

/** A step that is tried as it is, and then with each of the settings. */
export async function withSettings(
  attempt: (setting: string | undefined) => Promise<void>,
  settings: readonly string[] = [],
): Promise<StepResult> {
  const errorOf = (setting?: string): Promise<string | undefined> =>
    attempt(setting).then(
      () => undefined,
      (error: unknown) => (error instanceof Error ? error.message : String(error)).slice(0, 2000),
    );
  const error = await errorOf();
  if (error === undefined) return { ok: true };
  for (const setting of settings) if ((await errorOf(setting)) === undefined) return { ok: true, setting, error };
  return { ok: false, error };
}

export const releases = ["3.16.4", "3.17.1"] as const;

type Words = readonly [english: string, chinese: string];

/** Tools in the order of the table. */
const order = [
  ...["viem", "ethers", "web3.js", "wagmi core", "TypeChain", "web3.py 7", "web3.py 8", "cast", "forge"],
  ...["Hardhat 2", "Hardhat 3", "MetaMask", "Remix", "Blockscout", "Otterscan"],
];

const stepWords: Readonly<Record<string, Words>> = {
  connect: ["connect", "连接"],
  generate: ["make types", "生成类型"],
  deploy: ["deploy a contract", "部署合约"],
  write: ["write, wait for the receipt, and read", "写入、等待回执、读取"],
  dependent: ["five at once that build on each other", "同时发送五笔相互依赖的交易"],
  reason: ["the reason of a revert", "回滚原因"],
  logs: ["events over more than 10 blocks", "跨 10 个以上区块的事件"],
  fees: ["fee history", "历史费用"],
  batch: ["twenty questions at once", "同时发出二十个请求"],
  past: ["state of an older block", "旧区块的状态"],
  trace: ["trace of a transaction", "交易跟踪"],
  commands: ["eighteen commands that read", "十八个读取命令"],
  codeHash: ["`codehash`", "`codehash`"],
  proof: ["`proof`", "`proof`"],
  accessList: ["`access-list`", "`access-list`"],
  rerun: ["`run` of a transaction", "对交易执行 `run`"],
  create: ["`create`", "`create`"],
  script: ["`script --broadcast`", "`script --broadcast`"],
  ignition: ["Ignition", "Ignition"],
  proxy: ["`deployProxy`", "`deployProxy`"],
  upgrade: ["`upgradeProxy`", "`upgradeProxy`"],
  follow: ["follow blocks and balances", "跟踪区块和余额"],
  usedNonce: ["that a nonce was used", "提示 nonce 已使用"],
  ownAccount: ["accounts of the node", "节点的账户"],
  debug: ["debugger", "调试器"],
  debugState: ["state variables in the debugger", "调试器中的状态变量"],
  blocks: ["ten blocks at once", "一次十个区块"],
  receipts: ["receipts", "回执"],
  code: ["code of contracts", "合约代码"],
  pending: ["pending transactions", "待打包交易"],
  internal: ["internal transactions", "内部交易"],
};

/** Why a step failed, by what the tool said. */
const reasons: readonly (readonly [RegExp, Words])[] = [
  [/historical state not available/, ["state can't be proven", "无法证实状态"]],
  [/signature parity/, ["`v` of legacy transactions", "旧式交易的 `v`"]],
  [/eth_getProof isn't available|-32601|method not found|does not exist/i, ["no such method", "无此方法"]],
  [/there is no account/, ["none: use a wallet", "没有账户：请使用钱包"]],
  [/isn't decimal/, ["the network's ID is hex", "网络 ID 为十六进制"]],
  [/it isn't said/, ["other words", "措辞不同"]],
  [/another shape \(-32601/, ["no such method", "无此方法"]],
  [/another shape/, ["another shape", "格式不同"]],
  [/there is no reason/, ["not shown", "不显示"]],
  [/is null|invalid parameters/i, ["asks for more fields", "要求更多字段"]],
  [/logs are missing/, ["missing, without a word", "缺失且无提示"]],
  [/array size exceeds/, ["at most 8", "最多 8 个"]],
  [/state is that of now/, ["that of now, without a word", "是当前状态且无提示"]],
  [/nothing came/, ["waits without an end", "无限等待"]],
  [/NonceCheckFail|out of order|nonce|reverted|CALL_EXCEPTION|transaction fail/i, ["a transaction fails", "交易失败"]],
  [/ProviderError/, ["an error without words", "无说明的错误"]],
];

function whyNot(results: readonly StepResult[], language: 0 | 1): string {
  const said = results.find(({ error }) => error !== undefined)?.error;
  const reason = said === undefined ? undefined : reasons.find(([pattern]) => pattern.test(said));
  return reason === undefined ? "" : (["", ` (${reason[1][0]})`, `（${reason[1][1]}）`][language + 1] as string);
}

/** Settings that aren't written as code. */
const settingWords: Readonly<Record<string, Words>> = {
  ranges: ["`toBlock`, 10 blocks at a time", "`toBlock`，每次 10 个区块"],
  code: ["`keccak` of `code`", "对 `code` 执行 `keccak`"],
};

function cell({ ok, setting }: StepResult, language: 0 | 1): string {
  if (!ok) return "–";
  return setting === undefined ? "✓" : (settingWords[setting]?.[language] ?? `\`${setting}\``);
}

/** Steps with the same cells share a row. */
function rowsOf(tool: string, places: readonly Measured[], language: 0 | 1): string[] {
  const rows = new Map<string, string[]>();
  for (const step of Object.keys(places[0] ?? {})) {
    const results = places.map((place): StepResult => place[step] ?? { ok: false });
    const cells = results.map((each) => cell(each, language)).join(" | ");
    const words = `${stepWords[step]?.[language] ?? step}${whyNot(results, language)}`;
    rows.set(cells, [...(rows.get(cells) ?? []), words]);
  }
  const separator = ["; ", "；"][language];
  return [...rows].map(([cells, steps]) => `| ${tool} | ${steps.join(separator)} | ${cells} |`);
}

/** Between these lines of a page stands the table. */
const [begin, end] = ["<!-- tools -->\n", "<!-- /tools -->\n"];

/** A tool that is tried in several versions has the first digit of one in its name. */
const majorPattern = / \d+$/;
const isRowOf = (name: string, row: string): boolean =>
  row.startsWith(`| ${name}${majorPattern.test(name) ? "." : " "}`);
const toolOf = (row: string): number => order.findIndex((name) => isRowOf(name, row));

/**
 * Compares a tool's rows with those of both pages; a run with CHAINSIDE_WRITE_TABLES=1 writes them.
 * @param version empty where there is none
 * @param places at the web3 port and at the proxy of each release, in the order of the columns
 */
export function expectRows(name: string, version: string, places: readonly Measured[]): void {
  for (const [page, language] of [["ethereum-tools.md", 0] as const, ["ethereum-tools.zh-cn.md", 1] as const]) {
    const path = join(import.meta.dirname, "../../docs", page);
    const text = readFileSync(path, "utf8");
    const [before = "", rest = ""] = text.split(begin);
    const [table = "", after = ""] = rest.split(end);
    const [head = "", line = "", ...rows] = table.split("\n").filter((each) => each !== "");
    const own = (row: string): boolean => isRowOf(name, row);
    const made = rowsOf(`${name.replace(majorPattern, "")} ${version}`.trim(), places, language);
    if (process.env["CHAINSIDE_WRITE_TABLES"] === "1") {
      const all = [...rows.filter((row) => !own(row)), ...made].sort((a, b) => toolOf(a) - toolOf(b));
      writeFileSync(path, `${before}${begin}${[head, line, ...all].join("\n")}\n${end}${after}`);
    } else expect(rows.filter(own), page).toEqual(made);
  }
}
