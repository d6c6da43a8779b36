import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FakeWindow, openWindow } from "../../support/window/fakeWindow";

let workbench: FakeWindow;

/** A Chinese window with an embedded chain that enforces permissions; its classic executor can unfreeze contracts. */
async function openGoverned(options: Parameters<typeof openWindow>[0]): Promise<void> {
  workbench = openWindow({
    locale: "zh-cn",
    ...options,
    settings: {
      "chainside.embeddedChain.permissions": true,
      "chainside.embeddedChain.executorVersion": 0,
      "chainside.embeddedChain.startAutomatically": true,
      ...options?.settings,
    },
  });
  await workbench.view("FISCO BCOS");
  await workbench.status(/group0 #\d+ · \S/).waitFor();
}

const run = (command: string, ...choices: (string | RegExp)[]): Promise<void> =>
  workbench.command(`FISCO BCOS: ${command}`, ...choices);
const propose = (kind: string): Promise<void> => run("创建提案", kind);
const signWith = async (account: string): Promise<void> => {
  await run("选择签名账户…", account);
};
/** Signs once the question says this. */
async function sign(consequence: string | RegExp): Promise<void> {
  await workbench.says(consequence);
  await workbench.pick("签名并发送");
}
/** The same for what can't be undone: the name of the thing is typed. */
const signNamed = (consequence: string | RegExp): Promise<void> => workbench.signNamed(consequence);
/** What is known to be refused is said, and is sent only by the code of its reason. */
async function refused(reason: string | RegExp): Promise<void> {
  await workbench.says(reason);
  await workbench.says("仍然发送…");
  workbench.escape();
}
/** Reads a warning and goes away. */
async function read(consequence: string | RegExp): Promise<void> {
  await workbench.says(consequence);
  workbench.escape();
}
const children = async (label: string | RegExp): Promise<string> => (await workbench.childrenOf(label)).join("\n");
/** What the two rates of a new committee mean for every proposal. */
const alone = "仅凭你一票就会立即通过";

describe("合约与账户的权限", () => {
  beforeAll(async () => {
    await openGoverned({});
    await run("部署合约", "HelloWorld");
    await workbench.answered(/HelloWorld 已部署到/);
    await workbench.pane("治理");
    await workbench.row("治理委员会").waitFor();
  });
  afterAll(async () => workbench?.close());

  it("列出合约与方法的权限", async () => {
    await workbench.expand("合约");
    await expect.poll(() => children("合约")).toMatch(/HelloWorld管理员 dev0.*· 可以调用/);
    await workbench.expand("HelloWorld");
    await expect.poll(() => children("HelloWorld")).toMatch(/set\s*所有人都可以调用/);
  });

  it("设置方法的白名单，并为账户开启权限", async () => {
    await run("设置方法调用权限策略", "HelloWorld", "set(string");
    await workbench.pick("白名单");
    await sign("白名单为空");
    await workbench.answered(/HelloWorld\.set\(string\)：无人可调用：其白名单为空/);
    await run("开启账户的方法调用权限", "HelloWorld", "set(string");
    await workbench.pick("dev1");
    await workbench.answered(/HelloWorld\.set\(string\)：只有 dev1 .* 可以调用/);
    await run("检查方法调用权限", "HelloWorld", "set(string", "dev2");
    await workbench.answered(/dev2 .* 无权调用 HelloWorld\.set\(string\)。/);
    await expect.poll(() => children("HelloWorld")).toMatch(/只有 dev1 .* 可以调用/);
    await run("发送交易", "HelloWorld", "set(string");
    await workbench.answer("(string)", "你好");
    await read(/dev0 0x.* 无权调用 HelloWorld 0x.* 的 set\(string\)/);
  });

  it("指出签名账户不是管理员", async () => {
    await signWith("dev1");
    await run("关闭账户的方法调用权限", "HelloWorld", "set(string", "dev1");
    await read("不是");
    await run("冻结合约", "HelloWorld");
    await read("不是");
    await signWith("dev0");
  });

  it("冻结、解冻合约，移交管理员", async () => {
    await run("冻结合约", "HelloWorld");
    await sign("此后对该合约的所有调用都会失败");
    await workbench.answered(/HelloWorld：已冻结/);
    await expect.poll(() => children("合约")).toMatch(/已冻结/);
    await run("解冻合约", "HelloWorld");
    await workbench.answered(/HelloWorld：可以调用/);
    await run("移交合约管理员", "HelloWorld", "dev2");
    await sign(alone);
    await workbench.answered(/提案 #1 .*已通过并执行/);
    await run("查看合约的管理员与状态", "HelloWorld");
    await workbench.answered(/HelloWorld 的管理员是 dev2 .*；可以调用。/);
    await signWith("dev2");
    await run("废止合约", "HelloWorld");
    await signNamed("任何人都无法再调用");
    await workbench.answered(/HelloWorld：已废止/);
    await signWith("dev0");
  });

  it("冻结与废止账户，治理委员除外", async () => {
    await run("冻结账户", "dev0");
    await refused(/是治理委员，链拒绝/);
    await run("冻结账户", "dev3");
    await sign("从下一个区块起，该账户无法发送交易");
    await workbench.answered(/dev3 .*：已冻结，从下一个区块起生效。/);
    await run("废止账户", "dev4");
    await signNamed("永远无法再发送交易");
    await workbench.answered(/dev4 .*：已废止，从下一个区块起生效。/);
    await workbench.collapse("合约");
    await workbench.expand("治理委员与我的账户");
    await expect.poll(() => children("治理委员与我的账户")).toMatch(/dev3已冻结 · 可以部署/);
    await signWith("dev3");
    await run("部署合约", "HelloWorld");
    await refused(/冻结/);
    await signWith("dev0");
  });
});

describe("两人的治理委员会", () => {
  beforeAll(async () => {
    await openGoverned({});
    await workbench.pane("治理");
    await workbench.row("治理委员会").waitFor();
  });
  afterAll(async () => workbench?.close());

  /** The line of a node, not that of a kind of proposal. */
  const observer = /观察节点\s*[0-9a-f]{128}/;

  it("一名委员：各类提案立即通过", async () => {
    await propose("设置系统配置项");
    await workbench.pick("tx_count_limit");
    await workbench.answer("tx_count_limit", "1500");
    await sign(alone);
    await workbench.answered(/提案 #1 系统配置 已通过并执行。/);
    await propose("添加共识节点");
    await workbench.pick(observer);
    await workbench.answer("投票权重", "2");
    await sign(alone);
    await workbench.answered(/提案 #2 .*已通过并执行/);
    await propose("设置共识节点权重");
    await workbench.pick("权重 2");
    await workbench.answer("投票权重", "3");
    await sign(alone);
    await workbench.answered(/提案 #3 .*已通过并执行/);
    await propose("添加观察节点");
    await workbench.pick("权重 3");
    await sign("共识节点");
    await workbench.answered(/提案 #4 .*已通过并执行/);
    await propose("从群组移除节点");
    await workbench.pick(observer);
    await sign(alone);
    await workbench.answered(/提案 #5 .*已通过并执行/);
  });

  it("部署权限策略", async () => {
    await propose("开启或关闭账户的部署权限");
    await workbench.pick("dev1");
    await workbench.pick("开启部署权限");
    await read("目前所有人都可以部署");
    await propose("设置部署权限策略");
    await workbench.pick("白名单：仅已开启部署权限的账户可部署");
    await sign(alone);
    await workbench.answered(/提案 #6 部署权限策略 已通过并执行/);
    await expect
      .poll(() => workbench.row("部署权限策略").innerText())
      .toContain("白名单：仅已开启部署权限的账户可部署");
    await propose("开启或关闭账户的部署权限");
    await workbench.pick("dev1");
    await workbench.pick("开启部署权限");
    await sign(alone);
    await workbench.answered(/提案 #7 部署权限 已通过并执行/);
    await run("检查部署权限", "dev1");
    await workbench.answered(/dev1 .* 有部署权限。部署权限策略为“白名单：仅已开启部署权限的账户可部署”。/);
    await run("部署合约", "HelloWorld");
    await read("没有部署权限");
  });

  it("签名前指出锁死", async () => {
    await propose("设置系统配置项");
    await workbench.pick("tx_gas_price");
    await workbench.answer("gas", "0x1");
    await read("余额");
    await propose("添加、移除治理委员或设置其权重");
    await workbench.pick("dev0");
    await workbench.answer("输入权重。0 表示移除该治理委员", "0");
    await refused(/移除自己/);
  });

  it("地址写错会指出，中途取消不留下任何东西", async () => {
    const before = await workbench.notification(/./).count();
    await propose("添加、移除治理委员或设置其权重");
    await workbench.pick("输入地址");
    await workbench.answer("选择治理委员的账户", "0x1234");
    await workbench.says("请输入地址：0x 加 40 个十六进制字符");
    workbench.escape();
    await propose("设置系统配置项");
    await workbench.pick("tx_count_limit");
    await workbench.answer("tx_count_limit", "0");
    await workbench.says("允许的取值：≥ 1");
    workbench.escape();
    expect(await workbench.notification(/./).count()).toBe(before);
    expect(await children("提案")).toMatch(/^已通过7$/);
  });

  it("模拟治理委员会变更有自己的标题", async () => {
    await run("模拟治理委员会变更");
    await workbench.says("模拟治理委员会变更");
    await workbench.pick("设置参与率与通过率");
    await workbench.answer("参与率（%）：参与投票的权重占总权重的最低比例", "0");
    await workbench.answer("通过率（%）：同意的权重占已投票权重的最低比例", "50");
    const half = "参与投票的权重中至少 50% 须同意";
    await workbench.dialog(`通过要求：变更前 参与投票的权重中至少 0% 须同意 → 变更后 ${half}`).waitFor();
    workbench.escape();
  });

  it("加入第二名委员，并要求两人都投票", async () => {
    await propose("添加、移除治理委员或设置其权重");
    await workbench.pick("dev1");
    await workbench.answer("输入权重。0 表示移除该治理委员", "1");
    await sign(alone);
    await workbench.answered(/提案 #8 治理委员权重 已通过并执行/);
    await propose("设置参与率与通过率");
    await workbench.answer("参与率（%）：参与投票的权重占总权重的最低比例", "100");
    await workbench.answer("通过率（%）：同意的权重占已投票权重的最低比例", "60");
    await sign(/./);
    await workbench.answered(/提案 #9 参与率与通过率 已通过并执行/);
    await expect.poll(() => workbench.row("治理委员会").innerText()).toContain("100%");
  });

  it("进行中的提案：内容、算式、再投一票的结果", async () => {
    await propose("设置系统配置项");
    await workbench.pick("tx_count_limit");
    await workbench.answer("tx_count_limit", "1600");
    await sign("你的权重 1（总权重 2）；参与投票的权重须达到 2。你投票后，提案仍在进行中。");
    await workbench.answered(/提案 #10 系统配置：进行中/);
    await workbench.row(/^#10 /).waitFor();
    await expect.poll(() => workbench.row(/^#10 /).innerText()).toContain("tx_count_limit · 1600");
    await workbench.expand(/^#10 /);
    await workbench.row("已投票：1/2，需达到 2（100%）").waitFor();
    await workbench.row("同意：1/1，需达到 1（60%）").waitFor();
    const lines = await children(/^#10 /);
    expect(lines).toMatch(/设置系统配置/);
    expect(lines).toMatch(/值\s*1600/);
    expect(lines).toMatch(/dev1.*若同意，提案通过；若反对，提案被否决/);
    await propose("设置系统配置项");
    await workbench.pick("tx_count_limit");
    await workbench.answer("tx_count_limit", "1700");
    await refused(/同类提案 #10 尚未结束/);
    await run("对提案投票", "#10", "反对");
    await refused(/已对提案 10 投过票/);
  });

  it("第二名委员投票通过、否决，提案人撤回", async () => {
    await signWith("dev1");
    await run("对提案投票", "#10");
    await workbench.pick("同意");
    await sign("你的投票：若同意，提案通过");
    await workbench.answered(/提案 #10 系统配置 已通过并执行/);
    await propose("更换合约管理员");
    await workbench.pick("输入地址或 BFS 路径");
    await workbench.answer("地址", `0x${"12".repeat(20)}`);
    await workbench.pick("dev2");
    await sign("提案仍在进行中");
    await workbench.answered(/提案 #11 .*：进行中/);
    await signWith("dev0");
    await run("对提案投票", "#11", "反对");
    await sign("若反对，提案被否决");
    await workbench.answered(/提案 #11 .*：已否决/);
    await propose("设置部署权限策略");
    await workbench.pick("所有人");
    await sign("提案仍在进行中");
    await workbench.answered(/提案 #12 .*：进行中/);
    await signWith("dev1");
    await run("撤回提案", "#12");
    await read("只有提案人");
    await signWith("dev0");
    await run("撤回提案", "#12");
    await sign("提案撤回后即告结束");
    await workbench.answered(/提案 #12 .*：已撤回/);
  });

  it("自己的移除，与不是委员的账户", async () => {
    await propose("添加、移除治理委员或设置其权重");
    await workbench.pick("dev0");
    await workbench.answer("输入权重。0 表示移除该治理委员", "0");
    await read("移除自己");
    await signWith("dev2");
    await propose("设置部署权限策略");
    await workbench.pick("所有人");
    await read("不是治理委员");
    await workbench.expand("我的权限");
    await expect.poll(() => children("我的权限")).toMatch(/发起提案和投票\s*不可以/);
  });
});
