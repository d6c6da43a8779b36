import { createHash, createHmac } from "node:crypto";
import { type AlertChange, alertJson } from "../../monitoring/watch/alerts";
import { alertAdvice, alertStory, alertText } from "../../monitoring/watch/alertText";
import { say, t } from "../../text/catalogue";
import { dateTimeText, isoTime } from "../../text/formats";
import { joinSentences } from "../../text/joining";
import { visibleText } from "../../text/visibleText";

/** What the other end of a webhook is. */
export const webhookFormats = ["json", "alertmanager", "wecom", "dingtalk", "feishu", "slack"] as const;
export type WebhookFormat = (typeof webhookFormats)[number];

const hosts: Readonly<Record<string, WebhookFormat>> = {
  "qyapi.weixin.qq.com": "wecom",
  "oapi.dingtalk.com": "dingtalk",
  "open.feishu.cn": "feishu",
  "open.larksuite.com": "feishu",
  "hooks.slack.com": "slack",
};

/** The form that a host wants; plain JSON where nothing is known of it. */
export const formatOfHost = (host: string): WebhookFormat =>
  (Object.hasOwn(hosts, host) ? hosts[host] : undefined) ?? "json";

const hmac = (key: string, message: string): string => createHmac("sha256", key).update(message).digest("base64");

/** The signature of a DingTalk robot: HMAC-SHA256 under the secret, of the time in milliseconds, a line's end, and the secret; Base64. */
export const dingTalkSign = (timestampMs: number, secret: string): string => hmac(secret, `${timestampMs}\n${secret}`);

/** The signature of a Feishu robot: HMAC-SHA256 of nothing, under the time in seconds, a line's end, and the secret; Base64. */
export const feishuSign = (timestampSeconds: number, secret: string): string =>
  hmac(`${timestampSeconds}\n${secret}`, "");

/** The same for the same beginning or end of an alert, whenever it is sent: by this it is sent once. */
export function alertId({ state, sinceMs, finding, connection = "" }: AlertChange): string {
  const { rule, endpoint = "", group = "", subject } = finding;
  const parts = JSON.stringify([rule.name, connection, endpoint, group, subject, sinceMs, state]);
  return createHash("sha256").update(parts).digest("hex").slice(0, 32);
}

/** An alert in words: what is wrong since when, or what is over; by the person's template where there is one. */
function words(change: AlertChange, template: string | undefined): string {
  const { state, sinceMs, atMs, finding, connection = "" } = change;
  const began = state === "began";
  const values: Readonly<Record<string, string>> = {
    ...alertJson(change),
    connection,
    endpoint: finding.endpoint ?? "",
    group: finding.group ?? "",
    message: say(finding.message),
    time: dateTimeText(atMs),
    since: dateTimeText(sinceMs),
    advice: alertAdvice(finding),
  };
  if (template !== undefined)
    return visibleText(
      template.replace(/\{\{ ?(\w{1,20}) ?\}\}/g, (whole, name: string) =>
        Object.hasOwn(values, name) ? (values[name] ?? "") : whole,
      ),
    );
  const message = began
    ? alertStory(finding, connection)
    : alertText(finding, t("over: {0}", say(finding.message)), connection);
  const when = began
    ? t("since {0}", dateTimeText(sinceMs))
    : t("from {0} to {1}", dateTimeText(sinceMs), dateTimeText(atMs));
  return visibleText(`${began ? "✗" : "✓"} ${joinSentences(message)}\n${when}`);
}

/** Robots refuse longer texts; in bytes of UTF-8. */
const maxTextBytes = 2000;

function shortened(text: string): string {
  if (Buffer.byteLength(text) <= maxTextBytes) return text;
  let kept = "";
  let bytes = 0;
  for (const character of text) {
    bytes += Buffer.byteLength(character);
    if (bytes > maxTextBytes - 3) break;
    kept += character;
  }
  return `${kept}…`;
}

/** What is posted for an alert. */
interface Posted {
  /** Added to the address. */
  readonly query: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface WebhookForm {
  readonly format: WebhookFormat;
  /** Signs where the format is signed. */
  readonly secret?: string | undefined;
  /** Words with `{{rule}}`, `{{kind}}`, `{{state}}`, `{{group}}`, `{{endpoint}}`, `{{message}}`, `{{advice}}`, `{{time}}`, `{{since}}`. */
  readonly template?: string | undefined;
}

/** What Alertmanager takes (`POST /api/v2/alerts`). */
function alertmanagerAlert(change: AlertChange, template: string | undefined): object {
  const { rule, kind, connection, endpoint, group, message } = alertJson(change);
  const { subject } = change.finding;
  const place = {
    ...(connection === undefined ? {} : { connection }),
    // alerts with the same labels are one to it
    ...(subject === "" ? {} : { subject }),
    ...(endpoint === undefined ? {} : { instance: endpoint }),
    ...(group === undefined ? {} : { group }),
  };
  return {
    labels: { alertname: rule, kind, ...place },
    annotations: { summary: message, description: words(change, template) },
    startsAt: isoTime(change.sinceMs),
    ...(change.state === "ended" ? { endsAt: isoTime(change.atMs) } : {}),
  };
}

/**
 * What is posted for an alert just now: a signature holds for a short time, so that each try has its own.
 * @param nowMs of this try
 */
export function postedAlert(change: AlertChange, { format, secret, template }: WebhookForm, nowMs: number): Posted {
  const plain = (body: object): Posted => ({ query: {}, body: JSON.stringify(body) });
  const shown = (): string => shortened(words(change, template));
  switch (format) {
    case "json":
      return plain({ ...alertJson(change), ...(template === undefined ? {} : { text: shown() }) });
    case "alertmanager":
      return plain([alertmanagerAlert(change, template)]);
    case "slack":
      // these three begin its own markup
      return plain({ text: shown().replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;") });
    case "wecom":
      return plain({ msgtype: "text", text: { content: shown() } });
    case "dingtalk":
      return {
        query: secret === undefined ? {} : { timestamp: String(nowMs), sign: dingTalkSign(nowMs, secret) },
        body: JSON.stringify({ msgtype: "text", text: { content: shown() } }),
      };
    case "feishu": {
      const seconds = Math.floor(nowMs / 1000);
      const signed = secret === undefined ? {} : { timestamp: String(seconds), sign: feishuSign(seconds, secret) };
      return plain({ ...signed, msg_type: "text", content: { text: shown() } });
    }
  }
}

/** Codes by which robots say that too much was sent: the same goes well later. */
const tooMany = new Set([45009, 130101, 410100, 11232, 9499]);

/**
 * The code by which a robot refuses, which it says under HTTP 200.
 * @returns 0 where it took the alert; undefined where its answer can't be read
 */
export function robotCode(format: WebhookFormat, answer: string): number | undefined {
  if (format !== "wecom" && format !== "dingtalk" && format !== "feishu") return 0;
  try {
    const read = JSON.parse(answer) as Readonly<Record<string, unknown>> | null;
    const code = format === "feishu" ? (read?.["code"] ?? read?.["StatusCode"]) : read?.["errcode"];
    return typeof code === "number" ? code : undefined;
  } catch {
    return undefined;
  }
}

export const isTooMany = (code: number | undefined): boolean => code !== undefined && tooMany.has(code);
