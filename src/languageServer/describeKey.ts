import * as l10n from "@vscode/l10n";
import type { IniFileKind } from "../nodeConfig/document/iniDocument";
import { type KeySpec, onInvalidWording, reloadWording } from "../nodeConfig/schema/keySpec";

function isChinese(locale: string): boolean {
  return locale.toLowerCase().startsWith("zh");
}

/** The text of a schema entry in the language of the editor. */
export function wordingOf(entry: { readonly en: string; readonly zh: string }, locale: string): string {
  return isChinese(locale) ? entry.zh : entry.en;
}

function allowedValues(spec: KeySpec): string | undefined {
  const { min, max, unit, enum: words } = spec.range ?? {};
  if (words) return words.map((word) => `\`${word}\``).join(", ");
  if (min === undefined && max === undefined) return unit;
  const limits = max === undefined ? `≥ ${min}` : min === undefined ? `≤ ${max}` : `${min}–${max}`;
  return unit ? `${limits} ${unit}` : limits;
}

function releases(spec: KeySpec): string {
  return spec.until === undefined ? l10n.t("Since {0}", spec.since) : l10n.t("From {0} to {1}", spec.since, spec.until);
}

/** A text as Markdown shows it unchanged. */
function plain(words: string): string {
  return words.replace(/[\\`*_<>[\]]/g, "\\$&");
}

/** Meaning, default, allowed values, releases, and how a change or a wrong value takes effect, as Markdown. */
export function describeKey(locale: string, kind: IniFileKind, section: string, spec: KeySpec): string {
  const lines = [`**[${section}] ${spec.key}** — ${wordingOf(spec, locale)}`];
  const facts: string[] = [];
  const usual = (isChinese(locale) ? spec.defaultZh : undefined) ?? spec.default;
  if (usual !== "") facts.push(l10n.t("Default: {0}", `\`${usual}\``));
  const allowed = allowedValues(spec);
  if (allowed) facts.push(l10n.t("Values: {0}", allowed));
  facts.push(releases(spec));
  lines.push(facts.join(" · "));
  const invalid = onInvalidWording[spec.onInvalid];
  if (invalid && spec.onInvalid !== "none")
    lines.push(l10n.t("If the value is wrong: {0}", plain(wordingOf(invalid, locale))));
  const failure = (isChinese(locale) ? spec.failureZh : undefined) ?? spec.failure;
  if (failure) lines.push(l10n.t("Node error: {0}", plain(failure)));
  const reload = reloadWording[spec.reload ?? "restart"];
  if (kind === "config" && reload) lines.push(l10n.t("When it changes: {0}", wordingOf(reload, locale)));
  if (kind === "genesis") lines.push(l10n.t("Fixed once the chain has started. Don't edit it after that."));
  return lines.join("\n\n");
}
