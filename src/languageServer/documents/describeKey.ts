import type { IniFileKind } from "../../nodeConfig/document/iniDocument";
import { type KeySpec, onInvalidWording, reloadWording } from "../../nodeConfig/schema/keySpec";
import { chosenLanguage, inChosenLanguage, t } from "../../text/catalogue";
import { listed } from "../../text/joining";

function allowedValues(spec: KeySpec): string | undefined {
  const { min, max, unit, enum: words } = spec.range ?? {};
  if (words) return listed(words.map((word) => `\`${word}\``));
  if (min === undefined && max === undefined) return unit;
  const limits = max === undefined ? `≥ ${min}` : min === undefined ? `≤ ${max}` : `${min}–${max}`;
  return unit ? `${limits} ${unit}` : limits;
}

function releases(spec: KeySpec): string {
  return spec.until === undefined ? t("Since {0}", spec.since) : t("From {0} to {1}", spec.since, spec.until);
}

/** A text as Markdown shows it unchanged. */
function plain(words: string): string {
  return words.replace(/[\\`*_<>[\]]/g, "\\$&");
}

/** Meaning, default, allowed values, releases, and how a change or a wrong value takes effect, as Markdown. */
export function describeKey(kind: IniFileKind, section: string, spec: KeySpec): string {
  const isChinese = chosenLanguage() === "zh";
  const lines = [`**[${section}] ${spec.key}** — ${inChosenLanguage(spec)}`];
  const facts: string[] = [];
  const usual = (isChinese ? spec.defaultZh : undefined) ?? spec.default;
  if (usual !== "") facts.push(t("Default: {0}", `\`${usual}\``));
  const allowed = allowedValues(spec);
  if (allowed) facts.push(t("Values: {0}", allowed));
  facts.push(releases(spec));
  lines.push(facts.join(" · "));
  const invalid = onInvalidWording[spec.onInvalid];
  if (invalid && spec.onInvalid !== "none")
    lines.push(t("If the value is wrong: {0}", plain(inChosenLanguage(invalid))));
  const failure = (isChinese ? spec.failureZh : undefined) ?? spec.failure;
  if (failure) lines.push(t("Node error: {0}", plain(failure)));
  const reload = reloadWording[spec.reload ?? "restart"];
  if (kind === "config" && reload) lines.push(t("When it changes: {0}", inChosenLanguage(reload)));
  if (kind === "genesis") lines.push(t("Fixed once the chain has started. Don't edit it after that."));
  return lines.join("\n\n");
}
