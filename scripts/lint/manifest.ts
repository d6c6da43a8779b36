import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readSources, root } from "./sources";

interface Manifest {
  main: string;
  contributes?: {
    commands?: { command: string; title: string; icon?: string }[];
    views?: Record<string, { id: string; when?: string }[]>;
    menus?: Record<string, { command?: string; when?: string }[]>;
    configuration?: {
      properties?: Record<string, { description?: string; markdownDescription?: string; default?: unknown }>;
    };
    keybindings?: { command: string; when?: string }[];
    viewsWelcome?: { view: string; contents: string; when?: string }[];
  };
}

/** Manifest completeness: what is contributed exists in the code, what the code registers is contributed. */
export function checkManifest(): string[] {
  const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as Manifest;
  const contributes = manifest.contributes ?? {};
  const problems: string[] = [];
  const code = readSources("src/extension")
    .map((source) => source.text)
    .join("\n");
  const commands = new Set((contributes.commands ?? []).map((entry) => entry.command));
  for (const command of commands)
    if (!code.includes(`"${command}"`)) problems.push(`command ${command} is registered nowhere in src/extension`);
  for (const [, id] of code.matchAll(/registerCommand\(\s*"(chainside\.[\w.]+)"/g)) {
    if (id && !commands.has(id)) problems.push(`command ${id} is registered but not contributed`);
  }
  const views = Object.values(contributes.views ?? {}).flat();
  for (const view of views)
    if (!code.includes(`"${view.id}"`)) problems.push(`view ${view.id} has no provider in src/extension`);
  for (const [menu, entries] of Object.entries(contributes.menus ?? {})) {
    for (const entry of entries)
      if (entry.command && !commands.has(entry.command))
        problems.push(`menu ${menu} names the unknown command ${entry.command}`);
  }
  for (const key of contributes.keybindings ?? [])
    if (!commands.has(key.command)) problems.push(`a key is bound to the unknown command ${key.command}`);
  for (const [name, property] of Object.entries(contributes.configuration?.properties ?? {})) {
    if (!property.description && !property.markdownDescription) problems.push(`setting ${name} has no description`);
    if (!("default" in property)) problems.push(`setting ${name} has no default`);
  }
  const whens = [
    ...Object.values(contributes.menus ?? {}).flat(),
    ...views,
    ...(contributes.viewsWelcome ?? []),
    ...(contributes.keybindings ?? []),
  ];
  const contextKeys = new Set(
    whens.flatMap((entry) => [...(entry.when ?? "").matchAll(/\bchainside[.:][\w.]+/g)].map((match) => match[0])),
  );
  for (const key of contextKeys) {
    const known =
      views.some((view) => view.id === key) ||
      commands.has(key) ||
      code.includes(`"${key}"`) ||
      key in (contributes.configuration?.properties ?? {});
    if (!known) problems.push(`the context key ${key} of a when clause is set nowhere`);
  }
  for (const [, path] of readFileSync(join(root, "package.json"), "utf8").matchAll(
    /"\.?\/?(media\/[^"]+|syntaxes\/[^"]+)"/g,
  )) {
    if (path && !existsSync(join(root, path))) problems.push(`package.json names ${path}, which does not exist`);
  }
  return problems;
}
