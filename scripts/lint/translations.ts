import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Visitor } from "oxc-parser";
import { lineOf, readSources, root } from "./sources";

const locale = "zh-cn";
/** A text a user sees is the first argument of one of these: `t("…")`, `l10n.t("…")`, `vscode.l10n.t("…")`, `text("…")`. */
const translators = new Set(["t", "text", "phrase"]);
const placeholders = (text: string): string => (text.match(/\{\w+\}/g) ?? []).sort().join();

interface Node {
  type: string;
  start: number;
  [key: string]: unknown;
}

function translatorName(callee: Node): string | undefined {
  if (callee.type === "Identifier") return callee["name"] as string;
  if (callee.type !== "MemberExpression") return undefined;
  const object = callee["object"] as Node;
  const name = (object["name"] ?? (object["property"] as Node | undefined)?.["name"]) as string | undefined;
  return name === "l10n" ? ((callee["property"] as Node)["name"] as string) : undefined;
}

function usedTexts(problems: string[]): Map<string, string> {
  const used = new Map<string, string>();
  for (const source of readSources("src")) {
    new Visitor({
      CallExpression: (call) => {
        if (!translators.has(translatorName(call.callee as unknown as Node) ?? "")) return;
        const first = call.arguments[0] as unknown as Node | undefined;
        const where = `${source.path}:${lineOf(source.text, call.start)}`;
        if (first?.type === "Literal" && typeof first["value"] === "string") used.set(first["value"], where);
        else if (
          first?.type !== "Identifier" &&
          first?.type !== "MemberExpression" &&
          first?.type !== "SpreadElement"
        ) {
          problems.push(`${where} a translated text must be one string literal`);
        }
      },
    }).visit(source.program);
  }
  return used;
}

function manifestProblems(): string[] {
  const read = (name: string): Record<string, string> => JSON.parse(readFileSync(join(root, name), "utf8"));
  const english = read("package.nls.json");
  const chinese = read(`package.nls.${locale}.json`);
  const used = new Set(
    [...readFileSync(join(root, "package.json"), "utf8").matchAll(/"%([^%"]+)%"/g)].map((m) => m[1] ?? ""),
  );
  const problems: string[] = [];
  for (const key of used) {
    if (!(key in english)) problems.push(`package.nls.json lacks ${key}`);
    if (!(key in chinese)) problems.push(`package.nls.${locale}.json lacks ${key}`);
  }
  for (const [name, table] of [
    ["package.nls.json", english],
    [`package.nls.${locale}.json`, chinese],
  ] as const) {
    for (const key of Object.keys(table)) if (!used.has(key)) problems.push(`${name}: ${key} is not used`);
  }
  return problems;
}

/** Parity of English and Chinese: every text translated, no stale translation, the same placeholders. */
export function checkTranslations(): string[] {
  const problems: string[] = [];
  const used = usedTexts(problems);
  const folder = join(root, "l10n", locale);
  const translated = new Map<string, { readonly chinese: string; readonly file: string }>();
  for (const file of readdirSync(folder)) {
    for (const [key, value] of Object.entries(
      JSON.parse(readFileSync(join(folder, file), "utf8")) as Record<string, string>,
    )) {
      const other = translated.get(key);
      if (other && other.chinese !== value)
        problems.push(`l10n/${locale}/${file}: "${key}" has other Chinese in ${other.file}: one text, one translation`);
      if (!used.has(key)) problems.push(`l10n/${locale}/${file}: nobody uses "${key}"`);
      if (placeholders(key) !== placeholders(value))
        problems.push(`l10n/${locale}/${file}: placeholders of "${key}" differ`);
      translated.set(key, { chinese: value, file });
    }
  }
  for (const [text, where] of used) if (!translated.has(text)) problems.push(`${where} no Chinese for "${text}"`);
  return [...problems, ...manifestProblems()];
}
