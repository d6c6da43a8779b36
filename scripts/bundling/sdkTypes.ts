// The types of what the npm package exports: one file for each entry, with the comments of the sources, self-contained. TypeScript writes a
// declaration for each module, API Extractor joins them. `docs/sdk.api.md` is the same without comments: what changes there changes for
// users.
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { Extractor, ExtractorConfig, type ExtractorMessage } from "@microsoft/api-extractor";
import { spawnInherit } from "../test/process";
import { sdkEntries, sdkFile } from "./sdkBundles";

const root = resolve(import.meta.dirname, "../..");

/** Of the sources that the entries reach, with the project's own settings. */
async function declarations(folder: string): Promise<void> {
  const config = join(folder, "tsconfig.json");
  const options = {
    noEmit: false,
    incremental: false,
    tsBuildInfoFile: null,
    declaration: true,
    emitDeclarationOnly: true,
  };
  const settings = {
    extends: join(root, "tsconfig.json"),
    compilerOptions: {
      ...options,
      rootDir: root,
      outDir: folder,
      types: ["node"],
      typeRoots: [join(root, "node_modules/@types")],
    },
    files: Object.values(sdkEntries).map((path) => join(root, path)),
    include: [],
    exclude: [],
  };
  writeFileSync(config, JSON.stringify(settings));
  const compiler = join(root, "node_modules/typescript/bin/tsc");
  const code = await spawnInherit(process.execPath, [compiler, "-p", config]);
  if (code !== 0) throw new Error("the declarations could not be written");
}

/** What it says of code, and nothing of release tags and underscores, which aren't used here. */
const silent = new Set([
  "ae-missing-release-tag",
  "ae-undocumented",
  "ae-unresolved-link",
  "console-compiler-version-notice",
]);

function joined(folder: string, entry: keyof typeof sdkEntries, target: string): string {
  const report = join(folder, "report");
  mkdirSync(report, { recursive: true });
  const name = sdkFile(entry);
  const config = ExtractorConfig.prepare({
    configObject: {
      projectFolder: folder,
      mainEntryPointFilePath: join(folder, sdkEntries[entry].replace(/\.ts$/, ".d.ts")),
      compiler: {
        overrideTsconfig: {
          compilerOptions: {
            target: "ES2022",
            lib: ["ES2022", "ESNext.Disposable"],
            module: "ESNext",
            moduleResolution: "bundler",
            types: ["node"],
            typeRoots: [join(root, "node_modules/@types")],
            skipLibCheck: true,
            strict: true,
          },
          files: [join(folder, sdkEntries[entry].replace(/\.ts$/, ".d.ts"))],
        },
      },
      apiReport: { enabled: true, reportFolder: report, reportTempFolder: report, reportFileName: `${name}.api.md` },
      docModel: { enabled: false },
      dtsRollup: { enabled: true, untrimmedFilePath: join(target, `${name}.d.ts`) },
      tsdocMetadata: { enabled: false },
      newlineKind: "lf",
    },
    configObjectFullPath: undefined,
    packageJson: { name: `chainside-${name}` },
    packageJsonFullPath: join(folder, "package.json"),
  });
  const messages: string[] = [];
  const result = Extractor.invoke(config, {
    localBuild: true,
    messageCallback(message: ExtractorMessage) {
      message.handled = true;
      if (message.logLevel === "error" || (message.logLevel === "warning" && !silent.has(message.messageId)))
        messages.push(message.formatMessageWithLocation(folder));
    },
  });
  const real = messages.filter((line) => !line.includes("API signature") && !line.includes("report"));
  if (real.length > 0 || result.errorCount > 0) throw new Error(real.join("\n"));
  return readFileSync(join(report, `${name}.api.md`), "utf8");
}

const fence = "```";

/** The declarations alone. */
function codeOf(report: string): string {
  const start = report.indexOf(`${fence}ts\n`) + fence.length + 3;
  const code = report.slice(start, report.indexOf(`\n${fence}`, start));
  return code
    .split("\n")
    .filter((line) => !line.trimStart().startsWith("//"))
    .join("\n")
    .trim();
}

const head =
  "# API of the npm package\n\nWhat `chainside/sdk` and its neighbors export, written by `npm run sdk-api` and compared with the sources by the tests: whoever changes a line here changes\nit for users, and says so in the change log.\n";

/**
 * Writes `NAME.d.ts` and `NAME.d.cts` of each entry into a folder.
 * @returns the API report, as `docs/sdk.api.md` has it
 * @throws Error for what TypeScript or API Extractor refuses
 */
export async function sdkTypes(target: string): Promise<string> {
  mkdirSync(join(root, "out"), { recursive: true });
  const folder = mkdtempSync(join(root, "out/sdk-types-"));
  try {
    writeFileSync(join(folder, "package.json"), '{"name":"chainside"}');
    await declarations(folder);
    mkdirSync(target, { recursive: true });
    const parts = (Object.keys(sdkEntries) as (keyof typeof sdkEntries)[]).map((entry) => {
      const report = joined(folder, entry, target);
      const file = join(target, `${sdkFile(entry)}.d.ts`);
      copyFileSync(file, file.replace(/\.d\.ts$/, ".d.cts"));
      return `## chainside/${entry}\n\n\`\`\`ts\n${codeOf(report)}\n\`\`\`\n`;
    });
    return [head, ...parts].join("\n");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
