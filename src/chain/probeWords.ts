import { type LocalizableText, say, t, text } from "../text/catalogue";
import type { ProbeStepName } from "./probeConnection";

/** What the steps of a probe are called. */
export const stepTitles: Readonly<Record<ProbeStepName, LocalizableText>> = {
  files: text("Certificate files"),
  tcp: text("TCP connection"),
  plain: text("Plain HTTP"),
  tls: text("TLS handshake"),
  jsonRpc: text("JSON-RPC"),
  group: text("Group"),
  webSocket: text("WebSocket"),
};

/** Names of facts; what is not here is written as it is. */
const factNames: Readonly<Record<string, LocalizableText>> = {
  ca: text("CA certificate"),
  client: text("client certificate"),
  protocol: text("protocol"),
  subject: text("subject"),
  validTo: text("valid until"),
  groups: text("groups"),
  chainId: text("chain"),
  groupId: text("group"),
  suite: text("crypto suite"),
  nodeVersion: text("node version"),
  compatibilityVersion: text("data version"),
  authEnabled: text("permissions"),
};

/** A fact as a person writes it: days without a time. */
function factValue(name: string, value: string | number | boolean): string {
  if (name === "suite") return value === "sm" ? t("SM") : t("standard");
  if (typeof value === "boolean") return value ? t("enforced by the committee") : t("not enforced");
  return name === "validTo" ? value.toString().slice(0, 10) : value.toString();
}

/**
 * What a step that passed found out, one phrase for each fact.
 * @param written how a value, which a node may have chosen, is written where this is shown
 */
export function factPhrases(
  facts: Readonly<Record<string, string | number | boolean>>,
  written: (value: string) => string = (value) => value,
): string[] {
  return Object.entries(facts)
    .filter(([, value]) => value !== "")
    .map(([name, value]) => {
      if (name === "ms") return `${value} ms`;
      const label = factNames[name];
      return `${label ? say(label) : name} ${written(factValue(name, value))}`;
    });
}
