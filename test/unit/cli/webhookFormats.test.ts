import { createHash } from "node:crypto";
import { createServer } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import { Webhook, type WebhookAnswer } from "../../../src/cli/watch/webhookCall";
import {
  alertId,
  dingTalkSign,
  feishuSign,
  formatOfHost,
  postedAlert,
  robotCode,
  type WebhookFormat,
} from "../../../src/cli/watch/webhookFormats";
import { useTimeZone } from "../../../src/text/formats";
import { alertChange } from "../../support/alertChange";
import { englishAfterEach, useSources } from "../../support/chinese";
import { listening } from "../../support/listening";

englishAfterEach();
afterEach(() => useTimeZone(undefined));

/** HMAC-SHA256 as RFC 2104 has it, by the hash alone. */
function hmacByHand(key: string, message: string): string {
  const sha = (...parts: Buffer[]): Buffer => createHash("sha256").update(Buffer.concat(parts)).digest();
  const bytes = Buffer.from(key);
  const block = Buffer.alloc(64);
  (bytes.length > 64 ? sha(bytes) : bytes).copy(block);
  const pad = (value: number): Buffer => Buffer.from(block.map((byte) => byte ^ value));
  return sha(pad(0x5c), sha(pad(0x36), Buffer.from(message))).toString("base64");
}

describe("signatures of robots", () => {
  const [secret, at] = ["SEC0123456789abcdef", 1_764_000_000_123];

  it("are HMAC-SHA256 as their makers publish it", () => {
    // RFC 4231, test case 2
    expect(Buffer.from(hmacByHand("Jefe", "what do ya want for nothing?"), "base64").toString("hex")).toBe(
      "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
    );
    // DingTalk: the secret is the key, time and secret are the message
    expect(dingTalkSign(at, secret)).toBe(hmacByHand(secret, `${at}\n${secret}`));
    // Feishu: time and secret are the key, nothing is the message
    expect(feishuSign(1_764_000_000, secret)).toBe(hmacByHand(`1764000000\n${secret}`, ""));
  });

  it("go where each robot looks for them: into DingTalk's address, and Feishu's body", () => {
    const ding = postedAlert(alertChange("lag"), { format: "dingtalk", secret }, at);
    expect(ding.query).toEqual({ timestamp: String(at), sign: dingTalkSign(at, secret) });
    expect(ding.body).not.toContain(ding.query["sign"]);
    const feishu = postedAlert(alertChange("lag"), { format: "feishu", secret }, at);
    expect([feishu.query, JSON.parse(feishu.body)]).toEqual([
      {},
      {
        timestamp: "1764000000",
        sign: feishuSign(1_764_000_000, secret),
        msg_type: "text",
        content: { text: expect.stringContaining("lag") },
      },
    ]);
    for (const format of ["json", "wecom", "slack", "alertmanager"] as const)
      expect(JSON.stringify(postedAlert(alertChange("lag"), { format, secret }, at)), format).not.toMatch(/sign|SEC0/);
  });
});

describe("the form of an alert", () => {
  const post = (format: WebhookFormat, more: Parameters<typeof alertChange>[1] = {}, template?: string) =>
    JSON.parse(postedAlert(alertChange("lag", more), { format, template }, 0).body);

  it("is what each other end takes, in the chosen language and the person's zone", () => {
    useSources("zh-cn");
    useTimeZone("Asia/Shanghai");
    const words = post("wecom").text.content as string;
    expect(post("wecom")).toMatchObject({ msgtype: "text" });
    expect(words).toMatch(/^✗ .*5 .*\n自 2026\/11\/23 09:12:30 UTC\+8/);
    expect(post("dingtalk").text.content).toBe(words);
    expect(post("slack").text).toContain("&lt;b&gt; &amp; co");
    expect(post("json")).toMatchObject({
      state: "began",
      rule: "lag",
      time: "2026-11-23T01:12:30.000Z",
    });
  });

  it("begins and ends for Alertmanager under the same labels", () => {
    const [began] = post("alertmanager");
    const [ended] = post("alertmanager", { state: "ended", atMs: Date.UTC(2026, 10, 23, 2) });
    expect(began).toMatchObject({
      labels: { alertname: "lag", group: "group0" },
      startsAt: "2026-11-23T01:12:30.000Z",
    });
    expect([ended.labels, ended.startsAt, ended.endsAt, began.endsAt]).toEqual([
      ...[began.labels, began.startsAt, "2026-11-23T02:00:00.000Z"],
      undefined,
    ]);
  });

  it("has the words of a template, and is no longer than robots take", () => {
    expect(post("feishu", {}, "{{rule}}|{{state}}|{{group}}|{{constructor}}").content.text).toBe(
      "lag|began|group0|{{constructor}}",
    );
    const long = post("wecom", {}, "链".repeat(3000)).text.content as string;
    expect(Buffer.byteLength(long)).toBeLessThanOrEqual(2048);
    expect(long).toMatch(/^链+…$/);
  });

  it("is told by the host where it isn't said", () => {
    expect(
      ["qyapi.weixin.qq.com", "oapi.dingtalk.com", "open.feishu.cn", "hooks.slack.com", "constructor"].map(
        formatOfHost,
      ),
    ).toEqual(["wecom", "dingtalk", "feishu", "slack", "json"]);
  });

  it("has one ID for one beginning, another for its end", () => {
    const ids = [alertChange("a"), alertChange("a"), alertChange("a", { state: "ended" }), alertChange("b")].map(
      alertId,
    );
    expect([ids[0] === ids[1], new Set(ids).size]).toEqual([true, 3]);
  });
});

describe("a robot", () => {
  it("that refuses under HTTP 200 is heard, asked again where that helps, with a signature of its own, and its secret stays unsaid", async () => {
    const answers = [
      '{"errcode":130101,"errmsg":"send too fast"}',
      '{"errcode":0,"errmsg":"ok"}',
      '{"errcode":310000,"errmsg":"sign not match"}',
    ];
    const asked: URL[] = [];
    const server = createServer((request, response) => {
      asked.push(new URL(request.url ?? "", "http://localhost"));
      request.resume();
      response.end(answers[asked.length - 1]);
    });
    const port = await listening(server);
    const troubles: WebhookAnswer[] = [];
    const webhook = new Webhook(
      `http://127.0.0.1:${port}/robot/send?access_token=TOKEN`,
      (answer) => troubles.push(answer),
      { timeoutMs: 60_000, pausesMs: [5] },
      { format: "dingtalk", secret: "SECRET" },
    );
    webhook.send(alertChange("first"));
    webhook.send(alertChange("first"));
    webhook.send(alertChange("second"));
    await webhook.close(60_000);
    server.close();
    expect(asked.map(({ searchParams }) => searchParams.get("access_token"))).toEqual(["TOKEN", "TOKEN", "TOKEN"]);
    for (const { searchParams } of asked)
      expect(searchParams.get("sign")).toBe(dingTalkSign(Number(searchParams.get("timestamp")), "SECRET"));
    expect(troubles).toEqual([{ status: 200, code: 310000 }]);
    expect(`${JSON.stringify(troubles)}${webhook.label}`).not.toMatch(/SECRET|TOKEN|sign/);
  });

  it("whose answer can't be read counts as one that refused", () => {
    expect([
      robotCode("wecom", "<html>"),
      robotCode("feishu", '{"code":19021}'),
      robotCode("feishu", '{"StatusCode":0}'),
    ]).toEqual([undefined, 19021, 0]);
    expect(robotCode("slack", "ok")).toBe(0);
  });
});
