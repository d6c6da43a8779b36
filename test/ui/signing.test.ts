// What a person signs: the page of a request beside its list, in both languages; a signer elsewhere, and two persons with a file.
import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes, X509Certificate } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Frame } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { exportKeyFile } from "../../src/crypto/keyFiles/exportKeyFile";
import { privateKeySigner } from "../../src/crypto/privateKeySigner";
import { cryptoSuite } from "../../src/crypto/suites";
import { readRequestFile } from "../../src/signing/requestFile";
import { chainside } from "../support/chainside";
import { signerCertificates } from "../support/signerCertificates";
import { until } from "../support/until";
import { expectFit } from "./fittingPage";
import { openWindow, type Workbench } from "./workbench";

const focused = (page: Frame): Promise<string> => page.evaluate("document.activeElement.tagName");

/** Presses Tab until the page's focus is on such an element: nothing else is needed to get there. */
async function tabTo(workbench: Workbench, page: Frame, selector: string): Promise<void> {
  for (let step = 0; step < 12; step++) {
    if (await page.locator(selector).evaluate((element) => element.matches(":focus"))) return;
    await workbench.page.keyboard.press("Tab");
  }
  throw new Error(`Tab doesn't come to ${selector}`);
}

async function requestIn(file: string): Promise<ReturnType<typeof readRequestFile>> {
  await expect.poll(() => existsSync(file) && readFileSync(file, "utf8").endsWith("\n")).toBe(true);
  return readRequestFile(readFileSync(file, "utf8"));
}

describe.each([
  ["en", 1280, "light"],
  ["zh-cn", 520, "dark"],
] as const)("the page of a request (%s, %i, %s)", (locale, width, theme) => {
  const say = (english: string, chinese: string): string => (locale === "en" ? english : chinese);
  const freeze = (): Promise<void> =>
    workbench.command(`FISCO BCOS: ${say("Freeze Contract…", "冻结合约…")}`, "HelloWorld");
  let workbench: Workbench;
  beforeAll(async () => {
    workbench = await openWindow({
      // Executor version 1, as new chains have it: what is frozen there stays so.
      settings: { "chainside.embeddedChain.permissions": true, "chainside.embeddedChain.startAutomatically": true },
      theme,
      width,
      ...(locale === "en" ? {} : { locale }),
    });
    await workbench.view("FISCO BCOS");
    await workbench.signer().waitFor();
    await workbench.command(`FISCO BCOS: ${say("Deploy Contract", "部署合约")}`, "HelloWorld");
    await workbench.answered(say("Deployed HelloWorld", "HelloWorld 已部署"));
    await workbench.page.keyboard.press("ControlOrMeta+B");
  });
  afterAll(async () => workbench?.close());

  it("stands beside the list, says what can't be undone, and takes over where it is asked for", async () => {
    await freeze();
    let page = await workbench.webview("ul.consequences");
    await page.getByText(say("would succeed", "会成功")).waitFor();
    await workbench.says(say("would succeed", "会成功"));
    expect(await page.locator("h1").innerText()).toMatch(
      locale === "en"
        ? /^Freeze contract HelloWorld 0x[0-9a-f]{40}, as dev0 \(0x[0-9a-f]{40}\) on Embedded chain · group0$/
        : /^冻结合约 HelloWorld 0x[0-9a-f]{40}，签名账户 dev0（0x[0-9a-f]{40}），目标链 内置链 · group0$/,
    );
    expect(await page.locator(".consequences .warns").allInnerTexts()).toContainEqual(
      expect.stringContaining(say("can't be unfrozen", "无法解冻")),
    );
    await workbench.picture(`signing-list-${locale}`);
    await workbench.pick(say("Show Whole Request", "查看完整请求"));
    await workbench.quickInput.waitFor({ state: "hidden" });
    page = await workbench.webview("ul.consequences");
    await page.locator("body.alone").waitFor();
    await expect.poll(() => focused(page)).toBe("H1");
    await expectFit(page);
    await workbench.picture(`signing-request-${locale}`);
    await tabTo(workbench, page, "summary");
    await workbench.page.keyboard.press("Enter");
    await page.getByText("0x81c81cdc").waitFor(); // the call data's selector
    await expectFit(page);
    await workbench.picture(`signing-bytes-${locale}`);
    await workbench.page.keyboard.press("Escape");
    await expect.poll(() => workbench.webviewIfAny("ul.consequences")).toBeUndefined();
  });

  it("writes the request to a file, for another person", async () => {
    await freeze();
    await workbench.pick(say("Show Whole Request", "查看完整请求"));
    const page = await workbench.webview("body.alone");
    await page.getByRole("button", { name: say("Export Signing Request…", "导出签名请求…") }).focus();
    await workbench.page.keyboard.press("Enter");
    const file = join(workbench.folder, "freeze.json");
    await workbench.saveTo(file);
    const { signature, claimed } = await requestIn(file);
    expect(signature).toBeUndefined();
    expect(claimed.sentence).toContain("HelloWorld");
    await expect.poll(() => workbench.webviewIfAny("ul.consequences")).toBeUndefined();
  });

  it("signs by the name that is typed, and what wasn't answered by closes", async () => {
    await freeze();
    let page = await workbench.webview("ul.consequences");
    const name = /0x[0-9a-f]{8}/.exec(await page.locator("form label").innerText())?.[0] ?? "";
    if (locale === "en") {
      // The page answers.
      await workbench.pick("Show Whole Request");
      page = await workbench.webview("body.alone");
      await expect.poll(() => focused(page)).toBe("H1");
      await tabTo(workbench, page, "form input");
      await workbench.page.keyboard.type("HelloWorld");
      await workbench.page.keyboard.press("Enter");
      expect(await page.getByRole("button", { name: "Sign and Send" }).isDisabled()).toBe(true);
      await workbench.page.keyboard.press("Shift+Home");
      await workbench.page.keyboard.type(name);
      await workbench.picture("signing-named-en");
      await workbench.page.keyboard.press("Enter");
    } else {
      // The list does, and the page is seen beside it.
      await workbench.pick("签名并发送");
      await workbench.answer("以签名", name);
    }
    await workbench.answered(say("HelloWorld: frozen", "HelloWorld：已冻结"));
    await expect.poll(() => workbench.webviewIfAny("ul.consequences")).toBeUndefined();
  });
});

describe("a key that isn't on this machine", () => {
  const folder = mkdtempSync(join(tmpdir(), "chainside-elsewhere-"));
  const place = (name: string, content: string): string => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  let workbench: Workbench;
  let signer: ChildProcess;
  let message = "";

  /** The reference signer, whose policy allows one function of any contract that says the like. */
  async function startSigner(): Promise<string> {
    const certificates = signerCertificates();
    const privateKey = randomBytes(32);
    const { address } = privateKeySigner(cryptoSuite("standard"), privateKey);
    const pem = await exportKeyFile({ format: "pem", suite: "standard", privateKey, password: "" });
    writeFileSync(join(folder, "ops.pem"), pem.content);
    const policy = {
      keys: { "ops-1": { file: "ops.pem", suite: "standard" } },
      people: { editor: [new X509Certificate(certificates.client.cert).fingerprint256] },
      rules: [
        {
          name: "settings",
          keys: ["ops-1"],
          chains: [{ chainId: "bank0", groupId: "group0" }],
          contracts: [`0x${"0".repeat(36)}1000`],
          methods: [{ signature: "setValueByKey(string key, string value)", only: { key: ["tx_count_limit"] } }],
          ask: false,
        },
      ],
    };
    const options = {
      policy: place("policy.json", JSON.stringify(policy)),
      ca: place("ca.crt", certificates.ca),
      cert: place("signer.crt", certificates.server.cert),
      "cert-key": place("signer.key", certificates.server.key),
      listen: "127.0.0.1:0",
    };
    const words = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
    signer = spawn(process.execPath, [resolve("dist/cli.js"), "signer", ...words, "--json"], {
      env: { ...process.env, ELECTRON_RUN_AS_NODE: "1" },
      stdio: ["ignore", "pipe", "inherit"],
    });
    signer.stdout?.on("data", (text: Buffer) => {
      message += text.toString();
    });
    const url = await until(
      () => /"url":"([^"]+)"/.exec(message)?.[1],
      () => `the signer doesn't listen: ${message}`,
    );
    place("me.crt", certificates.client.cert);
    place("me.key", certificates.client.key);
    const tls = { ca: "ca.crt", cert: "me.crt", key: "me.key" };
    return place("signers.json", JSON.stringify({ ops: { kind: "remote", url, keyId: "ops-1", address, tls } }));
  }

  beforeAll(async () => {
    const signers = await startSigner();
    workbench = await openWindow({
      env: { CHAINSIDE_SIGNERS: signers },
      settings: {
        "chainside.embeddedChain.access": "confirm",
        "chainside.embeddedChain.chainId": "bank0",
        "chainside.embeddedChain.startAutomatically": true,
      },
    });
    await workbench.view("FISCO BCOS");
    await workbench.signer().waitFor();
    await workbench.signWith("ops");
    await workbench.signer().getByText("ops").waitFor();
  });
  afterAll(async () => {
    await workbench?.close();
    signer?.kill("SIGINT");
    rmSync(folder, { recursive: true, force: true });
  });

  const setConfig = async (key: string, value: string): Promise<void> => {
    await workbench.command("FISCO BCOS: Set System Config…", key);
    await workbench.answer(`Set System Config · ${key}`, value);
  };

  it("signs by the remote signer, which is shown what is signed", async () => {
    await setConfig("tx_count_limit", "1500");
    await workbench.says("would succeed");
    // What came of trying it out leaves the first line chosen.
    await workbench.quickInput.locator(".monaco-list-row.focused", { hasText: "Sign and Send" }).waitFor();
    await workbench.picture("signing-remote-list");
    await workbench.pick("Sign and Send");
    await workbench.status(/group0 #1(?!\d)/).waitFor();
    expect(message).toMatch(/"keyId":"ops-1".*"signed":true/);
    await workbench.pane("Accounts");
    await workbench.picture("signing-remote");
  });

  it("is told why the signer doesn't sign, and nothing is sent", async () => {
    await setConfig("tx_gas_limit", "3000000000");
    await workbench.pick("Sign and Send");
    await workbench.notification(/no rule allows|rule/).waitFor();
    await workbench.picture("signing-remote-refused");
    await workbench.dismissNotifications();
    await workbench.status(/group0 #1(?!\d)/).waitFor();
  });

  it("exports what another person signs on another machine, and sends what comes back", async () => {
    await setConfig("tx_count_limit", "1600");
    await workbench.pick("Export Signing Request…");
    const file = join(workbench.folder, "limit.json");
    await workbench.saveTo(file);
    const { signature, claimed } = await requestIn(file);
    expect(signature).toBeUndefined();
    const elsewhere = place("limit.json", readFileSync(file, "utf8"));
    const key = join(folder, "ops.pem");
    const signed = await chainside(["request", "sign", elsewhere, "--key", key, "--yes"]);
    expect(signed, signed.err).toMatchObject({ code: 0 });
    expect(signed.err).toContain("1600");
    const back = join(workbench.folder, "limit-signed.json");
    writeFileSync(back, readFileSync(elsewhere));
    await workbench.command("FISCO BCOS: Send Signed Request…");
    await workbench.choosePath(back, () =>
      workbench.quickInput.getByText("Send", { exact: true }).waitFor({ timeout: 5000 }),
    );
    await workbench.quickInput.getByText(claimed.from).first().waitFor();
    // What is sent is read from the bytes: who asked for it may say anything.
    await workbench.quickInput.getByText('setValueByKey("tx_count_limit", 1600)', { exact: true }).waitFor();
    await workbench.webview("ul.consequences");
    await workbench.picture("signing-file");
    await workbench.pick(/^\s*Send/);
    await workbench.answered(/the transaction is in block 2/);
    await workbench.status(/group0 #2(?!\d)/).waitFor();
  });
});
