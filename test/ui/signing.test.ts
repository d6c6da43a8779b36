// What weighs more is read and agreed to on its page, by the keyboard; a key elsewhere signs; a request goes out as a file and comes back.
import { X509Certificate } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Frame } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { serveSigner } from "../../src/cli/signer/signerServer";
import { bytesToHex, hexToBytes } from "../../src/crypto/bytes/hex";
import { privateKeySigner } from "../../src/crypto/privateKeySigner";
import { cryptoSuite } from "../../src/crypto/suites";
import { readPolicy } from "../../src/signing/policy/policy";
import { readRequestFile } from "../../src/signing/requestFile";
import { SignerService } from "../../src/signing/server/signerService";
import { startChainProgram } from "../support/chainside";
import { signerCertificates } from "../support/signerCertificates";
import { openWindow, type Workbench } from "./workbench";

const suite = cryptoSuite("standard");
const artifact = "artifacts/contracts/HelloWorld.sol/HelloWorld.json";
const creationCode = (): string =>
  (JSON.parse(readFileSync(join("test/fixtures/workspace", artifact), "utf8")) as { bytecode: string }).bytecode;

/** A built-in contract, and the functions of it that may be signed. */
const builtIn = (name: string, at: string, ...signatures: string[]) => ({
  name,
  contracts: [`0x${at.padStart(40, "0")}`],
  methods: signatures.map((signature) => ({ signature })),
});

/** A signer elsewhere with the key of the governor; what it was asked for is told. */
async function startSigner(folder: string, privateKey: string) {
  const { ca, server: own, client } = signerCertificates();
  const signer = privateKeySigner(suite, hexToBytes(privateKey));
  const allowed = [
    { name: "deploy", deployments: [bytesToHex(suite.hash(hexToBytes(creationCode())))] },
    builtIn("contracts", "1005", "setContractStatus(address contractAddr, bool isFreeze)"),
    builtIn("accounts", "10003", "setAccountStatus(address account, uint8 status)"),
    builtIn("committee", "10001", "createSetSysConfigProposal(string key, string value, uint256 blockNumberInterval)"),
  ];
  const chains = [{ chainId: "chain0", groupId: "group0" }];
  const policy = readPolicy(
    JSON.stringify({
      keys: { "ops-1": { file: "ops.pem", suite: "standard" } },
      people: { alice: [new X509Certificate(client.cert).fingerprint256] },
      zone: "UTC",
      rules: allowed.map((rule) => ({ ...rule, keys: ["ops-1"], chains, ask: false })),
    }),
    "policy.json",
  );
  const asked: string[] = [];
  const keys = [{ keyId: "ops-1", signer }];
  const service = new SignerService({
    policy,
    keys,
    ask: undefined,
    audit: undefined,
    onAnswer: ({ person, refused }) => asked.push(`${person}: ${JSON.stringify(refused) ?? "signed"}`),
  });
  const server = await serveSigner(service, keys, { ca, cert: own.cert, key: own.key }, { host: "127.0.0.1", port: 0 });
  const tls = { ca: "ca.crt", cert: "me.crt", key: "me.key" };
  for (const [name, text] of [[tls.ca, ca] as const, [tls.cert, client.cert] as const, [tls.key, client.key] as const])
    writeFileSync(join(folder, name), text, { mode: 0o600 });
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const ops = { kind: "remote", url, keyId: "ops-1", address: signer.address, tls };
  writeFileSync(join(folder, "signers.json"), JSON.stringify({ ops }));
  return { asked, close: () => server.close() };
}

const looks = [
  { name: "en", locale: undefined, theme: "light", width: 1280 },
  { name: "zh-narrow-dark", locale: "zh-cn", theme: "dark", width: 640 },
] as const;

describe.each(looks)("acts that weigh more ($name)", ({ name, locale, theme, width }) => {
  const say = (english: string, chinese: string): string => (locale === undefined ? english : chinese);
  let chain: Awaited<ReturnType<typeof startChainProgram>>;
  let signer: Awaited<ReturnType<typeof startSigner>>;
  let workbench: Workbench;
  const folder = mkdtempSync(join(tmpdir(), "chainside-signing-"));
  const command = (english: string, chinese: string, ...choices: (string | RegExp)[]): Promise<void> =>
    workbench.command(`FISCO BCOS: ${say(english, chinese)}`, ...choices);

  beforeAll(async () => {
    chain = await startChainProgram([
      "--auth",
      "--chain-id",
      "chain0",
      "--node-version",
      "3.16.4",
      "--compatibility",
      "3.6.0",
    ]);
    signer = await startSigner(folder, chain.accounts[0]?.privateKey ?? "");
    workbench = await openWindow({
      ...(locale === undefined ? {} : { locale }),
      theme,
      width,
      env: { CHAINSIDE_SIGNERS: join(folder, "signers.json"), XDG_STATE_HOME: join(folder, "state") },
      settings: { "chainside.connections": [{ name: "production", endpoints: [chain.url], access: "confirm" }] },
      prepare: (workspace) => rmSync(join(workspace, "nodes"), { recursive: true }),
    });
    await workbench.view("FISCO BCOS");
    await command("Connect", "连接", "production");
    await workbench.status(/group0 #0/).waitFor();
    await command("Create Account", "创建账户");
    await workbench.answer(say("Enter a name for the account", "输入账户名称"), "clerk");
    await command("Sign with This Account", "用此账户签名", "ops");
    await workbench.signer().filter({ hasText: "ops" }).waitFor();
    await workbench.dismissNotifications();
    // The room that a person would give to what they sign.
    await workbench.command("View: Toggle Primary Side Bar Visibility");
  });
  afterAll(async () => {
    await workbench?.close();
    signer?.close();
    chain?.process.kill();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Once the question says this, goes over to its page, which is alone then, and looks at it. */
  async function readWhole(words: string, picture: string): Promise<Frame> {
    await workbench.says(words);
    await workbench.picture(`signing-${picture}-question-${name}`);
    await workbench.pick(say("Show Whole Request", "查看完整请求"));
    await workbench.quickInput.waitFor({ state: "hidden" });
    const page = await workbench.webview("ul.consequences");
    await page
      .locator("p[role=status][hidden], p[role=status]", { hasNotText: say("in progress", "正在") })
      .first()
      .waitFor({ state: "attached" });
    await workbench.picture(`signing-${picture}-page-${name}`);
    expect(
      await page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"),
    ).toBeLessThanOrEqual(0);
    return page;
  }

  /** Moves on by the keyboard alone until this has it. */
  async function tabTo(page: Frame, selector: string): Promise<void> {
    for (let step = 0; step < 30; step++) {
      await workbench.page.keyboard.press("Tab");
      if ((await page.locator(`${selector}:focus`).count()) > 0) return;
    }
    throw new Error(`the keyboard doesn't come to ${selector}`);
  }

  const raising = say("a proposal is created", "提案");
  const button = (text: string): string => `button:text-is("${text}")`;
  const send = (): string => button(say("Sign and Send", "签名并发送"));

  it("a key elsewhere signs what is ordinary", async () => {
    workbench.tested = true;
    await command("Deploy Contract", "部署合约", "HelloWorld");
    await workbench.says(say("Nodes can dry-run contract calls", "部署"));
    await workbench.picture(`signing-ordinary-question-${name}`);
    await workbench.pick(say("Sign and Send", "签名并发送"));
    await workbench.answered(say("Deployed HelloWorld at", "HelloWorld 已部署到"));
    expect(signer.asked).toEqual(["alice: signed"]);
  });

  it("what is grave is agreed to on its page, by the keyboard alone", async () => {
    await command("Freeze Account", "冻结账户", "clerk");
    const page = await readWhole(
      say("From the next block on, the account can't send transactions", "从下一个区块起"),
      "grave",
    );
    await tabTo(page, send());
    await workbench.page.keyboard.press("Enter");
    await workbench.answered(/clerk.*(frozen|冻结)/);
    expect(signer.asked).toHaveLength(2);
  });

  it("what nothing takes back is agreed to by the name of the thing", async () => {
    await command("Freeze Contract", "冻结合约", "HelloWorld");
    const page = await readWhole(say("a frozen contract can't be unfrozen", "冻结的合约无法解冻"), "irreversible");
    expect(await page.locator(send()).isDisabled()).toBe(true);
    const [named = ""] = /0x[0-9a-f]{8}/.exec(await page.locator("label").innerText()) ?? [];
    await tabTo(page, "input");
    await workbench.page.keyboard.type(named.slice(0, -1));
    expect(await page.locator(send()).isDisabled()).toBe(true);
    await workbench.page.keyboard.type(named.slice(-1));
    await workbench.picture(`signing-irreversible-typed-${name}`);
    await tabTo(page, send());
    await workbench.page.keyboard.press("Enter");
    await workbench.answered(/HelloWorld.*(frozen|冻结)/);
    expect(signer.asked).toHaveLength(3);
  });

  it("a page that is closed agrees to nothing", async () => {
    await command("Set System Config", "设置系统配置", "compatibility_version");
    await workbench.answer(say("Data version of the chain", "链的数据版本"), "3.16.3");
    await readWhole(raising, "version");
    await workbench.command("View: Close Editor");
    await command("Set System Config", "设置系统配置", "compatibility_version");
    await workbench.answer(say("Data version of the chain", "链的数据版本"), "3.16.3");
    await workbench.says(raising);
    await workbench.page.keyboard.press("Escape");
    await workbench.quickInput.waitFor({ state: "hidden" });
    expect(signer.asked).toHaveLength(3);
  });

  it("goes out of its page as a file, is signed elsewhere, and is sent", async () => {
    const [request, signed] = [join(folder, "request.json"), join(folder, "signed.json")];
    await command("Set System Config", "设置系统配置", "compatibility_version");
    await workbench.answer(say("Data version of the chain", "链的数据版本"), "3.16.3");
    const page = await readWhole(raising, "export");
    await tabTo(page, button(say("Export Signing Request…", "导出签名请求…")));
    await workbench.page.keyboard.press("Enter");
    await workbench.saveTo(request);
    const { transaction, claimed, signature } = readRequestFile(readFileSync(request, "utf8"));
    expect(signature).toBeUndefined();
    expect(claimed.weight).toBe("irreversible");
    expect(signer.asked).toHaveLength(3);

    await command("Open Signing Request", "打开签名请求");
    await workbench.choosePath(request, () =>
      workbench.page.locator(".tab.active", { hasText: "Proposal" }).waitFor({ timeout: 5000 }),
    );
    const received = await readWhole(say("The asker says", "请求方"), "received");
    await tabTo(received, "input");
    await workbench.page.keyboard.type(transaction.data.to.slice(0, 10));
    await tabTo(received, button(say("Sign", "签名")));
    await workbench.page.keyboard.press("Enter");
    await workbench.saveTo(signed);
    expect(readRequestFile(readFileSync(signed, "utf8"))).toMatchObject({ transaction: { hash: transaction.hash } });
    expect(signer.asked).toHaveLength(4);

    await command("Send Signed Request", "发送已签名的请求");
    await workbench.choosePath(signed, () =>
      workbench.quickInput.getByText(say("Signed by", "签名账户")).first().waitFor({ timeout: 5000 }),
    );
    await workbench.picture(`signing-send-question-${name}`);
    await workbench.pick(say("Send", "发送"));
    await workbench.answered(say("the transaction is in block", "交易已进入区块"));
    await workbench.picture(`signing-sent-${name}`);
  });
});
