import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Visitor } from "oxc-parser";
import { manifestTexts } from "../manifest/writtenManifest";
import { readSources, root, type SourceFile } from "./sources";

interface Manifest {
  contributes?: {
    commands?: { command: string }[];
    views?: Record<string, { id: string; when?: string }[]>;
    menus?: Record<string, { when?: string }[]>;
    configuration?: { properties?: Record<string, unknown> }[];
    viewsWelcome?: { when?: string }[];
  };
}

/** Where VS Code shows a text as it is, by its place in the manifest. */
const plain = /\/(?:title|shortTitle|name|displayName|label|description|enumDescriptions\/\d+|deprecationMessage)$/;
/** Code, stress, and links of Markdown. */
const markdown = /`|\*\w[^*]*\*|\]\(/;

/**
 * Texts of the manifest in Markdown where VS Code shows asterisks and backticks as they stand.
 * @param texts what `%key%` stands for, in each language
 */
export function markdownProblems(manifest: unknown, texts: readonly Readonly<Record<string, string>>[]): string[] {
  const problems: string[] = [];
  const visit = (value: unknown, path: string): void => {
    if (typeof value === "object" && value !== null)
      for (const [key, each] of Object.entries(value)) visit(each, `${path}/${key}`);
    // Walkthroughs and welcome texts are Markdown wherever they stand.
    if (typeof value !== "string" || !plain.test(path) || /^\/contributes\/(?:walkthroughs|viewsWelcome)\//.test(path))
      return;
    const key = /^%(.*)%$/.exec(value)?.[1];
    const messages = key === undefined ? [value] : texts.flatMap((each) => each[key] ?? []);
    if (messages.some((text) => markdown.test(text))) problems.push(`${path}: Markdown needs markdownDescription`);
  };
  visit(manifest, "");
  return problems;
}

/** Commands of ours that a text links to. */
const commandLinks = (text: string): string[] =>
  [...text.matchAll(/\]\(command:(chainside\.[\w.]+)/g)].map(([, command = ""]) => command);

/** Commands with what they do: members of an object, as `registerTargetCommands` takes it. */
function registeredCommands({ program }: SourceFile): string[] {
  const found: string[] = [];
  new Visitor({
    Property({ key, value }) {
      const isHandler = value.type === "CallExpression" || value.type === "ArrowFunctionExpression";
      if (key.type === "Literal" && typeof key.value === "string" && key.value.startsWith("chainside.") && isHandler)
        found.push(key.value);
    },
  }).visit(program);
  return found;
}

/**
 * Manifest completeness: it is what the parts beside the code give, what is contributed exists in the code, what the code registers is
 * contributed.
 */
export async function checkManifest(): Promise<string[]> {
  const written = await manifestTexts();
  const [{ standing }] = written;
  const manifest = JSON.parse(standing) as Manifest;
  const contributes = manifest.contributes ?? {};
  const problems = written
    .filter((file) => file.standing !== file.generated)
    .map(({ path }) => `${path} is not what the parts of the manifest give: npm run manifest`);
  const sources = readSources("src/extension").filter(({ path }) => !path.endsWith("/manifest.ts"));
  const code = sources.map((source) => source.text).join("\n");
  const registered = new Set(sources.flatMap(registeredCommands));
  const commands = new Set((contributes.commands ?? []).map((entry) => entry.command));
  for (const command of commands)
    if (!registered.has(command)) problems.push(`command ${command} is registered nowhere in src/extension`);
  for (const command of registered)
    if (!commands.has(command)) problems.push(`command ${command} is registered but not contributed`);
  const views = Object.values(contributes.views ?? {}).flat();
  for (const view of views)
    if (!code.includes(`"${view.id}"`)) problems.push(`view ${view.id} has no provider in src/extension`);
  const whens = [...Object.values(contributes.menus ?? {}).flat(), ...views, ...(contributes.viewsWelcome ?? [])];
  const contextKeys = new Set(
    whens.flatMap((entry) => [...(entry.when ?? "").matchAll(/\bchainside[.:][\w.]+/g)].map((match) => match[0])),
  );
  for (const key of contextKeys) {
    const known =
      views.some((view) => view.id === key) ||
      commands.has(key) ||
      code.includes(`"${key}"`) ||
      (contributes.configuration ?? []).some(({ properties = {} }) => key in properties);
    if (!known) problems.push(`the context key ${key} of a when clause is set nowhere`);
  }
  for (const [, path] of readFileSync(join(root, "package.json"), "utf8").matchAll(
    /"\.?\/?(media\/[^"]+|syntaxes\/[^"]+)"/g,
  )) {
    if (path && !existsSync(join(root, path))) problems.push(`package.json names ${path}, which does not exist`);
  }
  const texts = ["package.nls.json", "package.nls.zh-cn.json"].map(
    (name) => JSON.parse(readFileSync(join(root, name), "utf8")) as Record<string, string>,
  );
  const linked = new Set(texts.flatMap((each) => Object.values(each).flatMap(commandLinks)));
  const focusing = new Set(views.map(({ id }) => `${id}.focus`));
  for (const command of linked)
    if (!commands.has(command) && !focusing.has(command))
      problems.push(`a text of package.nls*.json links to the unknown command ${command}`);
  problems.push(...markdownProblems(manifest, texts));
  return problems;
}
