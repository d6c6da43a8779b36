import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FakeWindow, openWindow } from "../../support/window/fakeWindow";

let workbench: FakeWindow;

/** A window with an embedded chain that enforces permissions; its classic executor can unfreeze contracts. */
async function openGoverned(options: Parameters<typeof openWindow>[0] = {}): Promise<void> {
  workbench = openWindow({
    ...options,
    settings: {
      "chainside.embeddedChain.permissions": true,
      "chainside.embeddedChain.executorVersion": 0,
      "chainside.embeddedChain.startAutomatically": true,
    },
  });
  await workbench.view("FISCO BCOS");
  await workbench.status(/group0 #\d+ · \S/).waitFor();
}

/** Runs a command on HelloWorld, and on one of its methods where it asks for one. */
async function onContract(command: string, method?: string): Promise<void> {
  await workbench.command(command, "HelloWorld", ...(method === undefined ? [] : [method]));
}

async function deploy(): Promise<void> {
  await workbench.command("FISCO BCOS: Deploy Contract", "HelloWorld");
}

async function sendGreeting(text: string): Promise<void> {
  await onContract("FISCO BCOS: Send Transaction", "set(string");
  await workbench.answer("(string)", text);
}

async function propose(kind: string): Promise<void> {
  await workbench.command("FISCO BCOS: Create Proposal", kind);
}

describe("rights on contracts and accounts", () => {
  beforeAll(async () => {
    await openGoverned();
    await deploy();
    await workbench.answered(/Deployed HelloWorld at/);
  });
  afterAll(async () => workbench?.close());

  it("shows the committee, the deploy policy and the own rights", async () => {
    await workbench.pane("Governance");
    await workbench.row("Committee").waitFor();
    await expect.poll(() => workbench.childrenOf("Committee")).toEqual([expect.stringMatching(/dev0.*weight 1 of 1/)]);
    await expect.poll(() => workbench.row("Who can deploy").innerText()).toMatch(/everyone/);
    await workbench.expand("Your Permissions");
    await expect.poll(async () => (await workbench.childrenOf("Your Permissions")).join("\n")).toContain("HelloWorld");
    const rights = (await workbench.childrenOf("Your Permissions")).join("\n");
    expect(rights).toMatch(/Create proposals and vote\s*yes/);
    expect(rights).toMatch(/Change the configuration and nodes without a proposal\s*no. Permission governance is on/);
    await workbench.collapse("Your Permissions");
  });

  it("lists accounts with the one that signs, and contracts with their addresses", async () => {
    await workbench.pane("Accounts");
    expect((await workbench.row("dev0").get()).spoken).toContain("signs");
    await workbench.row("dev1").waitFor();
    await workbench.pane("Contracts");
    await workbench.expand("On the Chain");
    await expect.poll(async () => (await workbench.childrenOf("On the Chain")).join()).toMatch(/HelloWorld\s*0x/);
    await workbench.collapse("On the Chain");
  });

  it("tells admin and status of a contract", async () => {
    await onContract("FISCO BCOS: Show Contract Admin and Status");
    await workbench.answered(/The admin of HelloWorld is dev0 .*; can be called/);
  });

  it("closes a method to all but those it is opened for", async () => {
    await onContract("FISCO BCOS: Show Who Can Call a Method", "set(string");
    await workbench.answered(/HelloWorld\.set\(string\): everyone can call it/);
    await onContract("FISCO BCOS: Set Method Access Policy", "set(string");
    await workbench.pick("Whitelist");
    await workbench.says("The whitelist is empty");
    await workbench.sign("The whitelist is empty");
    await workbench.answered(/no one can call it/);
    await onContract("FISCO BCOS: Check Method Access", "set(string");
    await workbench.pick("dev1");
    await workbench.answered(/dev1 .* can't call HelloWorld\.set\(string\)/);
    await onContract("FISCO BCOS: Allow Account to Call Method", "set(string");
    await workbench.pick("dev1");
    await workbench.answered(/only dev1 .* can call it/);
    await workbench.signWith("dev1");
    await sendGreeting("from dev1");
    await workbench.answered(/HelloWorld\.set\("from dev1"\) is in block/);
  });

  it("says who may instead when the signing account is not the admin", async () => {
    await onContract("FISCO BCOS: Block Account from Calling Method", "set(string");
    await workbench.pick("dev1");
    await workbench.says("isn't the admin");
    workbench.escape();
    await workbench.signWith("dev0");
    await onContract("FISCO BCOS: Block Account from Calling Method", "set(string");
    await workbench.pick("dev1");
    await workbench.answered(/HelloWorld\.set\(string\)/);
    await sendGreeting("never");
    await workbench.sign("can't call");
    await workbench.answered(/permission/i);
  });

  it("shows policies and status in the view", async () => {
    await workbench.pane("Governance");
    await workbench.expand("Contracts");
    await workbench.expand("HelloWorld");
    await workbench.row("set").waitFor();
    await workbench.collapse("Contracts");
  });

  it("freezes a contract and lets it go again", async () => {
    await onContract("FISCO BCOS: Freeze Contract");
    await workbench.sign("fail");
    await workbench.answered(/HelloWorld: frozen/);
    await onContract("FISCO BCOS: Call Contract", "get()");
    await workbench.answered(/frozen/i);
    await onContract("FISCO BCOS: Unfreeze Contract");
    await workbench.answered(/HelloWorld: can be called/);
    await onContract("FISCO BCOS: Call Contract", "get()");
    await workbench.answered(/HelloWorld\.get\(\) → "from dev1"/);
  });

  it("gives a contract another admin by proposal", async () => {
    await onContract("FISCO BCOS: Transfer Contract Admin");
    await workbench.pick("dev2");
    await workbench.sign("With the rates of this committee the proposal");
    await workbench.answered(/Proposal #1 Contract admin passed and was executed/);
    await onContract("FISCO BCOS: Show Contract Admin and Status");
    await workbench.answered(/The admin of HelloWorld is dev2/);
  });

  it("abolishes a contract for good", async () => {
    await workbench.signWith("dev2");
    await onContract("FISCO BCOS: Abolish Contract");
    await workbench.signNamed("can never be called again");
    await workbench.answered(/HelloWorld: abolished/);
    await workbench.signWith("dev0");
  });

  it("freezes, unfreezes and abolishes an account", async () => {
    await workbench.command("FISCO BCOS: Freeze Account", "dev3");
    await workbench.says("From the next block on, the account can't send transactions");
    await workbench.sign("From the next block on, the account can't send transactions");
    await workbench.answered(/dev3 .*: frozen, starting with the next block/);
    await workbench.command("FISCO BCOS: Freeze Account", "dev0");
    // What the chain is known to refuse takes the code of its reason.
    await workbench.says(/is a governor, and the chain refuses/);
    workbench.escape();
    // Another block, so that the change counts.
    await deploy();
    await workbench.answered(/Deployed HelloWorld at/);
    await workbench.command("FISCO BCOS: Show Account Status", "dev3");
    await workbench.answered(/dev3 .*: frozen/);
    await workbench.signWith("dev3");
    await deploy();
    await workbench.says(/is frozen/);
    workbench.escape();
    await workbench.signWith("dev0");
    await workbench.command("FISCO BCOS: Unfreeze Account", "dev3");
    await workbench.answered(/dev3 .*: can send transactions, starting with the next block/);
    await workbench.command("FISCO BCOS: Abolish Account", "dev3");
    await workbench.signNamed("This can't be undone");
    await workbench.answered(/dev3 .*: abolished, starting with the next block/);
  });

  it("asks whether an account may deploy", async () => {
    await workbench.command("FISCO BCOS: Check Deploy Permission", "dev1");
    await workbench.answered(/dev1 .* can deploy\. Policy: everyone/);
  });
});

describe("a committee of two", () => {
  beforeAll(async () => {
    await openGoverned({});
    await workbench.pane("Governance");
    await workbench.row("Committee").waitFor();
  });
  afterAll(async () => workbench?.close());

  /** The line of a node, not that of a kind of proposal. */
  const observer = /observer\s*[0-9a-f]{128}/;

  /** One governor alone: what it proposes passes at once. */
  const passes = async (kind: string, fill: () => Promise<void>, outcome: RegExp): Promise<void> => {
    await propose(kind);
    await fill();
    await workbench.sign("With the rates of this committee the proposal");
    await workbench.answered(outcome);
  };

  it("decides everything the committee decides", async () => {
    await passes(
      "Set a value of the system configuration",
      async () => {
        await workbench.pick("tx_count_limit");
        await workbench.answer("tx_count_limit", "1500");
      },
      /#1 System config passed and was executed/,
    );
    await passes(
      "Add a sealer",
      async () => {
        await workbench.pick(observer);
        await workbench.answer("Voting weight", "2");
      },
      /#2 Node change passed and was executed/,
    );
    await passes(
      "Set a sealer's weight",
      async () => {
        await workbench.pick("sealer · weight 2");
        await workbench.answer("Voting weight", "3");
      },
      /#3 Node change passed and was executed/,
    );
    await propose("Add an observer");
    await workbench.pick("sealer · weight 3");
    await workbench.sign("The node stops being a sealer. Sealers left: 4");
    await workbench.answered(/#4 Node change passed and was executed/);
    await passes("Remove a node from the group", () => workbench.pick(observer), /#5 Node removal passed/);
    await workbench.pane("Chains");
    await workbench.expand("Sealers");
    await expect.poll(() => workbench.childrenOf("Sealers")).toHaveLength(4);
    await workbench.expand("Observers");
    await expect.poll(() => workbench.childrenOf("Observers")).toHaveLength(0);
    await workbench.collapse("Sealers");
    await workbench.expand("Group Peers");
    await expect.poll(() => workbench.childrenOf("Group Peers")).toHaveLength(5);
    await workbench.collapse("Group Peers");
    await workbench.expand("System Config");
    await expect
      .poll(async () => (await workbench.childrenOf("System Config")).join("\n"))
      .toMatch(/tx_count_limit\s*1500/);
    await workbench.collapse("System Config");
    await workbench.pane("Governance");
  });

  it("names a value that locks people out before it is signed", async () => {
    await propose("Set a value of the system configuration");
    await workbench.pick("tx_gas_price");
    await workbench.answer("Gas price", "0x1");
    await workbench.says(/locks out every account without/);
    workbench.escape();
  });

  it("turns a direct change into a proposal", async () => {
    await workbench.command("FISCO BCOS: Set System Config", "consensus_leader_period");
    await workbench.answer("Number of consecutive blocks", "2");
    await workbench.sign("so a proposal is created");
    await workbench.answered(/#6 System config passed and was executed/);
    await workbench.command("FISCO BCOS: Set Sealer Weight", "sealer · weight 1");
    await workbench.answer("Voting weight", "2");
    await workbench.sign("so a proposal is created");
    await workbench.answered(/#7 Node change passed and was executed/);
  });

  it("decides who may deploy", async () => {
    await passes(
      "Set who can deploy",
      () => workbench.pick("only accounts allowed to deploy"),
      /#8 Deploy policy passed/,
    );
    await workbench.command("FISCO BCOS: Check Deploy Permission", "dev1");
    await workbench.answered(/dev1 .* can't deploy/);
    const may = (answer: string) => async (): Promise<void> => {
      await workbench.pick("dev1");
      await workbench.pick(answer);
    };
    await passes("Allow or block deployment", may("Allow deployment"), /#9 Deploy permission passed/);
    await workbench.command("FISCO BCOS: Check Deploy Permission", "dev1");
    await workbench.answered(/dev1 .* can deploy/);
    await passes("Allow or block deployment", may("Block deployment"), /#10 Deploy permission passed/);
    await workbench.signWith("dev1");
    await deploy();
    await workbench.sign("can't deploy contracts on this chain");
    await workbench.answered(/permission/i);
    await workbench.signWith("dev0");
  });

  it("warns of lock-outs of the committee", async () => {
    await propose("Add or remove a governor");
    await workbench.pick("dev0");
    await workbench.answer("Enter the weight. 0 removes the governor", "0");
    await workbench.says(/can't take part in its own removal/);
    workbench.escape();
  });

  it("takes in a second governor and asks for both from then on", async () => {
    await passes(
      "Add or remove a governor",
      async () => {
        await workbench.pick("dev1");
        await workbench.answer("Enter the weight. 0 removes the governor", "1");
      },
      /#11 Governor's weight passed/,
    );
    await propose("Set the participation and approval rates");
    await workbench.answer("Participation rate (%): minimum share of the total weight that must vote", "100");
    await workbench.answer("Approval rate (%): minimum share of the voted weight that must agree", "60");
    await workbench.sign(/nothing passes/);
    await workbench.answered(/#12 Participation and approval rates passed/);
    await expect.poll(() => workbench.row("Committee").innerText()).toContain("participation 100%, approval 60%");
  });

  it("shows what an open proposal still needs", async () => {
    await propose("Set a value of the system configuration");
    await workbench.pick("tx_count_limit");
    await workbench.answer("tx_count_limit", "1600");
    await workbench.sign("Your weight: 1 of 2; weight that must vote: 2. After your vote, the proposal stays open.");
    await workbench.answered(/Proposal #13 System config: open/);
    await workbench.row(/^#13 /).waitFor();
    await workbench.expand(/^#13 /);
    await workbench.row("Voted: 1 of 2; needed: 2 (100%)").waitFor();
    await workbench.row("Agree: 1 of 1; needed: 1 (60%)").waitFor();
    await expect
      // whom or what it is about comes first, since a narrow view cuts off the end of a line
      .poll(async () => (await workbench.childrenOf(/^#13 Set config · tx_count_limit · \d+/)).join("\n"))
      .toMatch(/dev1.*if you agree, the proposal passes; if you disagree, the proposal is permanently denied/);
    await propose("Set a value of the system configuration");
    await workbench.pick("tx_count_limit");
    await workbench.answer("tx_count_limit", "1700");
    await workbench.says(/Proposal #13 of this kind is still open/);
    workbench.escape();
  });

  it("passes it with the vote of the other", async () => {
    await workbench.signWith("dev1");
    await workbench.command("FISCO BCOS: Vote on Proposal", "#13", "Agree");
    await workbench.sign("With your vote, if you agree, the proposal passes");
    await workbench.answered(/#13 System config passed and was executed/);
    await expect.poll(() => workbench.childrenOf("Proposals")).toEqual([expect.stringContaining("passed")]);
  });

  it("denies one and takes another back", async () => {
    await propose("Change a contract's admin");
    await workbench.pick("Enter an address or BFS path");
    await workbench.answer("Enter the address of the contract", `0x${"12".repeat(20)}`);
    await workbench.pick("dev2");
    await workbench.sign("the proposal stays open");
    await workbench.answered(/Proposal #14 .*: open/);
    await workbench.signWith("dev0");
    await workbench.command("FISCO BCOS: Vote on Proposal", "#14", "Disagree");
    await workbench.sign("the proposal passes; if you");
    await workbench.answered(/Proposal #14 .*: denied/);
    await propose("Set who can deploy");
    await workbench.pick("everyone");
    await workbench.sign("the proposal stays open");
    await workbench.answered(/Proposal #15 .*: open/);
    await workbench.command("FISCO BCOS: Revoke Proposal", "#15");
    await workbench.sign("A revoked proposal is over");
    await workbench.answered(/Proposal #15 .*: revoked/);
    await expect
      .poll(async () => (await workbench.childrenOf("Proposals")).map((text) => text.replace(/\d+$/, "")))
      .toEqual(["passed", "denied", "revoked"]);
  });

  it("warns of an own removal", async () => {
    await propose("Add or remove a governor");
    await workbench.pick("dev0");
    await workbench.answer("Enter the weight. 0 removes the governor", "0");
    await workbench.says("own removal");
    workbench.escape();
  });
});

describe("治理", () => {
  beforeAll(async () => openGoverned({ locale: "zh-cn" }));
  afterAll(async () => workbench?.close());

  it("委员会、提案与权限", async () => {
    await workbench.pane("治理");
    await workbench.row("治理委员会").waitFor();
    await workbench.expand("我的权限");
    await expect.poll(async () => (await workbench.childrenOf("我的权限")).join("\n")).toContain("发起提案和投票");
    await workbench.command("FISCO BCOS: 创建提案", "设置参与率与通过率");
    await workbench.answer("参与率（%）：参与投票的权重占总权重的最低比例", "40");
    await workbench.answer("通过率（%）：同意的权重占已投票权重的最低比例", "50");
    await workbench.says("签名并发送");
    await workbench.pick("签名并发送");
    await workbench.notification(/提案 #1/).waitFor();
  });
});
