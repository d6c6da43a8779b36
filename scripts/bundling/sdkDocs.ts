// Pages about what the npm package exports, by TypeDoc, out of the types that it has: what they can't say is an error.
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../lint/sources";
import { sdkEntries, sdkFile } from "./sdkBundles";
import { sdkTools } from "./sdkTools";

/** What has to say what it is. */
const documented = ["Class", "Interface", "Function", "TypeAlias", "Variable", "Enum"];

/**
 * Writes the pages.
 * @param scratch a folder with the types of each entry (`sdkTypes`); they get names and settings for TypeDoc
 * @throws Error with what TypeDoc warns of: names that are used and not exported, links to nothing, and what says nothing of itself
 */
export async function sdkDocs(scratch: string, target: string): Promise<void> {
  const tools = await sdkTools();
  const entries = Object.keys(sdkEntries) as (keyof typeof sdkEntries)[];
  const files = entries.map((entry) => {
    const file = join(scratch, `${sdkFile(entry)}.d.ts`);
    const text = readFileSync(file, "utf8");
    const name = `@module chainside/${entry}`;
    const named = text.includes("@packageDocumentation") ? text.replace("@packageDocumentation", name) : undefined;
    if (named === undefined) throw new Error(`${entry} has no comment for its page`);
    writeFileSync(file, named);
    return file;
  });
  const libraries = ["ethers", "viem"].map((name) => [name, [join(root, "node_modules", name)]]);
  const compilerOptions = {
    ...{ target: "es2022", lib: ["es2022", "esnext.disposable", "dom"] },
    ...{ module: "nodenext", moduleResolution: "nodenext", strict: true, skipLibCheck: true },
    ...{ types: ["node"], typeRoots: [join(root, "node_modules/@types")], paths: Object.fromEntries(libraries) },
  };
  const tsconfig = join(scratch, "tsconfig.json");
  writeFileSync(tsconfig, JSON.stringify({ compilerOptions, files }));
  const options = {
    ...{ entryPoints: files, tsconfig, out: target, name: "Chainside", readme: "none" },
    ...{ treatWarningsAsErrors: true, hideGenerator: true, disableSources: true, excludeExternals: true },
    validation: { notExported: true, invalidLink: true, rewrittenLink: true, notDocumented: true },
    requiredToBeDocumented: documented,
    intentionallyNotDocumented: [],
  };
  const settings = join(scratch, "typedoc.json");
  writeFileSync(settings, JSON.stringify(options));
  const program = join(tools, "typedoc/bin/typedoc");
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, "--options", settings], {
    cwd: scratch,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`${stdout}${stderr}`.trim());
}
