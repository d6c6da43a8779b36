import { expect, it } from "vitest";
import { checkWording, emphasisProblems, indexProblems, wordingProblems } from "../../../scripts/lint/wording";

it.each([
  ["Nobody may change balances yet.", "nobody"],
  ["What shall it be?", "shall"],
  ['"{to}" is no address.', "is no"],
  ["The node does not start.", "contraction"],
  ["Loading …", "blank"],
  ["Give 1 for a whitelist or 2 for a blacklist.", "enter, specify, or use"],
  ["Read the reason; check the arguments.", "without a reason"],
  ["as {0}", "verb"],
  ["not understood: {0}", "unexpected"],
  ["It failed, so all that it had changed was taken back.", "reverted"],
  ["The node knows no key {0}.", "recognize"],
  ["Only digits are taken.", "allowed"],
])("refuses %s", (text, problem) => {
  expect(wordingProblems(text, "").join()).toContain(problem);
});

it.each(["There is no method {name}.", 'The node reports "is not allowed".', "{0} is no longer connected."])(
  "leaves %s alone",
  (text) => {
    expect(wordingProblems(text, "")).toEqual([]);
  },
);

it("refuses Chinese that the terms rule out", () => {
  expect(wordingProblems("", "您的账号")).toHaveLength(2);
});

it.each([
  ["创建KV 表", "between Chinese and letters"],
  ["内置合约", "预编译合约"],
  ["标准链与国密链", "非国密"],
  ["创建键值表", "KV 表"],
  ["期望值：{0}", "预期"],
  ["设置谁可以部署", "部署权限策略"],
  ["推演治理委员会变更", "模拟"],
  ["固定链与共识节点", "锁定"],
  ["移除最后一名委员", "治理委员"],
  ["按规则监视节点", "监控"],
  ["512 位十六进制", "个十六进制字符"],
  ["直连. 接受", "full width"],
  ["哈希: {0}", "full width"],
  ["已停止, 端口被占用", "full width"],
  ["没有文件(1 个)", "full width"],
  ["打开文件夹 。", "blank"],
])("refuses %s", (translation, better) => {
  expect(wordingProblems("", translation).join()).toContain(better);
});

it.each([
  "非国密链用 secp256k1。",
  '请写成 {"name": value}。',
  "运行 `a, b`，再看 [x](y.md)。",
  "治理委员会",
  "设置 a.b: 1",
])("leaves %s alone", (translation) => {
  expect(wordingProblems("", translation)).toEqual([]);
});

it("refuses an index of documents that leaves one out", () => {
  expect(indexProblems("| [a](a.md) |", ["README.md", "a.md", "scenarios.md"])).toEqual([
    "docs/README.md doesn't name scenarios.md",
  ]);
});

it("finds nothing in what users read now", () => {
  expect(checkWording()).toEqual([]);
});

it.each([
  "运行*部署合约…*会询问",
  "* **认证。**这不是认证",
  "发送方旁注明*（未证实）*。",
  "*调用合约…*或*发送交易…*。",
])("refuses %s, whose asterisks are shown", (line) => {
  expect(emphasisProblems(line)).toHaveLength(1);
});

it.each(["运行*部署合约…* 会询问", "* **认证**：这不是认证", "运行*部署合约*会询问", "由*部署合约…*、“调用”"])(
  "leaves the emphasis of %s alone",
  (line) => {
    expect(emphasisProblems(line)).toEqual([]);
  },
);
